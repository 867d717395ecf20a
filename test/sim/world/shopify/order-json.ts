import { decimal } from '../decimal.ts';
import { street } from '../place.ts';
import { addedByEdit, agreementOf, netOf, type Order, type OrderLine, type OrderRefund, totalOf } from './order.ts';

type Json = Readonly<Record<string, unknown>>;

/** As Shopify writes times: to the second. */
export const timeText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

export const gid = (type: string, id: string): string => `gid://shopify/${type}/${id}`;
const whole = (nodes: readonly Json[]): Json => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });

const moneyIn =
  (currencyCode: string) =>
  (amount: bigint): Json => ({ shopMoney: { amount: decimal(currencyCode, amount), currencyCode } });

const lineJson = ({ currency, isGiftCard }: Order, { id, quantity, price, discount, tax }: OrderLine): Json => {
  const money = moneyIn(currency);
  return {
    id: gid('LineItem', id),
    name: 'Walnut desk',
    sku: 'DESK-1',
    quantity,
    requiresShipping: !isGiftCard,
    isGiftCard,
    originalUnitPriceSet: money(price),
    discountAllocations: discount === 0n ? [] : [{ allocatedAmountSet: money(discount) }],
    taxLines: tax === 0n ? [] : [{ title: 'State Tax', channelLiable: false, priceSet: money(tax) }],
    duties: [],
  };
};

const saleJson = ({ currency, isGiftCard }: Order, line: OrderLine): Json => {
  const money = moneyIn(currency);
  const { id, quantity, tax } = line;
  const taxLine = { title: 'State Tax', channelLiable: false };
  return {
    __typename: isGiftCard ? 'GiftCardSale' : 'ProductSale',
    id: gid('Sale', id),
    lineType: isGiftCard ? 'GIFT_CARD' : 'PRODUCT',
    quantity,
    totalAmount: money(netOf(line) + tax),
    totalTaxAmount: money(tax),
    taxes: tax === 0n ? [] : [{ amount: money(tax), taxLine }],
    lineItem: { id: gid('LineItem', id) },
  };
};

const shippingSale = ({ id, currency, shipping }: Order): Json => ({
  __typename: 'ShippingLineSale',
  id: gid('Sale', `${id}0`),
  lineType: 'SHIPPING',
  quantity: 1,
  totalAmount: moneyIn(currency)(shipping),
  totalTaxAmount: moneyIn(currency)(0n),
  taxes: [],
  shippingLine: { id: gid('ShippingLine', id), title: 'Standard' },
});

const refundJson = ({ currency }: Order, { id, at, line }: OrderRefund): Json => {
  const money = moneyIn(currency);
  return {
    id: gid('Refund', id),
    createdAt: timeText(at),
    totalRefundedSet: money(netOf(line) + line.tax),
    duties: [],
    refundLineItems: whole([
      {
        quantity: line.quantity,
        lineItem: { id: gid('LineItem', line.id) },
        subtotalSet: money(netOf(line)),
        totalTaxSet: money(line.tax),
      },
    ]),
    refundShippingLines: whole([]),
    orderAdjustments: whole([]),
    transactions: whole([{ kind: 'REFUND', status: 'SUCCESS', amountSet: money(netOf(line) + line.tax) }]),
  };
};

const refundAgreement = (order: Order, { id, at, line }: OrderRefund): Json => ({
  id: gid('SalesAgreement', `${id}0`),
  reason: 'REFUND',
  happenedAt: timeText(at),
  refund: { id: gid('Refund', id) },
  sales: whole([saleJson(order, { ...line, quantity: -line.quantity, discount: -line.discount, tax: -line.tax })]),
});

/**
 * The ledger of an order: its sale, then what was added by edits, and the refunds of an order that was edited; those of
 * another one are pushed by the refunds themselves.
 */
export const ledgerJson = (order: Order): readonly Json[] => {
  const { id, soldAt, shipping, lines, edits, refunds } = order;
  const money = moneyIn(order.currency);
  const sale: Json = {
    id: gid('SalesAgreement', id),
    reason: 'ORDER',
    happenedAt: timeText(soldAt),
    sales: whole([...lines.map((line) => saleJson(order, line)), ...(shipping === 0n ? [] : [shippingSale(order)])]),
  };
  const additions = edits.map((at, index): Json => ({
    id: gid('SalesAgreement', agreementOf(order, index + 1)),
    reason: 'ORDER_EDIT',
    happenedAt: timeText(at),
    sales: whole([
      {
        __typename: 'ProductSale',
        id: gid('Sale', `${id}9${index}`),
        lineType: 'PRODUCT',
        quantity: 1,
        totalAmount: money(addedByEdit),
        totalTaxAmount: money(0n),
        taxes: [],
        lineItem: { id: gid('LineItem', `${id}9${index}`) },
      },
    ]),
  }));
  return [sale, ...additions, ...(edits.length === 0 ? [] : refunds.map((refund) => refundAgreement(order, refund)))];
};

/** An order as the Admin API answers it, as far as the connector asks. */
export const orderJson = (order: Order): Json => {
  const { id, number, currency, shipTo, refunds, edits } = order;
  const money = moneyIn(currency);
  const [sale, ...additions] = ledgerJson(order);
  const address = {
    address1: order.isRedacted ? null : street,
    address2: null,
    city: shipTo.city,
    province: null,
    provinceCode: shipTo.state,
    zip: shipTo.zip,
    country: 'United States',
    countryCodeV2: 'US',
  };
  const added = edits.map((_, index): OrderLine => ({
    id: `${id}9${index}`,
    quantity: 1,
    price: addedByEdit,
    discount: 0n,
    tax: 0n,
  }));
  return {
    id: gid('Order', id),
    name: `#${number}`,
    createdAt: timeText(order.soldAt),
    processedAt: timeText(order.soldAt),
    updatedAt: timeText(order.updatedAt),
    cancelledAt: null,
    test: order.isTest,
    edited: edits.length > 0,
    returnStatus: 'NO_RETURN',
    displayFinancialStatus: refunds.length > 0 ? 'PARTIALLY_REFUNDED' : order.payment,
    sourceName: 'web',
    app: null,
    tags: [],
    currencyCode: currency,
    presentmentCurrencyCode: currency,
    taxesIncluded: false,
    taxExempt: false,
    estimatedTaxes: false,
    dutiesIncluded: false,
    shippingAddress: order.isSpoilt ? 7 : address,
    billingAddress: address,
    originalTotalPriceSet: money(totalOf(order) + order.misstatedBy),
    totalTipReceivedSet: money(0n),
    additionalFees: [],
    lineItems: whole([...order.lines, ...added].map((line) => lineJson(order, line))),
    shippingLines: whole(
      order.shipping === 0n
        ? []
        : [
            {
              id: gid('ShippingLine', id),
              title: 'Standard',
              originalPriceSet: money(order.shipping),
              discountedPriceSet: money(order.shipping),
              taxLines: [],
            },
          ],
    ),
    agreements: {
      nodes: sale === undefined ? [] : [sale],
      pageInfo: { hasNextPage: additions.length > 0, endCursor: '0' },
    },
    refunds: refunds.map((refund) => refundJson(order, refund)),
    transactions: order.paidWith === null ? [] : [{ paymentId: order.paidWith }],
    customer: { taxExempt: false, taxExemptions: [], tags: [] },
  };
};
