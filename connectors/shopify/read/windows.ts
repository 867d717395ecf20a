/** Cuts a range, or a span of changes, into windows that are read in pages; the key of a window holds its filters. */
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import { last } from 'fp-ts/lib/ReadonlyNonEmptyArray.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, type Interval, intervalOf, monthsOf } from '../../../src/domain/date-range.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../../src/domain/instant.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';

/** The windows of a range that is read in pages, in the shop's own time zone. */
export const windowsOf = (range: DateRange, timeZone: string): readonly Window[] =>
  partsOf(range).map((part) => ({ key: `${part.from}..${part.to}`, kind: 'sold', ...intervalOf(part, timeZone) }));

const madeBefore = ' of orders made before ';

/** The instant before which the orders of a window of changes were made; undefined where the window has no such limit. */
export const madeBeforeOf = ({ key }: Window): Instant | undefined =>
  isChangedWindow({ key }) ? key.split(madeBefore)[1]?.split(' ', 1)[0]?.split(' ')[0] : undefined;

const prefix = 'changed:';

/** Whether a window lists orders by when they last changed. */
export const isChangedWindow = ({ key }: Pick<Window, 'key'>): boolean => key.startsWith(prefix);

/** The limits of the changes that are needed: see `SourceConnector`. */
interface ChangesNeeded {
  readonly happenedBefore?: Instant | undefined;
  readonly besides?: DateRange | undefined;
}

/**
 * Cuts a time span after each third of the shop's months, widened to whole seconds, the precision of `updatedAt`.
 *
 * Orders are found by their latest change only, and Shopify may write refunds and ledger slightly later, so the caller overlaps
 * the spans. An order that changes while its window is read moves to the next span.
 *
 * @param happenedBefore leaves out orders that were made later; no other order, because Shopify dates only the latest change, which
 * hides earlier ones
 */
export const changedWindowsOf = (
  { start, end }: Interval,
  timeZone: string,
  { happenedBefore, besides }: ChangesNeeded = {},
): readonly Window[] => {
  const from = Math.floor(millisecondsOf(start) / 1000) * 1000;
  const to = Math.ceil(millisecondsOf(end) / 1000) * 1000;
  if (from >= to) return [];
  const parts = partsOf({ from: dayOf(from, timeZone), to: dayOf(to - 1, timeZone) }).map((part) => {
    const whole = intervalOf(part, timeZone);
    return {
      start: instantOfMilliseconds(Math.max(from, millisecondsOf(whole.start))),
      end: instantOfMilliseconds(Math.min(to, millisecondsOf(whole.end))),
    };
  });
  const filters = besides === undefined ? [''] : filtersBesides(besides, timeZone, to);
  return parts.flatMap((part) => {
    const isAll = happenedBefore === undefined || millisecondsOf(happenedBefore) >= millisecondsOf(part.end);
    const only = isAll ? '' : `${madeBefore}${happenedBefore}`;
    return filters.map((filter) => ({
      key: `${prefix}${part.start}..${part.end}${only}${filter}`,
      kind: 'changed' as const,
      ...part,
    }));
  });
};

/** The filter by the orders' own date that is in the key of a window of changes; empty if the window has orders of all dates. */
export const soldFilterOf = ({ key }: Window): string => {
  const [, side, at] = / sold (before|from) (\S+)$/.exec(key) ?? [];
  return at === undefined ? '' : ` AND processed_at:${side === 'before' ? '<' : '>='}'${at}'`;
};

/** Each window costs a request and a commit, even if it holds no order; and a few windows are read at once. */
const monthsInWindow = 3;

/** A range cut after each third month. */
const partsOf = (range: DateRange): readonly DateRange[] =>
  RA.chunksOf(monthsInWindow)(monthsOf(range)).map((months) => ({
    from: months[0].from,
    to: last(months).to,
  }));

const dayOf = (milliseconds: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** Filters for orders before these days and for orders after them; the second is left out if the days are not over. */
const filtersBesides = (besides: DateRange, timeZone: string, now: number): readonly string[] => {
  const { start, end } = intervalOf(besides, timeZone);
  return [` sold before ${start}`, ...(millisecondsOf(end) > now ? [] : [` sold from ${end}`])];
};
