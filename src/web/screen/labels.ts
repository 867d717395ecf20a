import { Temporal } from 'temporal-polyfill';
import type { DateRange } from '../../domain/date-range.ts';
import type { Outcome, Run, RunStatus } from '../../domain/run.ts';
import { moneyIn } from '../../domain/money.ts';

/** The words of the glossary for outcomes. */
export const outcomeLabel: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  alreadyPresent: 'already present',
  failed: 'failed',
  skipped: 'skipped',
  held: 'held',
};

export const statusLabel: Readonly<Record<RunStatus, string>> = {
  running: 'running',
  interrupted: 'paused',
  stopped: 'stopped',
  finished: 'finished',
  cancelled: 'cancelled',
};

/** `1234567.80` as a person reads it: `1,234,567.80`. */
export const grouped = (decimal: string): string => {
  const [whole = '', ...rest] = decimal.split('.');
  const [sign, digits] = whole.startsWith('-') ? ['-', whole.slice(1)] : ['', whole];
  const first = digits.length % 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])];
  return [sign + groups.filter((group) => group !== '').join(','), ...rest].join('.');
};

export const count = (value: number): string => grouped(String(value));

/** Minor units of a currency, grouped, without the currency's code. */
export const money = (currency: string, amount: bigint): string => grouped(moneyIn(currency)(amount));

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `2026-03` as `Mar 2026`. */
export const monthLabel = (month: string): string => {
  const [year = '', number = ''] = month.split('-');
  return `${months[Number(number) - 1] ?? number} ${year}`;
};

/** `2026-03-08` as `8 Mar 2026`. */
export const dayLabel = (day: string): string => `${Number(day.slice(8, 10))} ${monthLabel(day.slice(0, 7))}`;

/** Days of a calendar: the first to the last, or the one that it is. */
export const rangeLabel = ({ from, to }: DateRange): string =>
  from === to ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(to)}`;

const countries = new Intl.DisplayNames('en', { type: 'region' });

/** A jurisdiction as a person reads it: `CA`, `CA-ON`, and `Germany` for `DE-*`. What is none stays as it is. */
export const jurisdictionLabel = (jurisdiction: string): string => {
  const [, country] = /^([A-Z]{2})-\*$/.exec(jurisdiction) ?? [];
  return country === undefined ? jurisdiction : (countries.of(country) ?? jurisdiction);
};

/** A name of the code as a person reads it: `shipToAddress.state` is `ship to address, state`. */
export const describeSubject = (name: string): string =>
  name === 'shippingHandling'
    ? 'shipping and handling'
    : name.replaceAll('.', ', ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** An instant to the minute, by the clock of a storefront; in UTC while its time zone is not known. It says which. */
export const momentIn = (timeZone: string | undefined, instant: string): string => {
  if (timeZone === undefined) return momentLabel(instant);
  const there = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return `${dayLabel(there.toPlainDate().toString())}, ${there.toPlainTime().toString().slice(0, 5)} in ${timeZone}`;
};

/** An instant to the minute, in UTC and saying so. */
export const momentLabel = (instant: string): string =>
  `${dayLabel(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;

/** One thing, or several: `plural(2, 'matter')` is `2 matters`. */
export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;

/** Which sales a run is about: those of its days, or everything that came in since it began. */
export const salesLabel = ({ kind, range, storefronts, startedAt }: Run): string =>
  kind === 'live'
    ? `live sales of ${storefronts.join(', ')} since ${dayLabel(startedAt.slice(0, 10))}`
    : rangeLabel(range);
