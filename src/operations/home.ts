/** Finds how far each storefront is complete, up to which day and what stops it, for the first card of the home page. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { daysOf } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { DailyCount } from '../domain/review-store.ts';
import { needsYouGroups, type OpenGroup, waitingToBeSent } from './decisions/open-groups.ts';
import { newestRun, stopsOfRun } from './newest-run.ts';
import { describeStops } from '../reconcile/why-ended.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, withAccount } from './state.ts';

/** How far a storefront is complete. */
export interface StorefrontState {
  readonly storefront: string;
  /** The first day of any historical sync; null before the first sync. */
  readonly syncedFrom: string | null;
  /**
   * The last day of an unbroken series from `syncedFrom` on in which every day was counted and no sale is missing in the service;
   * null when the first day is not counted or lacks sales.
   */
  readonly completeThrough: string | null;
  /**
   * The day after `completeThrough`, and whether it was counted: if so, sales of it are missing. Null before the first sync, or
   * when all days are complete.
   */
  readonly next: { readonly day: string; readonly isCounted: boolean } | null;
}

/** Where an account stands. */
export interface Standing {
  readonly storefronts: readonly StorefrontState[];
  /** Reasons for which sales need you. */
  readonly groups: readonly OpenGroup[];
  /** Decided to be sent, but not sent yet. */
  readonly toSend: readonly OpenGroup[];
  /** The newest run if it stopped, and why, one line per reason; null otherwise. */
  readonly stopped: { readonly runId: string; readonly why: readonly string[] } | null;
}

/** The last day of an unbroken series of complete days that begins with the first one. Pure. */
export const completeThrough = (
  days: readonly string[],
  counts: readonly Pick<DailyCount, 'day' | 'missing'>[],
): string | null => {
  const isWhole = new Map(counts.map(({ day, missing }) => [day, missing === 0]));
  let last: string | null = null;
  for (const day of days) {
    if (isWhole.get(day) !== true) break;
    last = day;
  }
  return last;
};

/** Reads the sync database only. */
export const readStanding = (ports: OperationPorts): Operation<Standing> =>
  withAccount(ports, (state) => {
    const today = instantOfMilliseconds(ports.clock.now()).slice(0, 10);
    return pipe(
      needsYouGroups(ports),
      TE.bindTo('groups'),
      TE.bind('toSend', () => waitingToBeSent(ports)),
      TE.bind('stopped', () => readStopped(state)),
      TE.bind('storefronts', () =>
        pipe(
          ports.storefronts(),
          TE.traverseSeqArray((storefront) => standingOf(state, storefront, today)),
        ),
      ),
    );
  });

const readStopped = ({ store, reviews }: Pick<AccountState, 'store' | 'reviews'>): Operation<Standing['stopped']> =>
  pipe(
    newestRun(reviews),
    TE.bindTo('run'),
    TE.bind('stops', ({ run }) => stopsOfRun(store, run)),
    TE.map(({ run, stops }) =>
      run === undefined || stops.length === 0 ? null : { runId: run.id, why: describeStops(stops, null) },
    ),
  );

const standingOf = (
  { reviews }: Pick<AccountState, 'reviews'>,
  storefront: string,
  today: string,
): Operation<StorefrontState> =>
  pipe(
    fromStore(reviews.syncedDays(storefront)),
    TE.map(O.map(({ from }) => from)),
    TE.flatMap((first): Operation<StorefrontState> => {
      if (O.isNone(first)) return TE.right({ storefront, syncedFrom: null, completeThrough: null, next: null });
      const range = { from: first.value, to: first.value > today ? first.value : today };
      const days = daysOf(range);
      return pipe(
        fromStore(reviews.dailyCounts(storefront, range)),
        TE.map((counts) => {
          const last = completeThrough(days, counts);
          const day = days[last === null ? 0 : days.indexOf(last) + 1];
          const isCounted = counts.some((count) => count.day === day);
          const next = day === undefined ? null : { day, isCounted };
          return { storefront, syncedFrom: range.from, completeThrough: last, next };
        }),
      );
    }),
  );
