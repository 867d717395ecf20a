import type * as E from 'fp-ts/lib/Either.js';
import type { Undecodable } from '../../../src/domain/decode.ts';
import { isList } from './is-list.ts';
import { isRecord } from './is-record.ts';
import { decodeOrder, type Order } from './order.ts';
import { restAddress } from './rest-address.ts';
import { restLine, restShippingLine } from './rest-lines.ts';
import { restRefund } from './rest-refund.ts';
import { asText, enumOf, gidOf, listOf, restMoney, type RestObject, tagsOf } from './rest-values.ts';

const appOf = (id: unknown): unknown =>
  id === null || id === undefined ? id : { id: `gid://shopify/App/${String(asText(id))}` };

/** The documentation writes exemptions as `{}` in one place; what is no list names none. */
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
 * Reads an order of the Admin API of REST, or of a webhook, as the order that GraphQL would tell: snake case, lower-case
 * enums, amounts as `_set`, text or number, ids as numbers.
 *
 * REST knows neither the ledger nor whether an order was edited, nor the place of stores and pickups: the connector reads
 * GraphQL, and this is for exports and recordings. Parse their text with `parseLossless`, or large ids lose digits.
 *
 * @example
 * orderFromRest(parseLossless(text)) // right({ legacyResourceId: '450789469', … })
 */
export const orderFromRest = (json: unknown): E.Either<Undecodable, Order> =>
  decodeOrder(isRecord(json) ? inGraphqlShape(json) : json);
