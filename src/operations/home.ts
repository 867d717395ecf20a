import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { daysOf } from '../domain/date-range.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { DailyCount } from '../domain/review-store.ts';
import { needsYouGroups, type OpenGroup, waitingToBeSent } from './decisions/open-groups.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { fromStore, type Operation, withAccount } from './state.ts';

/** How far a storefront is complete. */
export interface StorefrontState {
  readonly storefront: string;
  /** The first day that a historical sync was asked for; null before the first one. */
  readonly syncedFrom: string | null;
  /**
   * The last day up to which every day since then was counted and nothing is missing in the service; null when the first
   * day is not counted, or lacks something.
   */
  readonly completeThrough: string | null;
  /** The first day after that, and whether it was counted: then sales of it are missing. Null before the first sync, or when there is none. */
  readonly next: { readonly day: string; readonly isCounted: boolean } | null;
}

/** Where an account stands. */
export interface Standing {
  readonly storefronts: readonly StorefrontState[];
  /** What needs you. */
  readonly groups: readonly OpenGroup[];
  /** What was decided to be sent, and is not sent yet. */
  readonly toSend: readonly OpenGroup[];
}

/** The last of consecutive days, from the first on, that lacks nothing. Pure. */
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

/** How far each storefront is complete, and what needs you. Reads the sync database only. */
export const readStanding = (ports: OperationPorts): Operation<Standing> =>
  withAccount(ports, (state) => {
    const today = instantOfMilliseconds(ports.clock.now()).slice(0, 10);
    return pipe(
      needsYouGroups(ports),
      TE.bindTo('groups'),
      TE.bind('toSend', () => waitingToBeSent(ports)),
      TE.bind('storefronts', () =>
        pipe(
          ports.storefronts(),
          TE.traverseSeqArray((storefront) => standingOf(state, storefront, today)),
        ),
      ),
    );
  });
