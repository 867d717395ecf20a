/** Maps a Shopify order to a sale: the amounts as it was placed, and each later change as a refund or adjustment. */
import type { PlatformEvent } from '../../../src/domain/platform-event.ts';
import { disputeAdjustments, lostDisputes } from './disputes.ts';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Instant } from '../../../src/domain/instant.ts';
import { type Currency, findCurrency } from '../../../src/domain/money.ts';
import { type Exclusion, held, type RecordReference } from '../../../src/domain/exclusion.ts';
import { sumOfParts, taxOfSale } from '../../../src/mapping/amounts.ts';
import { type Address, jurisdictionOf } from '../../../src/domain/transaction.ts';
import type { Refund, ValueReason, Sale } from '../../../src/mapping/sale.ts';
import { addedLinesOf } from './ledger.ts';
import { amendmentsOf, holdingUnclearLines, isCovered } from './amendments.ts';
import { amountReader, optionalOf, totalAsPlaced } from './amounts.ts';
import { deliveryOf, destinationsOf, shipFromOf } from './destinations.ts';
import { exemptionsOf } from './exemptions.ts';
import { arrivedPayments, holdOf, incomplete, isRefundedDeposit, paymentStateOf } from './payment.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import { idOfGid, instantOrBlank } from '../records/values.ts';
import { ledgerShowsLaterEvents } from './agreements.ts';
import { withWholeRefunds } from './left-of-order.ts';
import { describeNames, withDutiesApart } from './lines.ts';
import { marketplacesOf } from './marketplaces.ts';
import { adjustmentsOf } from './adjustments.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import { type OrderContext, referencesOf, undecodableOrder } from './identity.ts';
import { decodeOrder, type Order } from '../records/order.ts';
import { lacksChanges, paymentMomentsOf } from './payment-moments.ts';
import { refundsOf, removalAdjustment } from './refunds.ts';
import { amountsFromFields, amountsFromLedger } from './order-amounts.ts';
import { withTipsThatAddUp } from './tips.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import type { Connection } from '../records/connection.ts';
import { isAmended } from '../records/is-amended.ts';
import type { OrderRefund } from '../records/order-refund.ts';

/** The page of an order in Shopify's admin; null for anything that is not an order of a shop. */
export const orderUrl = (shop: string, id: string): string | null =>
  /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/i.test(shop) && /^\d+$/.test(id) ? `https://${shop}/admin/orders/${id}` : null;

/**
 * Maps an order to a sale, with no policy except its exemption tags. Pure: the same order and context give the same sale.
 *
 * Amounts come from the agreement under which the order was placed, if it has a ledger, so that later edits, refunds and
 * cancellations change nothing; each of those is a separate refund or adjustment.
 *
 * Left when a field that amounts or date need is missing (`incomplete record`, with the field names), or when an amount is not
 * exact or its currency unknown.
 *
 * @example
 * pipe(order, orderToSale(context)) // right({ lines: […], statedTotal: 2790n, … })
 */
export const orderToSale =
  (context: OrderContext) =>
  (order: Order): E.Either<Exclusion, Sale> =>
    saleOfOrder(context, order);

