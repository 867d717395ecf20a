import type { SourceRefused } from '../../../src/domain/errors.ts';
import { refused } from '../errors.ts';
import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, intervalOf } from '../../../src/domain/date-range.ts';
import { millisecondsOf } from '../../../src/domain/instant.ts';

const sixtyDays = 60 * 24 * 60 * 60 * 1000;

/**
 * The refusal of a range that begins before what a token without `read_all_orders` sees; none for a later one. Shopify
 * leaves such orders out without a word, so a run over them would end well and have missed them.
 *
 * @param now milliseconds since 1970
 */
export const historyLimitRefusal = (range: DateRange, timeZone: string, now: number): O.Option<SourceRefused> => {
  const limit = now - sixtyDays;
  if (millisecondsOf(intervalOf(range, timeZone).start) >= limit) return O.none;
  const limitDay = Temporal.Instant.fromEpochMilliseconds(limit).toZonedDateTimeISO(timeZone).toPlainDate();
  return O.some(
    refused(
      `the app may not read orders older than 60 days; add read_all_orders to its scopes and install it again, or begin on ${limitDay.add({ days: 1 }).toString()} or later`,
    ),
  );
};

/**
 * What is said of an order that the shop does not show to a token without `read_all_orders`. Shopify shows such a token no
 * order older than 60 days, and answers the same as for one that was deleted: to call it deleted would be a guess.
 */
export const orderNotVisible: SourceRefused = {
  ...refused(
    'Shopify shows no such order, and the app may not read orders older than 60 days, so nobody knows whether it is deleted; add read_all_orders to its scopes and install it again',
  ),
  isUnseen: true,
};
