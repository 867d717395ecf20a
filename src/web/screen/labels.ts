import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';
import { moneyIn } from '../../domain/money.ts';
import type { Outcome, Run, RunStatus } from '../../domain/run.ts';

export const outcomeLabel: Readonly<Record<Outcome, string>> = {
  succeeded: 'sent',
  alreadyPresent: 'already in the service',
  failed: 'failed',
  skipped: 'skipped',
  held: 'on hold',
};

export const statusLabel: Readonly<Record<RunStatus, string>> = {
  running: 'running',
  interrupted: 'paused',
  stopped: 'stopped',
  finished: 'finished',
  cancelled: 'canceled',
};

/** `1234567.80` becomes `1,234,567.80`. */
export const grouped = (decimal: string): string => {
  const [whole = '', ...rest] = decimal.split('.');
  const [sign, digits] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole];
  // Not by one expression with a look-ahead: that takes quadratic time on a long text of digits.
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])];
  return [sign + groups.filter((group) => group !== '').join(','), ...rest].join('.');
};

export const count = (value: number): string => grouped(String(value));

/** Minor units of a currency, grouped, without the currency's code. */
export const money = (currency: string, amount: bigint): string => grouped(moneyIn(currency)(amount));

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-03` becomes `Mar 2026`. */
export const monthLabel = (month: string): string => {
  const [year = '', number = ''] = month.split('-');
  return `${months[Number(number) - 1] ?? number} ${year}`;
};

/** `2026-03-08` becomes `8 Mar 2026`. */
export const dayLabel = (day: string): string => `${Number(day.slice(8, 10))} ${monthLabel(day.slice(0, 7))}`;

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
export const momentIn = (timeZone: string | undefined, instant: string): string => {
  if (timeZone === undefined) return momentLabel(instant);
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return `${dayLabel(local.toPlainDate().toString())}, ${local.toPlainTime().toString().slice(0, 5)} in ${timeZone}`;
};

/** An instant to the minute, in UTC. */
export const momentLabel = (instant: string): string =>
  `${dayLabel(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;

/** @example plural(2, 'sale') // '2 sales' */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** `Retry this sale`, `Retry all 3 sales`. */
export const retryLabel = (sales: number): string =>
  sales === 1 ? 'Retry this sale' : `Retry all ${plural(sales, 'sale')}`;

/** `1 sale needs you`, `3 sales need you`. */
export const needsYou = (sales: number): string => plural(sales, 'sale needs you', 'sales need you');

export const needsAttention = (sales: number): string => plural(sales, 'sale needs attention', 'sales need attention');

/** The sales of a run: those of its days or, for a live run, all since it began. */
export const salesLabel = ({ kind, range, storefronts, startedAt }: Run): string =>
  kind === 'live'
    ? `live sales of ${storefronts.join(', ')} since ${dayLabel(startedAt.slice(0, 10))}`
    : rangeLabel(range);
