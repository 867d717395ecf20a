/** Finds the sales that must not be sent now: they lie in a closed period or before the first day, or a person left them out. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { dayIn } from '../domain/date-range.ts';
import { liveRunId, type Outcome, type Run } from '../domain/run.ts';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import { isSentAnyway, leftOutResult } from './apply-decisions.ts';
import type { PushCandidate } from './mapped-record.ts';
import { planPush } from './plan-push.ts';
import type { PeriodStore, SyncPorts } from './ports.ts';
import { type SettledResult, settledResult } from './push-result.ts';
import { withRetryOn } from './store-with-retry.ts';
import { attempt } from '../domain/attempt.ts';

/** The day from which on sales of a storefront are sent. */
export interface FirstDay {
  /** The day of a sale in the storefront's time zone, `YYYY-MM-DD`. */
  readonly dayOf: (sale: Pick<PushCandidate, 'transactedAt'>) => string;
  /** Right: the first day if `day` is before it; otherwise null. */
  readonly after: (day: string) => Promise<E.Either<StoreError, string | null>>;
}

/** The rules that keep a sale from being sent if the service does not hold it. */
export interface PushBlocks {
  /** Null where a person agreed to send into closed periods. */
  readonly closedPeriods: PeriodStore['closedPeriods'] | null;
  readonly firstDay: FirstDay;
}

type BlockPorts = Pick<SyncPorts, 'storefronts' | 'reviews' | 'clock' | 'random' | 'store'>;

/**
 * The first day of live sales: the setting, otherwise the earlier of the first synced day and the day of going live. A later
 * sync can only move it back, so it is read again before an older sale is skipped.
 *
 * @param run the storefront's live run
 */
export const liveFirstDay = (
  { storefronts, reviews, clock, random }: BlockPorts,
  storefront: string,
  { startedAt, timeZones }: Pick<Run, 'startedAt' | 'timeZones'>,
): FirstDay => {
  const timeZone = timeZones[storefront] ?? 'UTC';
  const since = storefronts[storefront]?.since ?? null;
  const syncedDays = withRetryOn({ clock, random })(reviews.syncedDays(storefront));
  let first = since;
  return {
    dayOf: ({ transactedAt }) => dayIn(timeZone, transactedAt),
    after: async (day) => {
      first ??= dayIn(timeZone, startedAt);
      if (day >= first) return E.right(null);
      if (since !== null) return E.right(since);
      const synced = await syncedDays();
      if (E.isLeft(synced)) return synced;
      if (O.isSome(synced.right) && synced.right.value.from < first) first = synced.right.value.from;
      return E.right(day < first ? first : null);
    },
  };
};

/** The blocks of a run: closed periods, unless a person agreed to send into them, and the first day. */
export const pushBlocksOf = (ports: BlockPorts, storefront: string, run: Run): PushBlocks => ({
  closedPeriods: run.intoClosedPeriods === true ? null : withRetryOn(ports)(ports.reviews.closedPeriods),
  firstDay: (run.kind === 'live' ? liveFirstDay : firstDayOfRun)(ports, storefront, run),
});

interface BlockContext {
  readonly storefront: string;
  readonly blocks: PushBlocks;
  /** Whether an outcome of this run is to be replaced. */
  readonly isRetried: (outcome: Outcome) => boolean;
}

/**
 * By transaction id: why it must not be pushed now. Whether the service already holds it is not asked here. Closed months are
 * read each time, so that a month that is closed during a run counts at once.
 */
export const findBlocked = (
  pushContext: BlockContext,
  candidates: readonly PushCandidate[],
  known: PageLookup,
): Promise<E.Either<StoreError, ReadonlyMap<string, SettledResult>>> =>
  attempt(async (take) => {
    const blocked = new Map<string, SettledResult>();
    const open = candidates.filter((candidate) => {
      return planPush(candidate, known, pushContext.isRetried)._tag === 'Push';
    });
    if (open.length === 0) return blocked;
    const closed = await take(readClosedMonths(pushContext.blocks));
    for (const candidate of open) {
      const old = await take(blockedByFirstDay(pushContext, candidate, known));
      const { month } = candidate.amounts;
      const isClosed = closed.has(month) && !isSentAnyway(known, candidate.id, 'closed period');
      const block = leftOutResult(known, candidate.id) ?? old ?? (isClosed ? closedPeriodResult(month) : null);
      if (block !== null) blocked.set(candidate.id, block);
    }
    return blocked;
  });

/**
 * The first day of a historical run: the earliest of its range's first day, the first synced day, the day of going live, and
 * the setting. Sales of that day and later are settled when they change.
 */
const firstDayOfRun = (
  { storefronts, reviews, clock, random, store }: BlockPorts,
  storefront: string,
  { range, timeZones }: Pick<Run, 'range' | 'timeZones'>,
): FirstDay => {
  const timeZone = timeZones[storefront] ?? 'UTC';
  const retried = withRetryOn({ clock, random });
  const [syncedDays, liveRun] = [
    retried(reviews.syncedDays(storefront)),
    retried(store.findRun(O.some(liveRunId(storefront)))),
  ];
  let first: string | null = null;
  return {
    dayOf: ({ transactedAt }) => dayIn(timeZone, transactedAt),
    after: (day) =>
      attempt(async (take) => {
        // Almost all sales lie in the range.
        if (day >= range.from) return null;
        if (first === null) {
          const synced = await take(syncedDays());
          const live = await take(liveRun());
          const days = [range.from, storefronts[storefront]?.since ?? range.from];
          if (O.isSome(synced)) days.push(synced.value.from);
          if (O.isSome(live)) days.push(dayIn(timeZone, live.value.startedAt));
          first = days.toSorted()[0] ?? range.from;
        }
        return day < first ? first : null;
      }),
  };
};

const readClosedMonths = async ({ closedPeriods }: PushBlocks): Promise<E.Either<StoreError, ReadonlySet<string>>> => {
  const months = closedPeriods === null ? E.right([]) : await closedPeriods();
  return E.isLeft(months) ? months : E.right(new Set(months.right.map(({ month }) => month)));
};

/**
 * Why the first day blocks a sale; null if it does not. A refund follows its sale, a push that was tried is continued, and a
 * decision to send overrules the first day.
 */
const blockedByFirstDay = async (
  { storefront, blocks: { firstDay } }: BlockContext,
  candidate: PushCandidate,
  known: PageLookup,
): Promise<E.Either<StoreError, SettledResult | null>> => {
  if (candidate.kind === 'refund' || known.submissions.has(candidate.id)) return E.right(null);
  if (isSentAnyway(known, candidate.id)) return E.right(null);
  const day = firstDay.dayOf(candidate);
  const first = await firstDay.after(day);
  if (E.isLeft(first)) return first;
  return E.right(first.right === null ? null : firstDayResult(storefront, day, first.right));
};

/** `day`: the sale's day in the storefront's time zone. */
const firstDayResult = (storefront: string, day: string, firstDay: string): SettledResult =>
  settledResult('skipped', {
    reason: 'before the first day',
    message: `It was made on ${day}, before the first day of ${storefront} (${firstDay}). To send it: tax-nexus sync --storefront ${storefront} --from ${day} --to ${day}`,
  });

/** `month`: `YYYY-MM`. */
const closedPeriodResult = (month: string): SettledResult =>
  settledResult('held', {
    reason: 'closed period',
    message: `${month} is a closed period. Reopen it, or retry into closed periods.`,
  });
