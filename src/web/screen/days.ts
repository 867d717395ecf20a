/** The days of the calendar and of the form for a new sync: which are complete, counted, or not yet synced. */
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import { Temporal } from 'temporal-polyfill';
import { type DateRange, wholeMonth, daysOf } from '../../domain/date-range.ts';
import type { HeldDay } from '../../domain/decision.ts';
import type { DailyCount } from '../../domain/review-store.ts';
import { count, money, plural } from './labels.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { ScreenContext } from './page.tsx';
import type { Pages } from '../../operations/pages.ts';
import { ifRefused } from '../../operations/tax-nexus-error.ts';
import { millisecondsOf } from '../../domain/instant.ts';
import type { Run } from '../../domain/run.ts';

/** The days of a month, `YYYY-MM`; undefined for any other text. */
export const monthRange = (month: string): DateRange | undefined =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? wholeMonth(month) : undefined;

/** The weeks of a month, Monday first; null for days of other months. */
export const weeksOf = <A extends { readonly day: string }>(days: readonly A[]): readonly (readonly (A | null)[])[] => {
  const [first] = days;
  if (first === undefined) return [];
  const lead = Temporal.PlainDate.from(first.day).dayOfWeek - 1;
  const cells = [...Array.from({ length: lead }, () => null), ...days];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => cells[week * 7 + index] ?? null),
  );
};

/** The current day, `YYYY-MM-DD`, in a time zone; `now` in milliseconds since 1970. */
export const todayIn = (timeZone: string, now: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The days of a range before today; undefined without such days. */
export const overBy = (today: string, { from, to }: DateRange): DateRange | undefined => {
  if (from >= today) return undefined;
  return { from, to: to < today ? to : Temporal.PlainDate.from(today).subtract({ days: 1 }).toString() };
};

/**
 * `short`: the service lacks sales of the day. `differs`: it holds other values. `held`: only sales that are on hold or left out
 * are missing. `unknown`: never counted. `ahead`: the day is not over.
 */
export type DayState = 'whole' | 'empty' | 'short' | 'differs' | 'held' | 'unknown' | 'ahead';

export interface ShownDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly state: DayState;
  /** Null when never counted. */
  readonly counted: DailyCount | null;
  /** Sales that are on hold or left out. */
  readonly held: readonly HeldDay[];
}

/** The sign next to a day that needs attention, so that color alone carries no meaning. */
export const signOf = ({ state, counted, held }: ShownDay): string => {
  if (state === 'short') return `−${count(counted?.missing ?? 0)}`;
  if (state === 'differs') return `!${count(counted?.differing ?? 0)}`;
  if (state === 'held') return `+${count(countOf(held))}`;
  return state === 'unknown' ? '?' : '';
};

export const figureOf = ({ counted, state }: ShownDay): string => {
  if (counted === null) return '';
  const { source, service } = counted;
  return state !== 'short' && source === service ? count(source) : `${count(service)}/${count(source)}`;
};

/** `11 of 12 sent, 1 missing`. */
export const stateLabel = ({ state, counted, held }: ShownDay): string => {
  if (counted === null) return state === 'ahead' ? 'not over yet' : 'not counted';
  if (state === 'empty') return 'no sales';
  const { source, service, missing, differing } = counted;
  const isAllSent = (state === 'whole' || state === 'held') && source === service;
  return [
    ...(source === 0 && service === 0
      ? []
      : [isAllSent ? `all ${count(source)} sent` : `${count(service)} of ${count(source)} sent`]),
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
    ...(differing > 0 ? [plural(differing, 'differs', 'differ')] : []),
    ...[describeHeld(held, false), describeHeld(held, true)].filter((text) => text !== ''),
  ].join(', ');
};

interface DaySummary {
  readonly label: string;
  /** The class of its badge. */
  readonly tone: '' | 'good' | 'warn' | 'bad';
}

/**
 * How many days are incomplete, differ or were not counted. "Complete" is stated only if no day is incomplete or differs; sales
 * on hold or left out are named separately.
 */
