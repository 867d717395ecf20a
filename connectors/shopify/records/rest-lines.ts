import { asText, countOf, gidOf, listOf, restMoney, type RestObject } from './rest-values.ts';

const taxLinesOf = (currency: unknown, value: unknown): unknown =>
  listOf(value, (tax) => ({
    title: tax['title'],
    channelLiable: tax['channel_liable'],
    priceSet: restMoney(currency)(tax, 'price'),
  }));

const allocationsOf = (currency: unknown, value: unknown): unknown =>
  listOf(value, (allocation) => ({ allocatedAmountSet: restMoney(currency)(allocation, 'amount') }));

/** A duty states its money as `shop_money`, without a name of its own. */
const dutiesOf = (currency: unknown, value: unknown): unknown =>
  listOf(value, (duty) => ({
    id: gidOf(duty, 'Duty'),
    price: restMoney(currency)({ price_set: duty }, 'price') ?? restMoney(currency)(duty, 'price'),
    taxLines: taxLinesOf(currency, duty['tax_lines']),
  }));

/** Where a tip was paid stands on the lines of tips alone, and there even when nobody knows it. */
const isTip = (line: RestObject): boolean => line['tip_payment_gateway'] !== undefined || line['tip'] !== undefined;

/** A line item of REST in the shape of GraphQL. */
export const restLine =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    id: gidOf(line, 'LineItem'),
    name: line['name'],
    title: line['title'],
    sku: asText(line['sku']),
    quantity: countOf(line['quantity']),
    requiresShipping: line['requires_shipping'],
    isGiftCard: line['gift_card'],
    isTip: isTip(line),
    originalUnitPriceSet: restMoney(currency)(line, 'price'),
    totalDiscountSet: restMoney(currency)(line, 'total_discount'),
    discountAllocations: allocationsOf(currency, line['discount_allocations']),
    taxLines: taxLinesOf(currency, line['tax_lines']),
    duties: dutiesOf(currency, line['duties']),
  });

/** A shipping line of REST in the shape of GraphQL. */
export const restShippingLine =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    id: gidOf(line, 'ShippingLine'),
    title: line['title'],
    originalPriceSet: restMoney(currency)(line, 'price'),
    discountedPriceSet: restMoney(currency)(line, 'discounted_price'),
    discountAllocations: allocationsOf(currency, line['discount_allocations']),
    taxLines: taxLinesOf(currency, line['tax_lines']),
  });
