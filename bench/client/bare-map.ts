import type { BareRow } from './bare-store.ts';

/** The part of an order that the hand-written map reads, believed without a look. */
export interface BareOrder {
  readonly id: string;
  readonly name: string;
  readonly processedAt: string;
  readonly displayFinancialStatus: string;
  readonly test: boolean;
  readonly currencyCode: string;
  readonly originalTotalPriceSet: BareMoney;
  readonly shippingAddress: BareAddress | null;
  readonly billingAddress: BareAddress | null;
  readonly lineItems: { readonly nodes: readonly BareLine[] };
  readonly shippingLines: { readonly nodes: readonly BareShipping[] };
}

interface BareMoney {
  readonly shopMoney: { readonly amount: string };
}

interface BareAddress {
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
  readonly countryCodeV2: string | null;
}

interface BareLine {
  readonly id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: number;
  readonly originalUnitPriceSet: BareMoney;
  readonly discountAllocations: readonly { readonly allocatedAmountSet: BareMoney }[];
  readonly taxLines: readonly { readonly priceSet: BareMoney }[];
}

interface BareShipping {
  readonly discountedPriceSet: BareMoney;
  readonly taxLines: readonly { readonly priceSet: BareMoney }[];
}

const cents = ({ shopMoney }: BareMoney): number => Math.round(Number(shopMoney.amount) * 100);

const sumOf = <A>(items: readonly A[], amount: (item: A) => number): number => {
  let total = 0;
  for (const item of items) total += amount(item);
  return total;
};

const discountOf = ({ discountAllocations }: BareLine): number =>
  sumOf(discountAllocations, ({ allocatedAmountSet }) => cents(allocatedAmountSet));

const taxOf = ({ taxLines }: BareLine | BareShipping): number => sumOf(taxLines, ({ priceSet }) => cents(priceSet));

const paid: ReadonlySet<string> = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']);

/**
 * The body of the POST as a person in a hurry would make it: dollars, no check, no exception, no reason. Undefined for
 * what was not paid. It is here to be cheap, not to be right.
 */
export const bareRow = (order: BareOrder): BareRow | undefined => {
  if (order.test || !paid.has(order.displayFinancialStatus)) return undefined;
  const recordId = order.id.slice(order.id.lastIndexOf('/') + 1);
  const lines = order.lineItems.nodes;
  const shipping = order.shippingLines.nodes;
  const to = order.shippingAddress ?? order.billingAddress;
  const tax = sumOf(lines, taxOf) + sumOf(shipping, taxOf);
  const id = `shopify:548380009:${recordId}`;
  const body = JSON.stringify({
    id,
    name: `Shopify ${order.name} · ${recordId}`,
    transactedAt: order.processedAt,
    currency: order.currencyCode,
    lineItems: lines.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      amount: cents(line.originalUnitPriceSet) / 100,
      productName: line.name,
      productSku: line.sku,
      discount: discountOf(line) / 100,
    })),
    subtotal: sumOf(lines, (line) => cents(line.originalUnitPriceSet) * line.quantity - discountOf(line)) / 100,
    shippingHandling: sumOf(shipping, ({ discountedPriceSet }) => cents(discountedPriceSet)) / 100,
    taxCollected: tax / 100,
    total: cents(order.originalTotalPriceSet) / 100,
    shipToAddress: to && {
      line1: to.address1,
      line2: to.address2,
      city: to.city,
      state: to.provinceCode,
      zip: to.zip,
      country: to.countryCodeV2,
    },
    recalculate: false,
  });
  return { id, body };
};
