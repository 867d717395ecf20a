/** Finds the events after the sale in an order's ledger, and notices when Shopify has not written all of them yet. */
import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';
import { idOfGid } from '../records/values.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Refund } from '../../../src/mapping/sale.ts';

export const hasSales = ({ sales }: Agreement): boolean => (sales?.nodes.length ?? 0) > 0;

/** Whether the ledger was read completely and has more than the sale itself: edits, returns or exchanges. */
export const ledgerShowsLaterEvents = ({ agreements }: Order): boolean =>
  isGiven(agreements) && !agreements.isCutShort && (agreements.nodes.length > 1 || agreements.nodes.some(isLater));

/** The agreements after the sale. Empty when the ledger is incomplete, or when the sale itself may include later changes. */
export const laterAgreements = (order: Order): readonly Agreement[] =>
  ledgerShowsLaterEvents(order) && hasAmountsAsPlaced(order)
    ? (order.agreements?.nodes ?? []).filter((agreement) => isLater(agreement) && hasSales(agreement))
    : [];

export const isAboutRefund =
  (refundId: string) =>
  ({ reason, refund }: Agreement): boolean =>
    reason === 'REFUND' && isGiven(refund?.id) && idOfGid(refund.id) === refundId;

export const isAboutOneOf = (refunds: readonly OrderRefund[]): ((agreement: Agreement) => boolean) => {
  const ids = refunds.map(({ id }) => idOfGid(id ?? ''));
  return (agreement) => ids.some((id) => isAboutRefund(id)(agreement));
};

/**
 * The agreements of a refund. A refund whose payment was pending may have two: one with the refunded items and an adjustment
 * for the money not yet paid, and one that undoes the adjustment.
 */
export const agreementsOfRefund = ({ agreements }: Order, refundId: string): readonly Agreement[] =>
  (agreements?.nodes ?? []).filter(isAboutRefund(refundId));

/** Whether the complete ledger has sales for a refund. */
export const ledgerHasRefund =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean =>
    ledgerShowsLaterEvents(order) && agreementsOfRefund(order, id).some(hasSales);

/** Statuses of an accepted return: the goods are in transit or back. */
const agreedReturns: ReadonlySet<string> = new Set(['IN_PROGRESS', 'INSPECTION_COMPLETE', 'RETURNED']);

/**
 * Whether the ledger lacks both a refund and the edit or return that the order's flags report: Shopify writes the ledger with
 * a delay. The missing edit or return may then cover the same items as the refund.
 */
export const ledgerLagsBehind =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean => {
    const { agreements, edited, returnStatus } = order;
    const known = agreements?.nodes ?? [];
    if (agreements?.isCutShort !== false || known.length === 0) return false;
    // The refund of this agreement was not requested; it may be this one.
    if (known.some(({ reason, refund }) => reason === 'REFUND' && !isGiven(refund))) return false;
    const lacks = (wanted: string): boolean => !known.some(({ reason }) => reason === wanted);
    const isAnnounced =
      (edited === true && lacks('ORDER_EDIT')) || (agreedReturns.has(returnStatus ?? '') && lacks('RETURN'));
    return isAnnounced && agreementsOfRefund(order, id).length === 0;
  };

/** Includes `UNKNOWN` and reasons of later API versions. */
const isLater = ({ reason }: Agreement): boolean => reason !== 'ORDER';

/** Whether the order shows its original amounts, without later changes. */
const hasAmountsAsPlaced = (order: Order): boolean =>
  orderAgreement(order)._tag === 'Found' || isGiven(order.originalTotalPriceSet);
