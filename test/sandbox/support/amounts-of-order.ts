import * as t from 'io-ts';

const Money = t.type({ shopMoney: t.type({ amount: t.string }) });
const Taxes = t.array(t.type({ priceSet: Money }));
const Allocations = t.array(t.type({ allocatedAmountSet: Money }));

const Order = t.type({
  name: t.string,
  taxesIncluded: t.boolean,
  originalTotalPriceSet: Money,
  totalPriceSet: Money,
  currentTotalPriceSet: Money,
  totalTaxSet: Money,
  additionalFees: t.array(t.type({ price: Money })),
  lineItems: t.type({
    nodes: t.array(
      t.type({
        originalTotalSet: Money,
        discountAllocations: Allocations,
        taxLines: Taxes,
        duties: t.array(t.type({ price: Money, taxLines: Taxes })),
      }),
    ),
  }),
  shippingLines: t.type({
    nodes: t.array(t.type({ originalPriceSet: Money, discountAllocations: Allocations, taxLines: Taxes })),
  }),
  agreements: t.type({
    nodes: t.array(
      t.type({
        reason: t.string,
        sales: t.type({ nodes: t.array(t.type({ lineType: t.string, totalAmount: Money })) }),
      }),
    ),
  }),
});
export type OrderAmounts = t.TypeOf<typeof Order>;

const Orders = t.type({
  orders: t.type({
    nodes: t.array(Order),
    pageInfo: t.type({ hasNextPage: t.boolean, endCursor: t.union([t.string, t.null]) }),
  }),
});

/** What has to be known of an order to add it up twice: from its parts, and from its ledger. */
export const amountsQuery = `query ($first: Int!, $after: String, $lines: Int!) {
  orders(first: $first, after: $after) {
    nodes {
      name taxesIncluded
      originalTotalPriceSet { ...M } totalPriceSet { ...M } currentTotalPriceSet { ...M } totalTaxSet { ...M }
      additionalFees { price { ...M } }
      lineItems(first: $lines) { nodes {
        originalTotalSet { ...M } discountAllocations { allocatedAmountSet { ...M } }
        taxLines { priceSet { ...M } } duties { price { ...M } taxLines { priceSet { ...M } } }
      } }
      shippingLines(first: 3, includeRemovals: true) { nodes {
        originalPriceSet { ...M } discountAllocations { allocatedAmountSet { ...M } } taxLines { priceSet { ...M } }
      } }
      agreements(first: 5) { nodes { reason sales(first: $lines) { nodes { lineType totalAmount { ...M } } } } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
fragment M on MoneyBag { shopMoney { amount } }`;

export const readAmounts = (data: unknown): t.TypeOf<typeof Orders> => {
  if (!Orders.is(data)) throw new Error('not the amounts of orders');
  return data;
};

/** In hundredths, whatever the currency: enough to compare sums. */
export const hundredths = ({ shopMoney }: t.TypeOf<typeof Money>): bigint => {
  const [whole = '0', fraction = ''] = shopMoney.amount.replace('-', '').split('.');
  const amount = BigInt(whole + fraction.padEnd(2, '0'));
  return shopMoney.amount.startsWith('-') ? -amount : amount;
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const taxes = (lines: t.TypeOf<typeof Taxes>): bigint => sum(lines.map(({ priceSet }) => hundredths(priceSet)));
const discounts = (all: t.TypeOf<typeof Allocations>): bigint =>
  sum(all.map(({ allocatedAmountSet }) => hundredths(allocatedAmountSet)));

/** What the parts of an order come to, as an order that was not touched afterwards shows them. */
export const sumOfParts = (order: OrderAmounts): bigint =>
  sum([
    ...order.lineItems.nodes.flatMap((line) => [
      hundredths(line.originalTotalSet) - discounts(line.discountAllocations),
      order.taxesIncluded ? 0n : taxes(line.taxLines),
      ...line.duties.map(({ price, taxLines }) => hundredths(price) + taxes(taxLines)),
    ]),
    ...order.shippingLines.nodes.flatMap((line) => [
      hundredths(line.originalPriceSet) - discounts(line.discountAllocations),
      order.taxesIncluded ? 0n : taxes(line.taxLines),
    ]),
    ...order.additionalFees.map(({ price }) => hundredths(price)),
  ]);

/** The ledger's totals: original, and after all changes of the order (adjustments only move money). */
export const sumsOfLedger = ({ agreements }: OrderAmounts): { readonly sold: bigint; readonly now: bigint } => {
  const of = (nodes: OrderAmounts['agreements']['nodes']): bigint =>
    sum(
      nodes.flatMap(({ sales }) =>
        sales.nodes.map(({ lineType, totalAmount }) => (lineType === 'ADJUSTMENT' ? 0n : hundredths(totalAmount))),
      ),
    );
  return { sold: of(agreements.nodes.filter(({ reason }) => reason === 'ORDER')), now: of(agreements.nodes) };
};
