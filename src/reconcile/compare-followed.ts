/** Compares what happened in the reconciled days to sales of other days, such as a refund in March of a sale in January. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { intervalOf } from '../domain/date-range.ts';
import { type Instant, millisecondsOf } from '../domain/instant.ts';
import { adjustmentKey } from '../domain/run.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { Sale } from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import { withDecisions } from '../pipeline/apply-decisions.ts';
import { applyBeforePushToAll } from '../pipeline/before-push.ts';
import { callSource } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import { mapRecord } from '../pipeline/map-page.ts';
import { type MappedRecord, type PushCandidate, transactionIdOf } from '../pipeline/mapped-record.ts';
import { compareAside, comparePage, seekAll } from './compare-page.ts';
import { comparePushed } from './compare-pushed.ts';
import { compareCorrected, steadyChains } from './corrected.ts';
import { compareRecreated } from './recreated.ts';
import { type Comparison, heldIn, isOfRange, outsideTheSums } from './comparison.ts';
import { momentOf } from './pushed.ts';
import { type Followed, type FollowedSale, mapFollowed, mayBeDecidedIn } from './read-followed.ts';
import { attempt } from '../domain/attempt.ts';

/** Compares a record of the range that no page returned, as a page would be compared. */
export const compareRecord = async (
  comparison: Comparison,
  sourceId: string,
  result: SourceResult,
): Promise<E.Either<SyncFailure, void>> => {
  const { mapContext, runContext } = comparison;
  const mapped = await applyBeforePushToAll(mapContext, mapRecord(mapContext, result, sourceId));
  const decided = await withDecisions(runContext.store, '')(mapped);
  if (E.isLeft(decided)) return decided;
  comparison.observer?.page([result], decided.right);
  return comparePage(comparison, decided.right);
};

/** Runs after the pages of the range. */
export const compareFollowed = (
  comparison: Comparison,
  { sales, excluded, ofRange, notRead }: Followed,
): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    const { connector, runContext, mapContext, seen, prefix, observer } = comparison;
    comparison.compared.notFollowed.push(...notRead);
    for (const sourceId of ofRange) {
      if (seen.has(`${prefix}${sourceId}`)) continue;
      const found = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(sourceId));
      if (E.isLeft(found)) return take(E.left(toSourceFailure(mapContext.storefront, found.left)));
      if (O.isNone(found.right)) continue;
      await take(compareRecord(comparison, sourceId, found.right.value));
    }
    for (const one of sales) {
      observer?.books?.found(one.result);
      await take(follow(comparison, one));
    }
    for (const [id, record] of excluded) {
      if (seen.has(id)) continue;
      await take(compareSteady(comparison, record));
      await compareExcluded(comparison, record);
    }
    return take(followBooks(comparison));
  });

const follow = async (comparison: Comparison, followed: FollowedSale): Promise<E.Either<SyncFailure, void>> => {
  comparison.compared.followed += 1;
  for (const record of followed.mapped) {
    const compared = await compareSale(comparison, followed, record);
    if (E.isLeft(compared)) return compared;
  }
  return E.right(undefined);
};

const compareSale = (
  comparison: Comparison,
  { sale }: FollowedSale,
  record: MappedRecord,
): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    const { seen, compared, findings, exclusions, causes, dayOf, runContext, timeZone } = comparison;
    const id = transactionIdOf(record.sale);
    if (seen.has(id)) return;
    seen.add(id);
    const own = E.isRight(record.sale) ? record.sale.right : null;
    const name = E.isRight(record.sale) ? record.sale.right.name : record.sale.left.name;
    const saleDay = dayOf(sale.occurredAt);
    const isUnsent = own === null || heldIn(comparison, own) === null;
    const isOfFirstDays = isUnsent && comparison.isBeforeFirstDay(saleDay);
    const [isLater, isBeforePayment] = [laterOf(comparison, sale), cameWithPayment(comparison, sale)];
    const cause = causeOf(comparison, sale);
    const later: PushCandidate[] = [];
    const ofOtherDays: PushCandidate[] = own === null ? [] : [own];
    const sent = new Set<string>();
    const { start } = intervalOf(runContext.run.range, timeZone);
    const decided = new Set((sale.amendments ?? []).filter((one) => mayBeDecidedIn(one, start)).map(adjustmentKey));
    const decidedLate: PushCandidate[] = [];
    for (const { adjustmentId, refund } of isOfFirstDays ? [] : record.refunds) {
      if (E.isRight(refund) && isLater(refund.right.transactedAt)) {
        later.push(refund.right);
        sent.add(adjustmentId);
        causes.set(refund.right.id, { saleDay, cause: `It was made on ${dayOf(refund.right.transactedAt)}` });
      } else if (E.isRight(refund) && decided.has(adjustmentId)) {
        decidedLate.push(refund.right);
        causes.set(refund.right.id, { saleDay, cause: 'It was lost, on a day that the platform does not state' });
      } else if (E.isRight(refund) && isBeforePayment(refund.right.transactedAt)) {
        ofOtherDays.push(refund.right);
      } else if (E.isLeft(refund) && refund.left.occurredAt !== undefined && isLater(refund.left.occurredAt)) {
        await compareAside(comparison, refund.left);
      }
    }
    for (const adjustment of record.adjustments) {
      if (!isLater(adjustment.occurredAt)) continue;
      compared.changes += 1;
      const isSent = !isOfFirstDays && (adjustment.sent || sent.has(adjustmentKey(adjustment)));
      findings.change({ id, name }, { ...adjustment, sent: isSent });
    }
    if (isOfFirstDays) {
      exclusions['before the first day'] = (exclusions['before the first day'] ?? 0) + 1;
      return;
    }
    await take(compareSteady(comparison, record));
    if (own === null) await compareExcluded(comparison, record);
    for (const one of ofOtherDays) {
      causes.set(one.id, { saleDay, cause });
      await take(compareOutside(comparison, one, record));
    }
    for (const one of decidedLate) {
      await take(compareOutside(comparison, one, record));
    }
    if (own !== null) {
      await take(sale.madeAt === undefined ? E.right(undefined) : compareRecreated(comparison, own));
    }
    return take(compareAll(comparison, later, record));
  });

