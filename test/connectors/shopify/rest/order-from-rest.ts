import type * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../../src/domain/decode.ts';
import { isRecord, isList } from '../../../../src/domain/fields.ts';
import { decodeOrder, type Order } from '../../../../connectors/shopify/records/order.ts';
import { asText, countOf, enumOf, gidOf, listOf, restMoney, type RestObject, tagsOf } from './rest-values.ts';
import { adjustmentsBesideShipping, restRefundedShipping } from './rest-refunded-shipping.ts';

const appOf = (id: unknown): unknown =>
  id === null || id === undefined ? id : { id: `gid://shopify/App/${String(asText(id))}` };

/** Shopify's documentation shows exemptions as `{}` once; anything but a list means none. */
const customerOf = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  const { tax_exempt: taxExempt, tax_exemptions: exemptions, tags } = value;
  return { taxExempt, taxExemptions: isList(exemptions) ? exemptions : undefined, tags: tagsOf(tags) };
};

const inGraphqlShape = (rest: RestObject): unknown => {
  const currency = rest['currency'];
  const money = restMoney(currency);
  return {
    id: gidOf(rest, 'Order'),
    name: rest['name'],
    createdAt: rest['created_at'],
    processedAt: rest['processed_at'],
    updatedAt: rest['updated_at'],
    cancelledAt: rest['cancelled_at'],
    test: rest['test'],
    displayFinancialStatus: enumOf(rest['financial_status']),
    sourceName: asText(rest['source_name']),
    app: appOf(rest['app_id']),
    merchantOfRecordApp: appOf(rest['merchant_of_record_app_id']),
    tags: tagsOf(rest['tags']),
    currencyCode: currency,
    presentmentCurrencyCode: rest['presentment_currency'],
    taxesIncluded: rest['taxes_included'],
    taxExempt: rest['tax_exempt'],
    estimatedTaxes: rest['estimated_taxes'],
    dutiesIncluded: rest['duties_included'],
    shippingAddress: restAddress(rest['shipping_address']),
    billingAddress: restAddress(rest['billing_address']),
    totalPriceSet: money(rest, 'total_price'),
    totalDiscountsSet: money(rest, 'total_discounts'),
    totalTaxSet: money(rest, 'total_tax'),
    totalShippingPriceSet: money(rest, 'total_shipping_price'),
    totalTipReceivedSet: money(rest, 'total_tip_received'),
    originalTotalDutiesSet: money(rest, 'original_total_duties'),
    originalTotalAdditionalFeesSet: money(rest, 'original_total_additional_fees'),
    lineItems: listOf(rest['line_items'], restLine(currency)),
    shippingLines: listOf(rest['shipping_lines'], restShippingLine(currency)),
    refunds: listOf(rest['refunds'], restRefund(currency, rest['taxes_included'] === true)),
    customer: customerOf(rest['customer']),
  };
};

/**
 * Reads an order of the REST Admin API or of a webhook into the shape of GraphQL: from snake case, lower-case enums, amounts
 * as `_set`, text or number, and ids as numbers.
 *
 * Most recordings of real shops are of REST, which has neither the ledger, nor the edited flag, nor the addresses of stores and
 * pickups; the connector reads GraphQL alone. Parse their text with `parseLossless`, or large ids lose digits.
 *
 * @example
 * orderFromRest(parseLossless(text)) // right({ legacyResourceId: '450789469', … })
 */
export const orderFromRest = (json: unknown): E.Either<Undecodable, Order> =>
  decodeOrder(isRecord(json) ? inGraphqlShape(json) : json);

/** Without names and phone numbers. */
const restAddress = (value: unknown): unknown =>
  isRecord(value)
    ? {
        address1: value['address1'],
        address2: value['address2'],
        city: value['city'],
        province: value['province'],
        provinceCode: value['province_code'],
        zip: asText(value['zip']),
        country: value['country'],
        countryCode: value['country_code'],
      }
    : value;

const taxLinesOf = (currency: unknown, value: unknown): unknown =>
  listOf(value, (tax) => ({
    title: tax['title'],
    rate: countOf(tax['rate']),
    // False is also written where it was never filled in (shopify.dev changelog, 2021-07 and 2024-01).
    channelLiable: tax['channel_liable'] === false ? null : tax['channel_liable'],
    priceSet: restMoney(currency)(tax, 'price'),
  }));

