/** After the nightly reconciliation, removes details of old runs that are older than the setting `retention`. */
import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';
import { attempt } from '../domain/attempt.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { LiveContext } from './live-context.ts';
import type { AccountContext } from './account-context.ts';

/** Milliseconds a night. While it works, new sales of the storefront wait. The next night continues. */
const maxTime = 10_000;

/** See `tax-nexus prune`: what effectively-once, exports, sign-offs and open months need stays. */
export const pruneOld = (
  { sync: { clock, isInterrupted }, isClosing, retentionMonths }: LiveContext,
  account: Pick<AccountContext, 'reviews'> | null,
): StoreResult<void> =>
  attempt(async (take) => {
    const reviews = account?.reviews;
    if (retentionMonths === null || reviews === undefined) return;
    const begun = clock.now();
    const before = `${startOfMonth(begun, retentionMonths)}T00:00:00Z`;
    const removal = { at: instantOfMilliseconds(begun), archive: () => Promise.resolve() };
    let after: O.Option<string> = O.none;
    do {
      const batchBegun = clock.now();
      after = (await take(reviews.prune({ before, after, removal })())).next;
      // A pause as long as the batch, so that other storefronts get half of the time.
      await clock.sleep(clock.now() - batchBegun)();
    } while (O.isSome(after) && clock.now() - begun < maxTime && !isClosing() && !isInterrupted());
  });

/** The first day of a month in UTC, so many months before this one. */
const startOfMonth = (now: number, monthsBefore: number): string =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .with({ day: 1 })
    .subtract({ months: monthsBefore })
    .toString();