export const summarizeDays = (days: readonly ShownDay[]): readonly DaySummary[] => {
  const daysIn = (state: DayState): number => days.filter((shown) => shown.state === state).length;
  const [short, differing, unknown] = [daysIn('short'), daysIn('differs'), daysIn('unknown')];
  const counted = days.filter((shown) => isCounted(shown) && shown.state !== 'held').length;
  const held = days.flatMap((shown) => shown.held);
  const [onHold, leftOut] = [describeHeld(held, false), describeHeld(held, true)];
  const summaries: readonly (DaySummary | false)[] = [
    counted > 0 && short + differing === 0 && { label: `${plural(counted, 'day')} complete`, tone: 'good' },
    short > 0 && { label: `${plural(short, 'day')} incomplete`, tone: 'bad' },
    differing > 0 && { label: plural(differing, 'day differs', 'days differ'), tone: 'warn' },
    onHold !== '' && { label: onHold, tone: 'warn' },
    leftOut !== '' && { label: leftOut, tone: '' },
    unknown > 0 && { label: `${plural(unknown, 'day')} not counted`, tone: '' },
  ];
  return summaries.filter((summary) => summary !== false);
};

export interface StorefrontDays {
  readonly storefront: string;
  /** IANA; null while the platform does not respond. */
  readonly timeZone: string | null;
  /** In the storefront's time zone; in UTC while that is unknown. */
  readonly today: string;
  readonly days: readonly ShownDay[];
}

/** Milliseconds that a page waits for a platform's response. */
const accountTimeout = 3_000;

/** The time zone in which a storefront counts its days; null while its platform does not respond. */
export const timeZoneOf = ({ timeZone }: Pick<Pages, 'timeZone'>, storefront: string): Promise<string | null> =>
  Promise.race([timeZone(storefront), wait(accountTimeout, null, { ref: false })]);

const maxStorefronts = 6;
/** Reads the days of the chosen storefronts; of the first ones if none is chosen. */
export const readChosenDays = async (context: ScreenContext, range: DateRange): Promise<readonly StorefrontDays[]> => {
  const all = context.var.taxNexus.pages.storefronts();
  const asked = context.req.queries('storefront') ?? [];
  const chosen = all.filter((name) => asked.includes(name));
  const days: StorefrontDays[] = [];
  for (const storefront of (chosen.length === 0 ? all : chosen).slice(0, maxStorefronts))
    days.push(await readDays(context.var, storefront, range));
  return days;
};

/** The days that were over when the run began: later days may have had more sales. */
export const coveredDays = ({ range, startedAt, timeZones }: Run, storefront: string): DateRange | undefined =>
  overBy(todayIn(timeZones[storefront] ?? 'UTC', millisecondsOf(startedAt)), range);

/** Newest runs that are read: years of them. */
const maxRuns = 200;

/**
 * For each storefront, the longest stretch of days without a gap that finished syncs covered. Empty while the sync database
 * cannot be read, because the form also works without it.
 */
export const syncedDays = async ({
  newestRuns,
}: Pick<Pages, 'newestRuns'>): Promise<ReadonlyMap<string, DateRange>> => {
  const runs = await newestRuns(maxRuns).catch(ifRefused([]));
  const finished = runs.filter(({ status, dryRun }) => status === 'finished' && !dryRun);
  const storefronts = [...new Set(finished.flatMap((run) => run.storefronts))];
  return new Map(
    storefronts.flatMap((storefront) => {
      const runs = finished.filter((run) => run.storefronts.includes(storefront));
      const stretch = maxStretch(runs.flatMap((run) => coveredDays(run, storefront) ?? []));
      return stretch === undefined ? [] : [[storefront, stretch] as const];
    }),
  );
};

/**
 * The longest stretch of days that the ranges cover without a gap, the later of two equally long ones; undefined without
 * ranges. A single day that was synced again is part of a longer stretch and never replaces it.
 */
export const maxStretch = (ranges: readonly DateRange[]): DateRange | undefined =>
  merged(ranges).reduce<DateRange | undefined>(
    (longest, stretch) => (longest === undefined || lengthOf(stretch) >= lengthOf(longest) ? stretch : longest),
    undefined,
  );

/** Days that the form of a new sync proposes. */
export interface ProposedDays {
  /** From the first to the last day synced so far; undefined before the first sync. */
  readonly again: DateRange | undefined;
  /** The days after `again`; undefined if no such day is over yet. */
  readonly onwards: DateRange | undefined;
  /** The 12 months up to the last full one. */
  readonly year: DateRange;
}