/** See `orderToSale`. */
export const saleOfOrder = (context: OrderContext, order: Order): E.Either<Exclusion, Sale> => {
  const record = referenceOf(order);
  const currency = currencyOf(order, record);
  if (E.isLeft(currency)) return currency;
  const reader = amountReader(currency.right);
  unreadParts(order).forEach(reader.noteMissing);

  const occurredAt = instantOrBlank(order.processedAt ?? order.createdAt);
  if (occurredAt === '') reader.noteMissing('processedAt');

  const placed = orderAgreement(order);
  if (placed._tag === 'CutShort') reader.noteMissing(placed.field);
  const amounts =
    placed._tag === 'Found' ? amountsFromLedger(reader, order, placed.agreement) : amountsFromFields(reader, order);

  const total = totalAsPlaced(order);
  const statedTotal = isGiven(total) ? reader.read(total, 'originalTotalPriceSet') : null;
  const isTaxed = taxOfSale(amounts) !== 0n;
  const { refunds, removals, undone } = refundsOf(reader, currency.right, order, isTaxed);
  const { amendments, unclearLines } = holdingUnclearLines(
    amendmentsOf(reader, currency.right, order),
    amounts.lines.map(({ id }) => id),
  );
  const changes = {
    placed: statedTotal,
    changes: [...refunds, ...removals, ...amendments],
    isPaid: paymentStateOf(order.displayFinancialStatus, () => false) === 'paid',
  };
  const { precedes: precedences, wasPaidInFull } = paymentMomentsOf(reader, currency.right, order, changes);
  if (lacksChanges(reader, currency.right, order, changes))
    reader.noteMissing('agreements (changes before the payment)');

  const status = paymentStateOf(
    order.displayFinancialStatus,
    () => wasPaidInFull ?? isCovered(reader, currency.right, order, statedTotal),
  );
  if (status === undefined) reader.noteMissing('displayFinancialStatus');
  const payment = isRefundedDeposit(reader, currency.right, order, statedTotal) ? 'partially paid' : status;
  const marked = <Change extends Refund>(change: Change): Change => {
    const precedes = precedences.get(change);
    if (precedes === undefined) return change;
    // The payment proves that the change came before it, whatever its reason was.
    const { isUnclear: _, ...shown } = change;
    return 'kind' in change ? { ...(shown as Change), precedes } : { ...change, precedes };
  };
  const destinations = destinationsOf(order);
  const shipFrom = shipFromOf(order);
  if (destinations.length === 0 && deliveryOf(order).isInStore && !context.readsLocations) {
    reader.noteMissing('retailLocation (grant the scope read_locations)');
  }

  const draft = withPricesThatAddUp(order, {
    identity: {
      platform: 'shopify',
      platformName: 'Shopify',
      account: context.account.id,
      recordId: record.sourceId,
      number: order.name ?? null,
      url: orderUrl(context.account.name, record.sourceId),
    },
    occurredAt,
    payment: payment ?? 'not paid',
    isTest: order.test === true,
    taxIsEstimated: order.estimatedTaxes === true,
    isCanceled: isGiven(order.cancelledAt),
    currency: currency.right,
    pricesIncludeTax: amounts.pricesIncludeTax,
    lines: amounts.lines,
    shipping: amounts.shipping,
    orderDiscount: amounts.orderDiscount,
    orderTaxes: amounts.orderTaxes,
    statedTotal,
    destinations,
    exemptions: exemptionsOf(context.policy, order, isTaxed),
    marketplaces: marketplacesOf(order),
    references: referencesOf(order),
    refunds: [...refunds, ...removals.filter((removal) => precedences.has(removal))].map(marked),
    amendments: amendments.map(marked),
    undone,
    ...(!isGiven(order.disputes) && { hidesDisputes: true }),
    addedLines: addedLinesOf(reader, order, amounts.lines).filter(({ id }) => !unclearLines.has(id)),
    adjustments: [
      ...adjustmentsOf(reader, currency.right, order),
      ...(ledgerShowsLaterEvents(order) ? [] : removals)
        .filter((removal) => !precedences.has(removal))
        .map(removalAdjustment(currency.right)),
    ],
    decisions: [amounts.decision, ...describeNames(order), ...describeShipFrom(shipFrom)],
    ...optionalOf(order, shipFrom),
    ...laterDatesOf(order, occurredAt),
  });
  const sold = withWholeRefunds(withTipsThatAddUp(withDutiesApart(reader, order, draft)));
  const disputes = lostDisputes(reader, currency.right, order, sold);
  const sale = {
    ...sold,
    amendments: [...(sold.amendments ?? []), ...disputes],
    adjustments: [...sold.adjustments, ...disputeAdjustments(reader, currency.right, order, disputes)],
  };

  // An unread field is missing, unless the other parts add up to the stated total.
  const isProven = statedTotal !== null && sumOfParts(sale) === statedTotal;
  const taxIsInside = sale.pricesIncludeTax && amounts.unread.some((field) => field.endsWith('.taxLines'));
  if (!isProven || taxIsInside) amounts.unread.forEach(reader.noteMissing);

  const hold = holdOf(record, reader.problems());
  return O.isSome(hold) ? E.left(hold.value) : E.right(sale);
};

