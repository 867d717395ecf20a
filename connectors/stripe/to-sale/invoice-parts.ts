/** Maps the lines, discounts, shipping, taxes and fees of an invoice to the parts of its sale. */
import { sum } from '../../../src/domain/money.ts';
import type { SaleLine } from '../../../src/mapping/sale.ts';
import type { Invoice, InvoiceLine } from '../records/invoice.ts';
import { allocateWhole, type StripeMoney } from './amounts.ts';
import {
  billingCreditsOf,
  reductionOf,
  allTaxes,
  taxesFitLines,
  lineTaxes,
  statedTaxes,
  sumsOf,
  notTaxableIn,
  taxedIn,
} from './taxes.ts';
import { type StatedParts, statedOf } from './complete-parts.ts';
import { partsOfShipping } from './shipping.ts';
import {
  amountsFrom,
  feeLines,
  type SaleParts,
  type LineDefaults,
  type LinePrice,
  withTaxesIf,
  taxOf,
  sentWithoutTax,
  wholeQuantity,
} from './lines.ts';

/** A document that states taxes as an invoice does: by line, for shipping, and in total. */
export interface TaxedDocument extends Pick<Invoice, 'total_taxes' | 'total_tax_amounts' | 'shipping_cost'> {
  readonly lines: { readonly data: readonly Pick<InvoiceLine, 'taxes' | 'tax_amounts'>[] } | null;
}

/**
 * The retail delivery fees of an invoice or a credit note. The taxes of its total list them, and so do those of its lines and its
 * shipping.
 */
export const deliveryFees = ({
  total_taxes,
  total_tax_amounts,
  lines,
  shipping_cost,
}: TaxedDocument): readonly SaleLine[] => {
  const stated = feeLines(total_taxes ?? total_tax_amounts ?? []);
  if (stated.length > 0) return stated;
  const ofLines = lines?.data.flatMap((line) => line.taxes ?? line.tax_amounts ?? []) ?? [];
  return feeLines([...ofLines, ...(shipping_cost?.taxes ?? [])]);
};

/** The tax is stated, even a tax of zero, if Stripe Tax finished its work or the invoice has a tax rate. */
export const statedByInvoice = (invoice: Invoice): StatedParts['stated'] => {
  const { automatic_tax: automatic, tax, total_taxes, total_tax_amounts, lines, shipping_cost } = invoice;
  const items = lines?.data ?? [];
  const taxes = [...items.flatMap(lineTaxes), ...(total_taxes ?? total_tax_amounts ?? [])];
  return statedOf({
    tax: taxes.length > 0 || (tax ?? 0n) !== 0n || (automatic?.enabled === true && automatic.status === 'complete'),
    shipping: shipping_cost !== null,
    discount:
      orderDiscountOf(invoice, items, invoice.total ?? 0n) !== 0n || items.some((line) => discountOf(line) !== 0n),
  });
};

/**
 * The parts of an invoice, whose lines must be complete. It does not start from `subtotal`, which is after the discounts
 * of items and before those of the invoice: lines, discounts and taxes are each added up, and checked against `total`.
 */
export const partsOfInvoice = (
  defaults: LineDefaults,
  money: Pick<StripeMoney, 'step'>,
  invoice: Invoice,
): SaleParts => {
  const items = invoice.lines?.data ?? [];
  const shipping = partsOfShipping(defaults, invoice.shipping_cost);
  const onLines = sumsOf(items.flatMap(lineTaxes));
  const withoutTax = sum(items.map(netOf)) + (invoice.shipping_cost?.amount_subtotal ?? 0n);
  const taxes = allTaxes(statedTaxes(invoice, withoutTax), onLines, shipping);
  const keepsTaxes = taxesFitLines(taxes, items, shipping);
  const statesTaxes = items.some((line) => lineTaxes(line).some(({ amount }) => amount !== null && amount !== 0n));
  const inLines = taxes.contained - shipping.contained;
  const shares =
    inLines === onLines.contained
      ? items.map((line) => sumsOf(lineTaxes(line)).contained)
      : allocateWhole(
          money,
          inLines,
          items.map((line) => (netOf(line) > 0n ? netOf(line) : 0n)),
        );
  return {
    lines: [
      ...items.map((line, index) =>
        toLine(defaults, line, { contained: shares[index] ?? 0n, keepsTaxes, statesTaxes }),
      ),
      ...deliveryFees(invoice),
    ],
    shipping: withTaxesIf(keepsTaxes, shipping.charges),
    orderDiscount: orderDiscountOf(invoice, items, withoutTax + taxes.onTop),
    orderTaxes: keepsTaxes ? [] : taxOf(defaults, taxes.onTop + taxes.contained),
    decisions: [
      amountsFrom('the invoice', ['lines', 'shipping_cost', 'total_taxes', 'total_discount_amounts']),
      ...sentWithoutTax(inLines + shipping.contained, ['lines.taxes.tax_behavior']),
      ...(items.some((line) => billingCreditsOf(line) !== 0n)
        ? [
            {
              about: 'discount',
              value: 'billing credits',
              reason: 'billing credits lower the price before tax; they are sent as discounts',
              fields: ['lines.pretax_credit_amounts'],
            },
          ]
        : []),
    ],
  };
};

/** The discount of an invoice that none of its lines has: versions before 2020 state only one coupon. */
const orderDiscountOf = (invoice: Invoice, items: readonly InvoiceLine[], expected: bigint): bigint => {
  if (invoice.total_discount_amounts !== null) {
    const stated = sum(invoice.total_discount_amounts.map(({ amount }) => amount ?? 0n));
    const rest = stated - sum(items.map(discountOf));
    return rest > 0n ? rest : 0n;
  }
  const rest = expected - (invoice.total ?? expected);
  return invoice.discount !== null && rest > 0n ? rest : 0n;
};

/** Discounts of the item and of the invoice together. */
const discountOf = (line: InvoiceLine): bigint =>
  line.discount_amounts === null
    ? reductionOf(line, 'discount')
    : sum(line.discount_amounts.map(({ amount }) => amount ?? 0n));

const netOf = (line: InvoiceLine): bigint => (line.amount ?? 0n) - discountOf(line) - billingCreditsOf(line);

const toLine = (
  defaults: LineDefaults,
  line: InvoiceLine,
  { contained, keepsTaxes, statesTaxes }: LinePrice,
): SaleLine => {
  const discount = discountOf(line) + billingCreditsOf(line);
  const price = (line.amount ?? 0n) - contained;
  // A discount on money that is given back (or a surcharge written as one) is part of the price: no discount is negative.
  const isPlain = price >= 0n && discount >= 0n;
  return {
    id: line.id,
    kind: 'goods',
    name: line.description ?? line.plan?.nickname ?? line.plan?.name ?? 'Item',
    sku: line.pricing?.price_details?.product ?? line.price?.product ?? line.plan?.product ?? null,
    quantity: wholeQuantity(line.quantity, line.quantity_decimal),
    listed: isPlain ? price : price - discount,
    discount: isPlain ? discount : 0n,
    taxes: keepsTaxes ? lineTaxes(line).flatMap(({ amount }) => taxOf(defaults, amount ?? 0n)) : [],
    ...(statesTaxes && { taxed: taxedIn(lineTaxes(line), price - discount) }),
    ...notTaxableIn(lineTaxes(line)),
    isShipped: defaults.isShipped,
  };
};
