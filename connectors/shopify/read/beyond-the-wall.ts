import * as O from 'fp-ts/lib/Option.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, intervalOf } from '../../../src/domain/date-range.ts';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { SourceRefused } from '../../../src/domain/errors.ts';
import { refused } from '../errors.ts';

const sixtyDays = 60 * 24 * 60 * 60 * 1000;

/**
 * The refusal of a range that begins before what a token without `read_all_orders` sees; none for a later one. Shopify
 * leaves such orders out without a word, so a run over them would end well and have missed them.
 *
 * @param now milliseconds since 1970
 */
export const beyondTheWall = (range: DateRange, timeZone: string, now: number): O.Option<SourceRefused> => {
  const wall = now - sixtyDays;
  if (millisecondsOf(intervalOf(range, timeZone).start) >= wall) return O.none;
  const ofWall = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO(timeZone).toPlainDate();
  return O.some(
    refused(
      `the app may not read orders older than 60 days; add read_all_orders to its scopes and install it again, or begin on ${ofWall.add({ days: 1 }).toString()} or later`,
    ),
  );
};