/** Maps the JSON of an order in the Admin API to a sale, or to the reason why it is not sent. */
export const orderToResult =
  (context: OrderContext) =>
  (json: unknown): SourceResult =>
    pipe(
      decodeOrder(json),
      E.match((problem) => undecodableOrder(json, problem), orderToSale(context)),
    );

/** The lists that an order's amounts or address need, and that are missing or cut short. */
export const unreadParts = (order: Order): readonly string[] => {
  const { lineItems, shippingLines, refunds, additionalFees, fulfillmentOrders, agreements } = order;
  return [
    ...(!isGiven(lineItems) || lineItems.isCutShort ? ['lineItems'] : []),
    ...(isCutShort(shippingLines) ? ['shippingLines'] : []),
    ...(isCutShort(additionalFees) ? ['additionalFees'] : []),
    ...(isCutShort(fulfillmentOrders) ? ['fulfillmentOrders'] : []),
    ...(isAmended(order) && isCutShort(agreements) ? ['agreements'] : []),
    ...(isCutShort(refunds) || refunds?.nodes.some(ofRefund) === true ? ['refunds'] : []),
  ];
};

/** The order's id and the name that the merchant sees. */
const referenceOf = ({ id, name }: Order): RecordReference => ({
  sourceId: idOfGid(id),
  name: name ?? idOfGid(id),
});

const currencyOf = (order: Order, record: RecordReference): E.Either<Exclusion, Currency> => {
  const code = currencyCodeOf(order);
  if (code === undefined) return E.left(incomplete(record, [...unreadParts(order), 'currencyCode']));
  return pipe(
    findCurrency(code),
    E.fromOption(() => held(record, 'unknown currency', 'its currency is not one of ISO 4217')),
  );
};

const currencyCodeOf = (order: Order): string | undefined =>
  (order.originalTotalPriceSet ?? order.totalPriceSet)?.currencyCode ??
  order.currencyCode ??
  order.lineItems?.nodes.map(({ originalUnitPriceSet }) => originalUnitPriceSet?.currencyCode).find(Boolean) ??
  undefined;

const isCutShort = (list: Connection<unknown> | null | undefined): boolean => list?.isCutShort === true;

const ofRefund = (refund: OrderRefund): boolean =>
  isCutShort(refund.refundLineItems) ||
  isCutShort(refund.refundShippingLines) ||
  isCutShort(refund.orderAdjustments) ||
  isCutShort(refund.transactions) ||
  isCutShort(refund.duties);

/** When `taxesIncluded` is missing, prices include tax if only then the parts add up to the stated total. */
const withPricesThatAddUp = (order: Order, sale: Sale): Sale => {
  if (typeof order.taxesIncluded === 'boolean' || sale.statedTotal === null) return sale;
  const inclusive = { ...sale, pricesIncludeTax: true };
  return sumOfParts(sale) !== sale.statedTotal && sumOfParts(inclusive) === sale.statedTotal ? inclusive : sale;
};

const describeShipFrom = (address: Address | undefined): readonly ValueReason[] =>
  address === undefined
    ? []
    : [
        {
          about: 'shipFromAddress',
          value: jurisdictionOf(address),
          reason: 'the location that ships the order; sent where service.wire.optional names it',
          fields: ['fulfillmentOrders.assignedLocation'],
        },
      ];

/** Dates of the order other than the date of its sale: payment, creation, last change, cancellation. */
const laterDatesOf = (
  order: Order,
  occurredAt: Instant,
): Pick<Sale, 'paidAt' | 'madeAt' | 'lastChangedAt' | 'undoneBy'> => {
  const changed = instantOrBlank(order.updatedAt);
  const made = instantOrBlank(order.createdAt);
  const paid = arrivedPayments(order)
    .map(({ at }) => at)
    .filter((at) => at !== '')
    .sort();
  return {
    ...(paid.length > 0 && { paidAt: paid }),
    ...(made !== '' && made !== occurredAt && { madeAt: made }),
    ...(changed !== '' && { lastChangedAt: changed }),
    ...(isGiven(order.cancelledAt) && { undoneBy: canceledBy(order) }),
  };
};

/** The cancellation of an order that was sent while it was unpaid. */
const canceledBy = ({ cancelledAt, name }: Order): PlatformEvent => ({
  id: null,
  occurredAt: instantOrBlank(cancelledAt) || null,
  message: `Order ${name ?? ''} was canceled`,
});
