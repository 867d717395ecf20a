/** The codec of an order of Shopify's Admin API, from which a sale is mapped. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Dispute } from './dispute.ts';
import { decodeAs, type Undecodable } from '../../../src/domain/decode.ts';
import { Agreement } from './agreement.ts';
import { quickCodec, quickOf, unread } from '../../../src/domain/quick-codec.ts';
import { connection } from './connection.ts';
import { fields } from './fields.ts';
import { LineItem } from './line-item.ts';
import { MailingAddress } from './mailing-address.ts';
import { Money, TaxLine } from './money.ts';
import { OrderRefund } from './order-refund.ts';
import { ShippingLine } from './shipping-line.ts';

const texts = t.readonlyArray(t.string, 'list of string');

const App = fields({ id: t.string, name: t.string }, 'App');

/** The sales channel in API versions before 2026-07; deprecated since. */
const ChannelInformation = fields(
  {
    channelDefinition: fields(
      { handle: t.string, channelName: t.string, subChannelName: t.string },
      'ChannelDefinition',
    ),
    app: fields({ id: t.string, title: t.string }, 'App'),
  },
  'ChannelInformation',
);

const Exemptions = fields({ taxExempt: t.boolean, taxExemptions: texts, tags: texts }, 'Exemptions');

const PurchasingEntity = fields(
  { location: fields({ taxSettings: Exemptions }, 'CompanyLocation') },
  'PurchasingEntity',
);

const AdditionalFee = fields(
  { id: t.string, name: t.string, price: Money, taxLines: connection(TaxLine) },
  'AdditionalFee',
);

export const FulfillmentOrder = fields(
  {
    deliveryMethod: fields({ methodType: t.string }, 'DeliveryMethod'),
    assignedLocation: MailingAddress,
    destination: MailingAddress,
  },
  'FulfillmentOrder',
);
export type FulfillmentOrder = t.TypeOf<typeof FulfillmentOrder>;

/** A payment of the order; those of its refunds are listed with them. */
const Payment = fields(
  {
    paymentId: t.string,
    kind: t.string,
    status: t.string,
    processedAt: t.string,
    amountSet: Money,
  },
  'OrderTransaction',
);

const OrderFields = fields(
  {
    id: t.string,
    name: t.string,
    createdAt: t.string,
    processedAt: t.string,
    updatedAt: t.string,
    cancelledAt: t.string,
    test: t.boolean,
    edited: t.boolean,
    returnStatus: t.string,
    displayFinancialStatus: t.string,
    sourceName: t.string,
    app: App,
    attribution: fields({ handle: t.string, displayName: t.string }, 'Attribution'),
    channelInformation: ChannelInformation,
    merchantOfRecordApp: App,
    tags: texts,
    currencyCode: t.string,
    presentmentCurrencyCode: t.string,
    taxesIncluded: t.boolean,
    taxExempt: t.boolean,
    estimatedTaxes: t.boolean,
    dutiesIncluded: t.boolean,
    shippingAddress: MailingAddress,
    billingAddress: MailingAddress,
    originalTotalPriceSet: Money,
    totalPriceSet: Money,
    totalReceivedSet: Money,
    totalDiscountsSet: Money,
    totalTaxSet: Money,
    totalShippingPriceSet: Money,
    totalTipReceivedSet: Money,
    originalTotalDutiesSet: Money,
    originalTotalAdditionalFeesSet: Money,
    additionalFees: connection(AdditionalFee),
    lineItems: connection(LineItem),
    shippingLines: connection(ShippingLine),
    shippingLine: ShippingLine,
    agreements: connection(Agreement),
    /** Only the reasons, of more agreements than `agreements` includes. */
    reasons: connection(fields({ reason: t.string }, 'SalesAgreement')),
    refunds: connection(OrderRefund),
    disputes: connection(Dispute),
    transactions: connection(Payment),
    customer: Exemptions,
    purchasingEntity: PurchasingEntity,
    retailLocation: fields({ address: MailingAddress }, 'Location'),
    fulfillmentOrders: connection(FulfillmentOrder),
  },
  'Order',
);

/**
 * An order of the GraphQL Admin API. Only `id` is required: a missing field was not requested, a null one has no value or no
 * access; enums are open.
 */
export type Order = t.TypeOf<typeof OrderFields> & { readonly id: string };

const readFields = quickOf(OrderFields);

const hasId = (order: t.TypeOf<typeof OrderFields>): order is Order => typeof order.id === 'string';

export const Order: t.Type<Order, unknown> = quickCodec(
  'Order',
  (value) => {
    const order = readFields(value);
    return order === unread || !hasId(order) ? unread : order;
  },
  (value, context) => {
    const order = OrderFields.validate(value, context);
    if (E.isLeft(order)) return order;
    const { id } = order.right;
    return t.failure(id, [...context, { key: 'id', type: t.string, actual: id }]);
  },
);

/** Decodes a GraphQL order. Left has paths and expected types, never values. */
export const decodeOrder: (input: unknown) => E.Either<Undecodable, Order> = decodeAs(Order);
