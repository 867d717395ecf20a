/**
 * Refuses or reports what a token without `read_all_orders` cannot read: Shopify silently leaves out orders older than 60 days.
 */
import type { SourceRefused } from '../../../src/domain/errors.ts';
import { refused } from '../errors.ts';
import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, intervalOf } from '../../../src/domain/date-range.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { HiddenChanges } from '../../../src/mapping/source-connector.ts';

const sixtyDays = 60 * 24 * 60 * 60 * 1000;

/**
 * Refuses a range that begins before the 60 days, because a run would seem complete without its older orders; none for a later
 * range.
 *
 * @param now milliseconds since 1970
 */
export const historyLimitRefusal = (range: DateRange, timeZone: string, now: number): O.Option<SourceRefused> => {
  const limit = now - sixtyDays;
  if (millisecondsOf(intervalOf(range, timeZone).start) >= limit) return O.none;
  const limitDay = Temporal.Instant.fromEpochMilliseconds(limit).toZonedDateTimeISO(timeZone).toPlainDate();
  return O.some(
    refused(
      `the app may not read orders older than 60 days; add the scope read_all_orders and install it again, or begin on ${limitDay.add({ days: 1 }).toString()} or later`,
    ),
  );
};

const hiddenMessage =
  'Shopify hides what changed of orders older than 60 days, because the app lacks the scope read_all_orders. Refunds, payments and edits of them are not synced: add the scope and install the app again.';

/** The changes that such a token does not show. `now`: milliseconds since 1970. */
export const hiddenChanges = (now: number): HiddenChanges => ({
  madeBefore: instantOfMilliseconds(now - sixtyDays),
  message: hiddenMessage,
});

/** For an order that such a token cannot read. Shopify answers the same for deleted orders, so it must not count as deleted. */
export const orderNotVisible: SourceRefused = {
  ...refused(
    'Shopify returns no such order: it is deleted, or older than the 60 days that the app may read; add the scope read_all_orders and install the app again',
  ),
  isUnseen: true,
};
