/** Cuts a range, or a span of changes, into windows that are read separately; the key of a window names its contents. */
import { type DateRange, type Interval, intervalOf } from '../../../src/domain/date-range.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../../src/domain/instant.ts';
import { Temporal } from 'temporal-polyfill';
import type { Window } from '../../../src/mapping/source-connector.ts';
import { maxSecondsOffline } from '../records/charge.ts';
import type { StripeContext } from '../to-sale/identity.ts';

/**
 * Milliseconds. A list may leave out a new object for some minutes while it shows younger ones, and the invoice of a checkout is
 * made after its payment. So windows leave objects that are younger than this to the next run.
 */
export const settlingMs = 10 * 60_000;

const kinds = ['sales', 'late invoices', 'backdated invoices', 'forwarded payments', 'future invoices'] as const;
type WindowKind = (typeof kinds)[number];

/**
 * What a window holds.
 *
 * - `sales`: everything created in it
 * - `late invoices`: invoices created before the range and issued within it
 * - `backdated invoices`: invoices created after the range, until now, with a date of issue (`effective_at`) within it
 * - `future invoices`: of test data, invoices that a test clock dates in the future
 * - `forwarded payments`: payments created after the range, which a reader stored within it while it was offline
 */
export interface WindowMeaning {
  readonly kind: WindowKind;
  /** The whole range: a late invoice belongs to it by the day on which it was made final. */
  readonly range: DateRange;
}

/**
 * Invoices that became final in the range are listed from this many days before it. Invoices that were drafts for longer are
 * found by the payment that Stripe makes for an invoice when it becomes final: see `read-older-invoice.ts`.
 */
const draftDays = 40;

export const draftSeconds = draftDays * 86_400;

/**
 * The windows of one account's data of one mode. A run that is continued with the key of another account, or of the other
 * mode, must not continue from the positions of the first one.
 */
export const inAccount = (
  windows: readonly Window[],
  { account, mode }: Pick<StripeContext, 'account' | 'mode'>,
): readonly Window[] => windows.map((window) => ({ ...window, key: `${window.key} in ${account}:${mode}` }));

/** The meaning of a window's key. Null for a key of another connector or version. */
export const meaningOf = ({ key }: Window): WindowMeaning | null => {
  const match =
    /^(?:changed:)?(sales|late invoices|backdated invoices|forwarded payments|future invoices) \S+ of (\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)(?: in \S+)?$/.exec(
      key,
    );
  const [, name, from, to] = match ?? [];
  const kind = kinds.find((one) => one === name);
  return kind === undefined || from === undefined || to === undefined ? null : { kind, range: { from, to } };
};

/** A quarter: where sales grew over the years, the last window is not read alone for long. */
const maxDays = 91;

/**
 * The windows of a range. Sales are read in windows of four weeks to a quarter, by `created`, in the storefront's own days. One
 * window lists invoices that were drafts when the range began; it stays open until the range is over, because more of them may
 * become final until then, and a resumed run reads it again. Other windows list invoices that are dated back into the range, and
 * payments that an offline reader took in it. Keys are made of days, so that they are the same on every run; no window ends later
 * than ten minutes ago.
 */
export const windowsOf = (range: DateRange, timeZone: string, now: number): readonly Window[] => {
  const windows: Window[] = [];
  const add = (key: string, { start, end }: Interval): void => {
    const latest = Math.floor((now - settlingMs) / 1000) * 1000;
    const clipped = Math.min(millisecondsOf(end), latest);
    if (millisecondsOf(start) < clipped)
      windows.push({ key, kind: 'sold', start, end: instantOfMilliseconds(clipped) });
  };
  const [from, to] = [Temporal.PlainDate.from(range.from), Temporal.PlainDate.from(range.to)];
  const before = { from: from.subtract({ days: draftDays }).toString(), to: from.subtract({ days: 1 }).toString() };
  const length = lengthOf(from, to);
  for (let first = from; Temporal.PlainDate.compare(first, to) <= 0; first = first.add({ days: length })) {
    const end = first.add({ days: length - 1 });
    const last = Temporal.PlainDate.compare(end, to) < 0 ? end : to;
    const days = { from: first.toString(), to: last.toString() };
    add(keyOf('sales', days.from, days.to, range), intervalOf(days, timeZone));
  }
  const { start } = intervalOf(before, timeZone);
  add(keyOf('late invoices', before.from, before.to, range), { start, end: intervalOf(range, timeZone).end });
  const after = to.add({ days: 1 });
  const isBegun = (day: Temporal.PlainDate): boolean => day.toZonedDateTime({ timeZone }).epochMilliseconds < now;
  for (let first = after; isBegun(first); first = first.add({ days: maxDays })) {
    const days = { from: first.toString(), to: first.add({ days: maxDays - 1 }).toString() };
    add(keyOf('backdated invoices', days.from, days.to, range), intervalOf(days, timeZone));
  }
  const forwarded = { from: after.toString(), to: to.add({ days: maxSecondsOffline / 86_400 }).toString() };
  add(keyOf('forwarded payments', forwarded.from, forwarded.to, range), intervalOf(forwarded, timeZone));
  return windows;
};

/** Longer than a test clock can be ahead: two intervals of its longest subscription, a year each. */
const testClockMs = 3 * 366 * 86_400_000;

