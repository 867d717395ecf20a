/** How the screen writes outcomes, numbers, money, days and times for a bookkeeper. */
import { type DateRange, dayIn } from '../../domain/date-range.ts';
import { moneyIn } from '../../domain/money.ts';
import type { Registration } from '../../domain/registration.ts';
import type { Outcome, Run, RunStatus } from '../../domain/run.ts';
import { dateText } from './viewer.ts';

export const outcomeLabel: Readonly<Record<Outcome, string>> = {
  succeeded: 'sent',
  alreadyPresent: 'already in the service',
  failed: 'failed',
  skipped: 'skipped',
  held: 'on hold',
};

export const statusLabel: Readonly<Record<RunStatus, string>> = {
  running: 'running',
  paused: 'paused',
  stopped: 'stopped',
  finished: 'finished',
  canceled: 'canceled',
};

/** `1234567.80` becomes `1,234,567.80`. */
export const grouped = (decimal: string): string => {
  const point = decimal.indexOf('.');
  const first = decimal.startsWith('-') ? 1 : 0;
  let text = decimal;
  // Not by an expression with a look-ahead: that takes quadratic time on a long text of digits.
  for (let at = (point < 0 ? decimal.length : point) - 3; at > first; at -= 3)
    text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
};

export const count = (value: number): string => grouped(String(value));

/** Minor units of a currency, grouped, without the currency's code. */
export const money = (currency: string, amount: bigint): string => grouped(moneyIn(currency)(amount));

/** A month, `2026-03`, as the viewer writes it: `Mar 2026`. Another text stays as it is. */
export const monthLabel = (month: string): string => textOf('month', `${month}-01`, month);

/** A day, `2026-03-08`, as the viewer writes it: `Mar 8, 2026`. Another text stays as it is. */
export const dayLabel = (day: string): string => textOf('day', day, day);

/** The first and last day, or the only one. */
export const rangeLabel = ({ from, to }: DateRange): string =>
  from === to ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(to)}`;

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** `CA` and `CA-ON` stay; `DE-*` becomes `Germany`. Anything else stays as it is. */
export const jurisdictionLabel = (jurisdiction: string): string => {
  const [, country] = /^([A-Z]{2})-\*$/.exec(jurisdiction) ?? [];
  return country === undefined ? jurisdiction : (countries.of(country) ?? jurisdiction);
};

/** A field name for a bookkeeper: `shipToAddress.state` becomes `ship to address, state`. */
export const describeSubject = (name: string): string =>
  name === 'shippingHandling'
    ? 'shipping and handling'
    : name.replaceAll('.', ', ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** An instant to the minute in a storefront's time zone, which it names; UTC while the time zone is unknown. */
export const momentIn = (timeZone: string | undefined, instant: string): string =>
  timeZone === undefined ? momentLabel(instant) : `${dateText('moment', Date.parse(instant), timeZone)} in ${timeZone}`;

/** An instant to the minute, in UTC. */
export const momentLabel = (instant: string): string => `${dateText('moment', Date.parse(instant))} UTC`;

/** The day of an instant in a storefront's time zone; in UTC while that is unknown. */
export const dayOf = (timeZone: string | null | undefined, instant: string): string =>
  dayLabel(dayIn(timeZone ?? 'UTC', instant));

/** The clocks of storefronts, for a page whose days depend on them; empty while none is known. */
export const clocksLabel = (
  shown: readonly { readonly storefront: string; readonly timeZone: string | null | undefined }[],
): string => {
  const zones = new Map(
    shown.flatMap(({ storefront, timeZone }) => (timeZone == null ? [] : [[storefront, timeZone]])),
  );
  const texts = [...zones].map(([storefront, timeZone]) => `${storefront} in ${timeZone}`);
  return texts.length === 0 ? '' : `Days are those of ${texts.join(', ')}.`;
};

/** What a search finds when there are more than `most` sales. */
export const wholeOnly = (most: number): string => `Of more than ${count(most)}, search for a whole number or id.`;

/** @example plural(2, 'sale') // '2 sales' */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** `Retry this sale`, `Retry all 3 sales`. */
export const retryLabel = (sales: number): string =>
  sales === 1 ? 'Retry this sale' : `Retry all ${plural(sales, 'sale')}`;

/** `1 sale needs you`, `3 sales need you`. */
export const needsYouLabel = (sales: number): string => plural(sales, 'sale needs you', 'sales need you');

/** The sales of a run: those of its days or, for a live run, all since it began. */
export const salesLabel = ({ kind, range, storefronts, startedAt }: Run): string =>
  kind === 'live'
    ? `live sales of ${storefronts.join(', ')} since ${dayLabel(startedAt.slice(0, 10))}`
    : rangeLabel(range);

/** `Registered since May 1, 2026, by our accountant` */
export const registrationLabel = ({ status, since, by }: Registration): string =>
  `${status === 'registered' ? 'Registered' : 'Managed elsewhere'}${since === null ? '' : ` since ${dayLabel(since)}`}${by === null ? '' : `, by ${by}`}`;

const textOf = (style: 'day' | 'month', day: string, otherwise: string): string => {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(instant) ? otherwise : dateText(style, instant);
};