const allocationsOf = (currency: unknown, value: unknown): unknown =>
  listOf(value, (allocation) => ({ allocatedAmountSet: restMoney(currency)(allocation, 'amount') }));

/** A duty has `shop_money` directly, without a `price_set`. */
const dutiesOf = (currency: unknown, value: unknown): unknown =>
  listOf(value, (duty) => ({
    id: gidOf(duty, 'Duty'),
    price: restMoney(currency)({ price_set: duty }, 'price') ?? restMoney(currency)(duty, 'price'),
    taxLines: taxLinesOf(currency, duty['tax_lines']),
  }));

/** Only lines of tips have these fields, even if empty. */
const isTip = (line: RestObject): boolean => line['tip_payment_gateway'] !== undefined || line['tip'] !== undefined;

const restLine =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    id: gidOf(line, 'LineItem'),
    name: line['name'],
    title: line['title'],
    sku: asText(line['sku']),
    quantity: countOf(line['quantity']),
    requiresShipping: line['requires_shipping'],
    taxable: line['taxable'],
    isGiftCard: line['gift_card'],
    isTip: isTip(line),
    originalUnitPriceSet: restMoney(currency)(line, 'price'),
    totalDiscountSet: restMoney(currency)(line, 'total_discount'),
    discountAllocations: allocationsOf(currency, line['discount_allocations']),
    taxLines: taxLinesOf(currency, line['tax_lines']),
    duties: dutiesOf(currency, line['duties']),
  });

const restShippingLine =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    id: gidOf(line, 'ShippingLine'),
    title: line['title'],
    originalPriceSet: restMoney(currency)(line, 'price'),
    discountedPriceSet: restMoney(currency)(line, 'discounted_price'),
    discountAllocations: allocationsOf(currency, line['discount_allocations']),
    taxLines: taxLinesOf(currency, line['tax_lines']),
  });

const lineOf =
  (currency: unknown) =>
  (line: RestObject): unknown => ({
    quantity: countOf(line['quantity']),
    lineItem: {
      id: isRecord(line['line_item']) ? gidOf(line['line_item'], 'LineItem') : gidOf(line, 'LineItem', 'line_item_id'),
    },
    subtotalSet: restMoney(currency)(line, 'subtotal'),
    totalTaxSet: restMoney(currency)(line, 'total_tax'),
  });

const adjustmentOf =
  (currency: unknown) =>
  (adjustment: RestObject): unknown => ({
    amountSet: restMoney(currency)(adjustment, 'amount'),
    taxAmountSet: restMoney(currency)(adjustment, 'tax_amount'),
  });

const transactionOf =
  (currency: unknown) =>
  (transaction: RestObject): unknown => ({
    kind: enumOf(transaction['kind']),
    status: enumOf(transaction['status']),
    // A transaction may be in the buyer's currency instead of the shop's.
    amountSet:
      transaction['currency'] === undefined || transaction['currency'] === currency
        ? restMoney(currency)(transaction, 'amount')
        : undefined,
  });

const dutyOf =
  (currency: unknown) =>
  (duty: RestObject): unknown => ({
    originalDuty: { id: gidOf(duty, 'Duty', 'duty_id') },
    amountSet: restMoney(currency)(duty, 'amount'),
  });

const restRefund =
  (currency: unknown, taxesIncluded: boolean) =>
  (refund: RestObject): unknown => ({
    id: gidOf(refund, 'Refund'),
    createdAt: refund['created_at'],
    processedAt: refund['processed_at'],
    duties: listOf(refund['duties'], dutyOf(currency)),
    refundLineItems: listOf(refund['refund_line_items'], lineOf(currency)),
    refundShippingLines: restRefundedShipping(currency, refund, taxesIncluded),
    orderAdjustments: listOf(adjustmentsBesideShipping(refund, taxesIncluded), adjustmentOf(currency)),
    transactions: listOf(refund['transactions'], transactionOf(currency)),
  });

const isFromRest = (json: unknown): boolean =>
  isRecord(json) && !(typeof json['id'] === 'string' && json['id'].startsWith('gid://'));

/** An order of either Admin API in the shape of GraphQL. */
export const asGraphql = (json: unknown): unknown => (isRecord(json) && isFromRest(json) ? inGraphqlShape(json) : json);

/** Reads an order of either Admin API from a recording. */
export const decodeAnyOrder = (json: unknown): E.Either<Undecodable, Order> => decodeOrder(asGraphql(json));
