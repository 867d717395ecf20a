import type { Agreement } from '../records/agreement.ts';
import { isGiven } from '../records/is-record.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';
import { idOfGid } from '../records/gid.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import type { Refund } from '../../../src/mapping/sale.ts';

/** Whether an agreement moves anything: one without any sales says nothing. */
export const hasSales = ({ sales }: Agreement): boolean => (sales?.nodes.length ?? 0) > 0;

/** Whatever its reason: Shopify gives `UNKNOWN`, or a name of its own, to what a later version of its API can do to an order. */
const isLater = ({ reason }: Agreement): boolean => reason !== 'ORDER';

/** Whether the ledger was read beyond the sale itself, so that it tells edits, returns and exchanges. */
export const ledgerShowsLaterEvents = ({ agreements }: Order): boolean =>
  agreements !== null &&
  agreements !== undefined &&
  !agreements.isCutShort &&
  (agreements.nodes.length > 1 || agreements.nodes.some(isLater));

/** Whether the amounts of the sale are those of the order as it was placed, with nothing in them of what came later. */
const hasAmountsAsPlaced = (order: Order): boolean =>
  orderAgreement(order)._tag === 'Found' || isGiven(order.originalTotalPriceSet);

/** What the ledger tells of an order after it was placed; nothing where it was not read to its end, or may be sent already. */
export const laterAgreements = (order: Order): readonly Agreement[] =>
  ledgerShowsLaterEvents(order) && hasAmountsAsPlaced(order)
    ? (order.agreements?.nodes ?? []).filter((agreement) => isLater(agreement) && hasSales(agreement))
    : [];

/** Whether an agreement of the ledger is that of a refund. */
export const isAboutRefund =
  (refundId: string) =>
  ({ reason, refund }: Agreement): boolean =>
    reason === 'REFUND' && isGiven(refund?.id) && idOfGid(refund.id) === refundId;

/** Whether an agreement of the ledger is that of one of some refunds. */
export const isAboutOneOf = (refunds: readonly OrderRefund[]): ((agreement: Agreement) => boolean) => {
  const ids = refunds.map(({ id }) => idOfGid(id ?? ''));
  return (agreement) => ids.some((id) => isAboutRefund(id)(agreement));
};

/**
 * What the ledger has of a refund, as far as it was read. A refund whose payment was pending at first may have two agreements:
 * one with what it takes back and an adjustment for the money that had not gone back yet, and one that undoes the adjustment.
 */
export const agreementsOfRefund = ({ agreements }: Order, refundId: string): readonly Agreement[] =>
  (agreements?.nodes ?? []).filter(isAboutRefund(refundId));

/** Whether the ledger, read to its end, has sales under a refund. */
export const ledgerHasRefund =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean =>
    ledgerShowsLaterEvents(order) && agreementsOfRefund(order, id).some(hasSales);

/** Of a return that was agreed to: goods are on their way back, or came back. */
const agreedReturns: ReadonlySet<string> = new Set(['IN_PROGRESS', 'INSPECTION_COMPLETE', 'RETURNED']);

/**
 * Whether the ledger knows neither a refund nor the edit or the return that the order says it had: Shopify writes the
 * ledger a moment later. What the refund gives back may then be about to be told by that edit or return as well.
 */
export const ledgerLagsBehind =
  (order: Order) =>
  ({ id }: Pick<Refund, 'id'>): boolean => {
    const { agreements, edited, returnStatus } = order;
    const known = agreements?.nodes ?? [];
    if (agreements?.isCutShort !== false || known.length === 0) return false;
    // Of which refund an agreement is was not asked then, and it may be that of this one.
    if (known.some(({ reason, refund }) => reason === 'REFUND' && !isGiven(refund))) return false;
    const lacks = (wanted: string): boolean => !known.some(({ reason }) => reason === wanted);
    const isAnnounced =
      (edited === true && lacks('ORDER_EDIT')) || (agreedReturns.has(returnStatus ?? '') && lacks('RETURN'));
    return isAnnounced && agreementsOfRefund(order, id).length === 0;
  };