/**
 * Selects the changes of a followed sale that are compared: those within the range. For a record that was entered in the range
 * and dated back, also its earlier changes.
 */
const laterOf = (
  { mapContext: { calendar }, runContext, timeZone }: Comparison,
  { madeAt }: Sale,
): ((at: Instant) => boolean) => {
  if (madeAt === undefined || !calendar.isInRange(madeAt)) return calendar.isInRange;
  const end = millisecondsOf(intervalOf(runContext.run.range, timeZone).end);
  return (at) => millisecondsOf(at) < end;
};

/** A change before a payment within the range may have been sent with that payment, such as an addition that was paid later. */
const cameWithPayment = (
  { mapContext: { calendar }, runContext, timeZone }: Comparison,
  { paidAt }: Sale,
): ((at: Instant) => boolean) => {
  if (paidAt?.some(calendar.isInRange) !== true) return () => false;
  const start = millisecondsOf(intervalOf(runContext.run.range, timeZone).start);
  return (at) => millisecondsOf(at) < start;
};

/** Why the service may lack the sale, by its own dates; null if no date lies in the range. */
const causeOf = (comparison: Comparison, { paidAt, madeAt }: Sale): string | null => {
  const { calendar } = comparison.mapContext;
  const paid: Instant | undefined = paidAt?.findLast(calendar.isInRange);
  if (paid !== undefined) return `It was paid on ${comparison.dayOf(paid)}`;
  return madeAt !== undefined && calendar.isInRange(madeAt) ? `It was entered on ${comparison.dayOf(madeAt)}` : null;
};

const compareSteady = (comparison: Comparison, record: MappedRecord): StoreResult<void> =>
  attempt(async (take) => {
    const chains = await take(steadyChains(comparison, [record]));
    for (const chain of chains) {
      await take(compareCorrected(comparison, chain));
    }
  });

/** Compares a record that is no sale today: the service must not hold it, unless it was taken back there. */
const compareExcluded = async (comparison: Comparison, { sale }: MappedRecord): Promise<void> => {
  if (E.isRight(sale) || comparison.corrected.has(sale.left.id)) return;
  const held = heldIn(comparison, sale.left);
  if (held === null) return;
  const moment = momentOf(held[1]);
  const isOfDays = O.isSome(moment) && isOfRange(comparison, moment.value);
  if (isOfDays) await compareAside(comparison, sale.left);
  else await outsideTheSums(comparison, (aside) => compareAside(aside, sale.left));
};

/** Compares a transaction of another day, outside of the sums of the range. */
const compareOutside = async (
  comparison: Comparison,
  candidate: PushCandidate,
  record: MappedRecord,
): StoreResult<void> => {
  const held = heldIn(comparison, candidate);
  const moment = held === null ? O.none : momentOf(held[1]);
  // A transaction that the service dates within the range is reported with the others that the range has no sale for.
  if (O.isSome(moment) && isOfRange(comparison, moment.value)) return E.right(undefined);
  return outsideTheSums(comparison, (aside) => compareAll(aside, [candidate], record));
};

const compareAll = async (
  comparison: Comparison,
  candidates: readonly PushCandidate[],
  record: MappedRecord,
): StoreResult<void> => {
  const absent: PushCandidate[] = [];
  for (const candidate of candidates) {
    const held = heldIn(comparison, candidate);
    if (comparison.corrected.has(candidate.id)) continue;
    if (held === null) absent.push(candidate);
    else await comparePushed(comparison, candidate, ...held);
  }
  return absent.length === 0 ? E.right(undefined) : seekAll(comparison, absent, [record.sale]);
};

/** Follows payments in the books of the platform for which no record was seen. */
const followBooks = (comparison: Comparison): Promise<E.Either<SyncFailure, void>> =>
  attempt(async (take) => {
    const { observer, connector, runContext, mapContext } = comparison;
    const books = observer?.books;
    if (books === undefined) return;
    for (const id of books.unseen()) {
      if (!books.isUnseen(id)) continue;
      const found = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(id));
      if (E.isLeft(found)) return take(E.left(toSourceFailure(mapContext.storefront, found.left)));
      if (O.isNone(found.right)) {
        books.missing(id);
        continue;
      }
      const result = found.right.value;
      books.found(result, id);
      if (E.isLeft(result)) continue;
      const mapped = await take(mapFollowed(comparison, result, id));
      await take(follow(comparison, { result, sale: result.right, mapped }));
    }
  });
