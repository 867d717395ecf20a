import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { dayIn } from '../../domain/date-range.ts';
import type { Run } from '../../domain/run.ts';
import { patientlyOn } from '../patience/patiently.ts';
import type { SyncPorts } from '../ports.ts';
import type { FirstDay } from '../settle/push-limits.ts';

/**
 * From which day live work sends sales of a storefront: what the setting says; else the day from which it was first synced or
 * on which it first went live, whichever is earlier. A later sync of earlier days only moves it back, so that it is read again
 * for a sale before the one that is known.
 *
 * @param run the storefront's live run
 */
export const firstDayOf = (
  { storefronts, reviews, clock, random }: Pick<SyncPorts, 'storefronts' | 'reviews' | 'clock' | 'random'>,
  storefront: string,
  { startedAt }: Pick<Run, 'startedAt'>,
  timeZone: string,
): FirstDay => {
  const since = storefronts[storefront]?.since ?? null;
  const firstSyncedDay = patientlyOn({ clock, random })(reviews.firstSyncedDay(storefront));
  let first = since ?? dayIn(timeZone, startedAt);
  return {
    dayOf: ({ transactedAt }) => dayIn(timeZone, transactedAt),
    after: async (day) => {
      if (day >= first) return E.right(null);
      if (since !== null) return E.right(since);
      const synced = await firstSyncedDay();
      if (E.isLeft(synced)) return synced;
      if (O.isSome(synced.right) && synced.right.value < first) first = synced.right.value;
      return E.right(day < first ? first : null);
    },
  };
};