/**
 * `onwards` begins after the storefront whose synced days end first, so that no day is left out; sales that the other storefronts
 * have sent are recognized and not sent twice.
 *
 * @param synced the days synced so far of each storefront, without a gap
 * @param now in milliseconds since 1970
 */
export const proposedDays = (synced: readonly DateRange[], now: number): ProposedDays => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO('UTC').toPlainDate();
  const monthEnd = today.with({ day: 1 }).subtract({ days: 1 });
  const yesterday = today.subtract({ days: 1 }).toString();
  const year = { from: monthEnd.with({ day: 1 }).subtract({ months: 11 }).toString(), to: monthEnd.toString() };
  const [firstDay] = synced.map((range) => range.from).sort();
  const ends = synced.map((range) => range.to).sort();
  const [firstEnd, lastDay] = [ends[0], ends.at(-1)];
  if (firstDay === undefined || firstEnd === undefined || lastDay === undefined)
    return { again: undefined, onwards: undefined, year };
  const from = Temporal.PlainDate.from(firstEnd).add({ days: 1 }).toString();
  const to = from <= year.to ? year.to : yesterday;
  return { again: { from: firstDay, to: lastDay }, onwards: from <= to ? { from, to } : undefined, year };
};

const countOf = (held: readonly HeldDay[]): number => held.reduce((all, one) => all + one.count, 0);

/** `2 sales on hold, 109.99 USD`; empty without such sales. */
const describeHeld = (held: readonly HeldDay[], ofLeftOut: boolean): string => {
  const wanted = held.filter(({ isLeftOut }) => isLeftOut === ofLeftOut);
  if (wanted.length === 0) return '';
  const sums = new Map<string, bigint>();
  for (const { currency, total } of wanted)
    if (currency !== null) sums.set(currency, (sums.get(currency) ?? 0n) + total);
  const amounts = [...sums].map(([currency, total]) => `${money(currency, total)} ${currency}`);
  return [`${plural(countOf(wanted), 'sale')} ${ofLeftOut ? 'left out' : 'on hold'}`, ...amounts].join(', ');
};

const isCounted = ({ counted }: ShownDay): boolean => counted !== null;

/** Reads the counts of days from the sync database. It asks no platform for numbers. */
const readDays = async (
  { host, taxNexus: { pages } }: ScreenContext['var'],
  storefront: string,
  range: DateRange,
): Promise<StorefrontDays> => {
  const [counted, timeZone] = await Promise.all([pages.days(storefront, range), timeZoneOf(pages, storefront)]);
  const held = await pages.heldDays(storefront, range);
  const today = todayIn(timeZone ?? 'UTC', host.clock.now());
  const byDay = new Map(counted.map((one) => [one.day, one]));
  const heldOn = groupBy((one: HeldDay) => one.day)([...held]);
  const days = daysOf(range).map((day) => shownDay(day, byDay.get(day), heldOn[day] ?? [], today));
  return { storefront, timeZone, today, days };
};

/** @param today in the storefront's time zone */
const shownDay = (day: string, counted: DailyCount | undefined, held: readonly HeldDay[], today: string): ShownDay => {
  if (counted !== undefined) return { day, state: stateOf(counted, held), counted, held };
  return { day, state: day < today ? 'unknown' : 'ahead', counted: null, held };
};

const stateOf = ({ source, service, missing, differing }: DailyCount, held: readonly HeldDay[]): DayState => {
  if (missing > 0) return 'short';
  if (differing > 0) return 'differs';
  if (held.length > 0) return 'held';
  return source === 0 && service === 0 ? 'empty' : 'whole';
};

/** Joins ranges that overlap or follow each other without a day between them. */
const merged = (ranges: readonly DateRange[]): readonly DateRange[] => {
  const stretches: DateRange[] = [];
  for (const range of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = stretches.at(-1);
    if (last === undefined || range.from > dayAfter(last.to)) stretches.push(range);
    else stretches[stretches.length - 1] = { from: last.from, to: range.to > last.to ? range.to : last.to };
  }
  return stretches;
};

const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

const lengthOf = ({ from, to }: DateRange): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;