/**
 * Windows for invoices in the future of a range that reaches today: only test clocks make them, and only in test data. They are
 * reported, not sent.
 */
export const futureWindowsOf = (range: DateRange, timeZone: string, now: number): readonly Window[] => {
  const today = dayOf(now, timeZone);
  if (range.to < today || range.from > today) return [];
  const start = instantOfMilliseconds(Math.floor(now / 1000) * 1000);
  const end = instantOfMilliseconds(Math.floor((now + testClockMs) / 1000) * 1000);
  return [{ key: keyOf('future invoices', today, today, range), kind: 'sold', start, end }];
};

const prefix = 'changed:';
const eventsPrefix = `${prefix}events `;

export const isEventsWindow = ({ key }: Window): boolean => key.startsWith(eventsPrefix);

/** The lists whose objects date what happened to older sales: see `read-followed.ts`. */
export const followedLists = ['refunds', 'disputes', 'credit notes', 'older invoices', 'older payments'] as const;
export type FollowedList = (typeof followedLists)[number];

/** The meaning of a window of such a list. */
export interface FollowedMeaning {
  readonly list: FollowedList;
  /** The days whose sales other windows read; null without such days. */
  readonly besides: DateRange | null;
}

const followedKey =
  /^changed:(refunds|disputes|credit notes|older invoices|older payments) \S+ but (none|(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d))(?: in \S+)?$/;

/** The meaning of the key of such a window. Null for any other window. */
export const followedMeaningOf = ({ key }: Window): FollowedMeaning | null => {
  const [, name, , from, to] = followedKey.exec(key) ?? [];
  const list = followedLists.find((one) => one === name);
  if (list === undefined) return null;
  return { list, besides: from === undefined || to === undefined ? null : { from, to } };
};

/** Stripe keeps events for 30 days (docs.stripe.com/api/events); a day less, because a page may be read hours later. */
const keptMs = 29 * 86_400_000;

/**
 * Windows for a span of changes.
 *
 * Live, the changes come from Stripe's events, as far back as Stripe keeps them: each event names one record, which is read.
 * Before that, and for a historical sync, they come from the lists that date their own objects: a month of a shop with a thousand
 * sales has four thousand events, and these lists have a hundred pages. The days of the span are read again as well, except the
 * days of `besides`, which the sync reads anyway.
 *
 * @param now milliseconds since 1970
 * @param besides see `SourceConnector`
 */
export const changedWindowsOf = (
  { start, end }: Interval,
  timeZone: string,
  now: number,
  besides: DateRange | null = null,
): readonly Window[] => {
  const from = Math.floor(millisecondsOf(start) / 1000) * 1000;
  const to = Math.ceil(millisecondsOf(end) / 1000) * 1000;
  if (besides !== null) {
    const apart = intervalOf(besides, timeZone);
    return [
      ...followedWindows(from, to, besides),
      ...rereadWindows(from, Math.min(to, millisecondsOf(apart.start)), timeZone, now),
      ...rereadWindows(Math.max(from, millisecondsOf(apart.end)), to, timeZone, now),
    ];
  }
  const oldest = Math.ceil((now - keptMs) / 1000) * 1000;
  const split = Math.min(Math.max(from, oldest), to);
  const events = { start: instantOfMilliseconds(split), end: instantOfMilliseconds(to) };
  return [
    ...followedWindows(from, split, null),
    ...rereadWindows(from, split, timeZone, now),
    ...(split < to
      ? [{ key: `${eventsPrefix}${events.start}..${events.end}`, kind: 'changed' as const, ...events }]
      : []),
  ];
};

/** Long enough that looking back at sessions costs little. */
const fewestDays = 28;

/** Each window costs a page that is not full for every list, so there are only as many as keep four readers busy twice. */
const enoughWindows = 8;

const lengthOf = (from: Temporal.PlainDate, to: Temporal.PlainDate): number => {
  const { days } = to.since(from, { largestUnit: 'days' });
  return Math.min(maxDays, Math.max(fewestDays, Math.ceil((days + 1) / enoughWindows)));
};

const keyOf = (kind: WindowKind, first: string, last: string, { from, to }: DateRange): string =>
  `${kind} ${first}..${last} of ${from}..${to}`;

const dayOf = (milliseconds: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone).toPlainDate().toString();

const followedWindows = (start: number, end: number, besides: DateRange | null): readonly Window[] => {
  if (start >= end) return [];
  const span = { start: instantOfMilliseconds(start), end: instantOfMilliseconds(end) };
  const but = besides === null ? 'none' : `${besides.from}..${besides.to}`;
  return followedLists.map((list) => ({
    key: `${prefix}${list} ${span.start}..${span.end} but ${but}`,
    kind: 'changed',
    ...span,
  }));
};

/** The windows that read the sales of the days of a span again, by `created`. */
const rereadWindows = (start: number, end: number, timeZone: string, now: number): readonly Window[] => {
  if (start >= end) return [];
  const days = { from: dayOf(start, timeZone), to: dayOf(end - 1, timeZone) };
  return windowsOf(days, timeZone, now)
    .filter((window) => meaningOf(window)?.kind === 'sales')
    .map((window) => ({ ...window, key: `${prefix}${window.key}`, kind: 'changed' }));
};
