/** Reads what changed at the platform within the reconciled days for sales of other days: payments, refunds, edits, disputes. */
import * as E from 'fp-ts/lib/Either.js';
import { dayIn, type DateRange, intervalOf } from '../domain/date-range.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { Amendment, Sale } from '../mapping/sale.ts';
import { pagesOf, repeatedCursor } from '../mapping/pages-of.ts';
import type { SourceResult, Window } from '../mapping/source-connector.ts';
import { withDecisions } from '../pipeline/apply-decisions.ts';
import { applyBeforePushToAll } from '../pipeline/before-push.ts';
import { callSource, type NotRead } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure } from '../pipeline/failures.ts';
import { type MapContext, mapRecord } from '../pipeline/map-page.ts';
import type { MappedRecord } from '../pipeline/mapped-record.ts';
import type { SourceError } from '../domain/errors.ts';
import { type Comparison, isUnreadList } from './comparison.ts';
import { keyOfPushed } from './pushed.ts';

/** A sale of another day with its changes. */
export interface FollowedSale {
  readonly result: SourceResult;
  readonly sale: Sale;
  readonly mapped: readonly MappedRecord[];
}

/**
 * What happened in a range to sales of other days, as the platform shows it: a payment in March completes a sale of January. It
 * is read before the service's list, so that the list is searched for these sales too.
 */
export interface Followed {
  readonly sales: FollowedSale[];
  /** Records that changed and are no sale today, by the id of the transaction: the service must not hold them. */
  readonly excluded: Map<string, MappedRecord>;
  /** Ids of records whose sale lies in the range. Records that no window of the range returns are read separately. */
  readonly ofRange: Set<string>;
  /** Keys for which the service's list is searched, on any date. */
  readonly wanted: Set<string>;
  /** Messages about what could not be read. */
  readonly notRead: string[];
}

export const nothingFollowed = (): Followed => ({
  sales: [],
  excluded: new Map(),
  ofRange: new Set(),
  wanted: new Set(),
  notRead: [],
});

/**
 * A lost dispute may have been decided on any day since its money was withdrawn: no platform states that day.
 *
 * @param start of the range
 */
export const mayBeDecidedIn = ({ kind, occurredAt }: Pick<Amendment, 'kind' | 'occurredAt'>, start: Instant): boolean =>
  kind === 'dispute' && millisecondsOf(occurredAt) < millisecondsOf(start);

/** Maps records whatever their date, because a change of a sale has its own date. */
export const onAnyDay = (context: MapContext): MapContext => ({
  ...context,
  calendar: { ...context.calendar, isInRange: () => true },
});

export const mapFollowed = async (
  { mapContext, runContext }: Comparison,
  result: SourceResult,
  sourceId: string,
): Promise<E.Either<SyncFailure, readonly MappedRecord[]>> => {
  const context = onAnyDay(mapContext);
  return withDecisions(runContext.store, '')(await applyBeforePushToAll(context, mapRecord(context, result, sourceId)));
};

/** A platform may show only the last change of a record, so changes are read up to now. */
export const readFollowed = async (
  comparison: Comparison,
  range: DateRange,
): Promise<E.Either<SyncFailure, Followed>> => {
  const { runContext, connector, timeZone, mapContext } = comparison;
  const followed = nothingFollowed();
  const { start, end } = intervalOf(range, timeZone);
  const { clock } = runContext.ports;
  if (millisecondsOf(start) >= clock.now()) return E.right(followed);
  const read = callSource(runContext.ports, runContext.client.isOver);
  const refused = asNotRead(comparison, followed, range);
  const windows = await read(connector.changes({ start, end: instantOfMilliseconds(clock.now()) }, end, range));
  if (E.isLeft(windows)) return refused(windows.left);
  const readWindow = async (window: Window): Promise<E.Either<SyncFailure, Followed>> => {
    for await (const page of pagesOf((from) => read(connector.readPage(window, from)))) {
      if (E.isLeft(page) && page.left === repeatedCursor)
        return E.left(toSourceFailure(mapContext.storefront, page.left));
      if (E.isLeft(page)) return refused(page.left);
      for (const result of page.right.results) {
        const taken = await take(comparison, followed, start, result);
        if (E.isLeft(taken)) return taken;
      }
    }
    return E.right(followed);
  };
  for (const { hides } of windows.right) {
    const isSent = hides !== undefined && !comparison.isBeforeFirstDay(dayIn(timeZone, hides.madeBefore));
    const why = hides?.message.replace(/\.$/, '') ?? '';
    if (isSent && !followed.notRead.includes(why)) followed.notRead.push(why);
  }
  for (const window of windows.right) {
    const taken = await readWindow(window);
    if (E.isLeft(taken)) return taken;
  }
  return E.right(followed);
};

