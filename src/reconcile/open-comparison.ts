/** Prepares the reconciliation of one storefront: reads its account, its closed months and the first day that was synced. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type DateRange, dayIn, daysOf, intervalOf, startsOfDays } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import { type Instant, instantOfMilliseconds, isInUtc, toUtcSecond } from '../domain/instant.ts';
import { liveRunId, type Run } from '../domain/run.ts';
import { calendarOf } from '../pipeline/calendar.ts';
import { makeOtherStorefronts } from '../pipeline/other-storefronts.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { maxReconcileLookups } from '../pipeline/limits.ts';
import { openRemoteIndex } from '../pipeline/remote-index.ts';
import { inboxWithRetry, storeWithRetry, withRetryOn } from '../pipeline/store-with-retry.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { readFacts } from '../pipeline/service-facts.ts';
import { callSource } from '../pipeline/call-source.ts';
import type { RunContext } from '../pipeline/run-context.ts';
import { type SyncFailure, toSourceFailure, unknownStorefront } from '../pipeline/failures.ts';
import { type Comparison, findingsLog, ledger } from './comparison.ts';
import { shownMarks } from './shown-marks.ts';
import { toMapContext } from '../pipeline/map-page.ts';
import { attempt } from '../domain/attempt.ts';

interface ComparisonPorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
  readonly client: ServiceClient;
}

export const openComparison =
  ({ sync, inbox, client }: ComparisonPorts, range: DateRange) =>
  (storefront: string): Promise<E.Either<SyncFailure, Comparison>> =>
    attempt(async (take) => {
      const configured = sync.storefronts[storefront];
      if (configured === undefined) return take(E.left(unknownStorefront(storefront, Object.keys(sync.storefronts))));
      const { connector, policy } = configured;
      const account = await callSource(sync, client.isOver)(connector.account);
      if (E.isLeft(account)) return take(E.left(toSourceFailure(storefront, account.left)));
      const resolutions = await take(inboxWithRetry(inbox, sync).resolutions(storefront)());
      const { id, timeZone } = account.right;
      const store = storeWithRetry(sync.store, sync);
      const facts = await take(readFacts(store, sync.wire));
      const runContext: RunContext = {
        ports: sync,
        store,
        client,
        remoteList: openRemoteIndex({ ports: sync, store, client, reportProgress: () => undefined }),
        usesList: false,
        otherStorefronts: makeOtherStorefronts(sync, store, client.isOver),
        run: noRun(storefront, range, instantOfMilliseconds(sync.clock.now())),
        takeDriftLookup: () => false,
        reportProgress: () => undefined,
      };
      const calendar = calendarOf(range, timeZone);
      const withRetry = withRetryOn(sync);
      const closed = await take(withRetry(sync.reviews.closedPeriods)());
      const synced = await take(withRetry(sync.reviews.syncedDays(storefront))());
      const live = await take(store.findRun(O.some(liveRunId(storefront)))());
      const { since = null } = configured;
      const wentLive = since ?? (O.isSome(live) ? dayIn(timeZone, live.value.startedAt) : null);
      const [firstDay = range.from] = [range.from, O.toNullable(synced)?.from ?? null, wentLive]
        .filter((day) => day !== null)
        .sort();
      let questions = maxReconcileLookups;
      return {
        runContext,
        facts,
        connector,
        mapContext: toMapContext(sync, { connector, policy }, { storefront, account: id, calendar }),
        timeZone,
        dayOf: dayOf(range, timeZone),
        prefix: `${connector.platform}:${id}:`,
        pushed: new Map(),
        namesakes: new Map(),
        later: new Map(),
        held: new Map(),
        ledger: ledger(),
        findings: findingsLog(resolutions),
        seen: new Set(),
        corrected: new Set(),
        compared: { transactions: 0, changes: 0, followed: 0, notFollowed: [] },
        causes: new Map(),
        closedMonths: new Set(closed.map(({ month }) => month)),
        isBeforeFirstDay: (day) => day < firstDay,
        notCompared: 0,
        marks: shownMarks(sync.wire?.settings),
        listedAlone: [],
        unconfirmed: 0,
        takeQuestion: () => {
          questions -= 1;
          return questions >= 0;
        },
        exclusions: {},
      };
    });

/**
 * The days of instants in an IANA time zone. A day in the range is found by comparing texts with its boundaries: a few steps
 * instead of calendar arithmetic for each of many transactions.
 */
export const dayOf = (range: DateRange, timeZone: string): ((instant: Instant) => string) => {
  const days = daysOf(range);
  const starts = startsOfDays(range, timeZone).map(toUtcSecond);
  const end = toUtcSecond(intervalOf(range, timeZone).end);
  return (instant) => {
    const second = toUtcSecond(instant);
    const [first] = starts;
    if (!isInUtc(instant) || first === undefined || second < first || second >= end) return dayIn(timeZone, instant);
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? '') <= second) low = middle;
      else high = middle - 1;
    }
    return days[low] ?? dayIn(timeZone, instant);
  };
};

/** A run that is in no sync database, for the steps of the pipeline that need one. */
const noRun = (storefront: string, range: DateRange, at: string): Run => ({
  id: '',
  storefronts: [storefront],
  range,
  dryRun: true,
  status: 'running',
  startedAt: at,
  finishedAt: null,
  timeZones: {},
});
