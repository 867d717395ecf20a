/** Reads the pages of a window, and keeps its half-read lists between two pages so that they are not read again. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { intervalOf } from '../../../src/domain/date-range.ts';
import type { Clock } from '../../../src/domain/environment.ts';
import { millisecondsOf } from '../../../src/domain/instant.ts';
import type { Cursor, Page, Window } from '../../../src/mapping/source-connector.ts';
import type { StripeContext } from '../to-sale/identity.ts';
import type { Span } from './descending.ts';
import { readForwardedPage, readOutlyingInvoicesPage, readSalesPage } from './read-page.ts';
import type { Read, StripeApi } from '../client/stripe-api.ts';
import { forgetFrom, startReading, type WindowReading } from './window-reading.ts';
import { meaningOf, type WindowMeaning } from './windows.ts';

export interface PageReader {
  /** @param reads reads the records of the page that its lists do not have */
  readonly readPage: (reads: StripeApi, context: StripeContext, window: Window, from: O.Option<Cursor>) => Read<Page>;
  /** Called when a run begins: half-read lists of an earlier run may lack a late payment. */
  readonly forgetAll: () => void;
}

interface Kept {
  readonly reading: WindowReading;
  /** When the reading began or last returned a page, in milliseconds, because a large account takes long to read. */
  readonly since: number;
}

/** Limit of kept readings; with more windows, each starts again at its cursor. */
const maxReadings = 16;

/** How long a reading is kept while its page is retried. After that its records may have changed and are read again. */
const maxKept = 15 * 60_000;

/**
 * A cursor is the Unix second up to which a window is still to be returned, so any process can continue from it. Between two
 * pages of one window the lists are kept for a while, also after a page that failed.
 */
export const pageReader = (api: StripeApi, timeZone: string, clock: Pick<Clock, 'now'>): PageReader => {
  const readings = new Map<string, Kept>();

  const keep = (key: string, kept: Kept): void => {
    const [oldest] = readings.keys();
    if (readings.size >= maxReadings && oldest !== undefined) readings.delete(oldest);
    readings.set(key, kept);
  };

  /** Takes a reading out while it is in use, so that a second reader of the same page gets another one. */
  const take = (key: string, span: Span): Kept => {
    const kept = readings.get(key);
    readings.delete(key);
    const now = clock.now();
    return kept !== undefined && now - kept.since <= maxKept ? kept : { reading: startReading(api, span), since: now };
  };

  const readPage: PageReader['readPage'] = (reads, context, window, from) => async () => {
    const meaning = meaningOf(window);
    const start = secondOf(window.start);
    const end = O.isSome(from) ? Number(from.value) : meaning === null ? start : endOf(window, meaning, timeZone);
    if (meaning === null || !Number.isSafeInteger(end) || end <= start) {
      const message = 'this window or cursor was made by another version; start a new run';
      return E.left({ _tag: 'SourceRefused', message });
    }
    const key = `${window.key} @ ${end}`;
    const { reading, since } = take(key, { start, end });
    const read =
      meaning.kind === 'sales'
        ? readSalesPage(reads, context, reading, { window, range: intervalOf(meaning.range, timeZone) }, { start, end })
        : (meaning.kind === 'forwarded payments' ? readForwardedPage : readOutlyingInvoicesPage)(
            reads,
            context,
            reading,
            meaning.kind === 'future invoices' ? window : intervalOf(meaning.range, timeZone),
            { start, end },
          );
    const answer = await read();
    if (E.isLeft(answer)) {
      keep(key, { reading, since });
      return answer;
    }
    const { page, low } = answer.right;
    if (O.isSome(page.next)) {
      forgetFrom(reading, low);
      keep(`${window.key} @ ${low}`, { reading, since: clock.now() });
    }
    return E.right(page);
  };

  return { readPage, forgetAll: () => readings.clear() };
};

const secondOf = (instant: string): number => Math.floor(millisecondsOf(instant) / 1000);

/** The window of late invoices ends with its range, but only holds invoices that were created before the range. */
const endOf = (window: Window, { kind, range }: WindowMeaning, timeZone: string): number => {
  const end = secondOf(window.end);
  return kind !== 'late invoices' ? end : Math.min(end, secondOf(intervalOf(range, timeZone).start));
};