/** A platform that refuses to list changes may still answer everything else: the changes are reported as not followed. */
const asNotRead =
  (comparison: Comparison, followed: Followed, range: DateRange) =>
  (error: SourceError | NotRead): E.Either<SyncFailure, Followed> => {
    if (error._tag !== 'SourceRefused') return E.left(toSourceFailure(comparison.mapContext.storefront, error));
    const why = `Changes since ${range.from}: ${error.message}`;
    if (!followed.notRead.includes(why)) followed.notRead.push(why);
    return E.right(followed);
  };

const take = async (
  comparison: Comparison,
  followed: Followed,
  start: Instant,
  result: SourceResult,
): Promise<E.Either<SyncFailure, void>> => {
  const { calendar } = comparison.mapContext;
  if (E.isRight(result)) {
    const sale = result.right;
    if (calendar.isInRange(sale.occurredAt)) {
      followed.ofRange.add(sale.identity.recordId);
      return E.right(undefined);
    }
    const isDecided = (sale.amendments ?? []).some((one) => mayBeDecidedIn(one, start));
    if (!laterDates(sale).some(calendar.isInRange) && !mayBeCompletedIn(sale, start) && !isDecided)
      return E.right(undefined);
  }
  const sourceId = E.isRight(result) ? result.right.identity.recordId : result.left.sourceId;
  if (sourceId === '') return E.right(undefined);
  if (E.isLeft(result) && (isUnreadList(result.left) || result.left.reason === 'record not served')) {
    followed.notRead.push(`${sourceId}: ${result.left.message}`);
    return E.right(undefined);
  }
  const mapped = await mapFollowed(comparison, result, sourceId);
  if (E.isLeft(mapped)) return mapped;
  for (const record of mapped.right) {
    const { sale, refunds } = record;
    for (const one of [sale, ...refunds.map(({ refund }) => refund)]) {
      if (E.isRight(one)) want(comparison, followed, one.right.id, one.right.name);
    }
    if (E.isRight(sale)) continue;
    followed.excluded.set(sale.left.id, record);
    want(comparison, followed, sale.left.id, sale.left.name);
  }
  if (E.isRight(result)) followed.sales.push({ result, sale: result.right, mapped: mapped.right });
  return E.right(undefined);
};

/**
 * The dates of changes to a sale that differ from its own date. `paidAt` and `madeAt` are undefined if the platform does not
 * state them.
 */
const laterDates = ({ paidAt, madeAt, refunds, amendments = [], adjustments }: Sale): readonly Instant[] => [
  ...(paidAt ?? []),
  ...(madeAt === undefined ? [] : [madeAt]),
  ...[...refunds, ...amendments, ...adjustments].map(({ occurredAt }) => occurredAt),
];

/** If the date of payment is unknown, an earlier sale may have been completed within the range. */
const mayBeCompletedIn = ({ paidAt, occurredAt }: Sale, start: Instant): boolean =>
  paidAt === undefined && millisecondsOf(occurredAt) < millisecondsOf(start);

const want = ({ prefix }: Comparison, { wanted }: Followed, id: string, name: string): void => {
  wanted.add(id);
  wanted.add(keyOfPushed(prefix, { id: '', name }));
};
