/** The parts of a sale of Stripe (lines, shipping, discount, taxes) in Stripe's units, and how to build them. */
import type { ValueReason, Sale, SaleLine, ShippingCharge, TaxAmount } from '../../../src/mapping/sale.ts';
import { taxOfSale } from '../../../src/mapping/amounts.ts';
import { sum } from '../../../src/domain/money.ts';
import { isFee, type StripeTax } from '../records/tax.ts';
import { capturedAmount, type Charge } from '../records/charge.ts';

/** The goods and their prices, from the most detailed object. Amounts in Stripe's units, prices without tax. */
export interface SaleParts {
  readonly lines: readonly SaleLine[];
  readonly shipping: readonly ShippingCharge[];
  readonly orderDiscount: bigint;
  readonly orderTaxes: readonly TaxAmount[];
  readonly decisions: readonly ValueReason[];
  /** Lines of the platform that are tax: see `withTaxLines`. */
  readonly taxLineIds?: ReadonlySet<string>;
  /** Whether the tax comes from metadata: then no credit note states its part of the tax. */
  readonly hasTaxOfMetadata?: boolean;
}

/** What all lines share: who remits the taxes, and whether there is a ship-to address. */
export interface LineDefaults {
  readonly liable: TaxAmount['liable'];
  readonly isShipped: boolean;
}

/** How much tax the price of a line contains, and whether its taxes stay on it. */
export interface LinePrice {
  readonly contained: bigint;
  readonly keepsTaxes: boolean;
  /** Whether the lines state which of them were taxed. */
  readonly statesTaxes: boolean;
}

/** Charges for shipping, without their taxes if these are on the order. */
export const withTaxesIf = (keepsTaxes: boolean, charges: readonly ShippingCharge[]): readonly ShippingCharge[] =>
  keepsTaxes ? charges : charges.map((charge) => ({ ...charge, taxes: [] }));

export const taxOf = (defaults: LineDefaults, amount: bigint, title = 'Tax'): readonly TaxAmount[] =>
  amount === 0n ? [] : [{ amount, liable: defaults.liable, title }];

/** The id of the line for the whole payment. */
export const wholePaymentId = 'payment';

export const paymentLine = (defaults: LineDefaults, name: string, listed: bigint): SaleLine =>
  plainLine({ id: wholePaymentId, kind: 'goods', name, listed }, defaults);

export const shippingOf = (price: bigint, taxes: readonly TaxAmount[] = []): readonly ShippingCharge[] =>
  price === 0n ? [] : [{ name: 'Shipping', price, discount: 0n, taxes }];

/** The retail delivery fee among Stripe's taxes, as a line. It is on top of the prices. */
export const feeLines = (taxes: readonly StripeTax[]): readonly SaleLine[] => {
  const fees = taxes.filter(isFee);
  const listed = sum(fees.map(({ amount }) => amount ?? 0n));
  const name = fees[0]?.rate?.display_name ?? 'Retail delivery fee';
  return listed === 0n ? [] : [plainLine({ id: 'retail-delivery-fee', kind: 'fee', name, listed })];
};

export const feeIn = (taxes: readonly StripeTax[]): bigint => sum(feeLines(taxes).map(({ listed }) => listed));

/** Never a fraction and at least 1: half a unit is sent as one unit with the whole price. */
export const wholeQuantity = (quantity: number | null, exact: string | null = null): number => {
  if (exact !== null && !/^\d+(\.0+)?$/.test(exact)) return 1;
  return quantity === null || quantity < 1 ? 1 : quantity;
};

export const sentWithoutTax = (contained: bigint, fields: readonly string[]): readonly ValueReason[] =>
  contained === 0n
    ? []
    : [
        {
          about: 'lineItems',
          value: 'without tax',
          reason: 'its prices contain tax; they are sent without it',
          fields,
        },
      ];

export const amountsFrom = (source: string, fields: readonly string[]): ValueReason => ({
  about: 'lineItems',
  value: source,
  reason: `amounts from ${source}`,
  fields,
});

/** The goods and their prices, in Stripe's units. Prices are without tax. */
export type SaleAmounts = Pick<Sale, 'lines' | 'shipping' | 'orderDiscount' | 'orderTaxes'>;

/** The sum of all parts, with taxes. */
export const totalOf = (amounts: SaleAmounts): bigint =>
  sum(amounts.lines.map(({ listed, discount }) => listed - discount)) +
  sum(amounts.shipping.map(({ price, discount }) => price - discount)) -
  amounts.orderDiscount +
  taxOfSale(amounts);

/** A tip, in Stripe's units: given at a reader, never shipped, never taxed. */
export const tipLine = (listed: bigint): SaleLine => plainLine({ id: 'tip', kind: 'tip', name: 'Tip', listed });

/**
 * Adds the tip of the payment as a line, if the parts come from an object without it. Parts that add up to the captured amount
 * have it already.
 */
export const withTip = (charge: Charge, parts: SaleParts): SaleParts => {
  const tip = charge.payment_intent?.object?.amount_details?.tip?.amount ?? 0n;
  return tip === 0n || totalOf(parts) === capturedAmount(charge)
    ? parts
    : { ...parts, lines: [...parts.lines, tipLine(tip)] };
};

/** A line that is only an amount: it has no product, no discount and no taxes. */
const plainLine = (
  { id, kind, name, listed }: Pick<SaleLine, 'id' | 'kind' | 'name' | 'listed'>,
  { isShipped }: Pick<LineDefaults, 'isShipped'> = { isShipped: false },
): SaleLine => ({ id, kind, name, sku: null, quantity: 1, listed, discount: 0n, taxes: [], isShipped });
