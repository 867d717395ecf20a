/** The result of a reconciliation, and the sentences and daily counts that are made of it. */
import { Temporal } from 'temporal-polyfill';
import { type DateRange, dayIn, daysOf } from '../domain/date-range.ts';
import type { Instant } from '../domain/instant.ts';
import type { AdjustmentKind } from '../domain/run.ts';
import type { Resolution } from '../domain/inbox.ts';
import { maxReconcileLookups } from '../pipeline/limits.ts';
import type { DailyCount } from '../domain/review-store.ts';

/** Whether the service holds what a storefront sold in a range, to the cent. Money as decimals; no personal data. */
export interface Reconciliation {
  readonly storefront: string;
  readonly range: { readonly from: string; readonly to: string; readonly timeZone: string };
  /** Everything was compared, no difference is unresolved, and all totals are the same except for resolved differences. */
  readonly isComplete: boolean;
  /** Transactions that the service holds with other money, state, day or exemption. */
  readonly differing: number;
  /** Transactions of which the service does not show total, tax, state and day, neither in its list nor alone. */
  readonly notCompared: number;
  readonly compared: Compared;
  /** Transactions of the storefront's records, and records that are skipped or held. */
  readonly source: { readonly transactions: number; readonly excluded: Readonly<Record<string, number>> };
  /** Transactions of this storefront and range that the service holds. */
  readonly service: { readonly transactions: number };
  readonly totals: readonly TotalsLine[];
  /** Days of the storefront's calendar on which either side has a transaction, in order. */
  readonly days: readonly DayLine[];
  readonly differences: readonly Difference[];
  /** Changes that are not sent as a transaction: later changes of sales of the range, and changes in the range of other sales. */
  readonly changes: readonly ReconciledChange[];
}

/** What was compared; nothing else is proved. */
export interface Compared {
  /** Transactions of the range that were compared with the service's. */
  readonly transactions: number;
  /** Refunds, edits and other changes that were compared or listed: those of sales of the range, and those within the range. */
  readonly changes: number;
  /** Sales of other days to which something happened in the range, and which were compared with the service. */
  readonly followed: number;
  /** What should have been followed but could not be read, with the reason. The reconciliation is then not complete. */
  readonly notFollowed: readonly string[];
}

/**
 * Describes in a sentence what was compared. Pure.
 *
 * @example
 * describeCompared(compared) // 'Compared: 41 transactions, 6 later changes, and 3 sales of other days that changed in these days.'
 */
export const describeCompared = ({ transactions, changes, followed, notFollowed }: Compared): string => {
  const looked = `Compared: ${counted(transactions, 'transaction')}, ${counted(changes, 'later change')}, and ${counted(followed, 'sale')} of other days that changed in these days.`;
  return notFollowed.length === 0 ? looked : `${looked} Not everything could be followed: ${notFollowed.join('; ')}.`;
};

/** How many transactions of a day (`YYYY-MM-DD`) each side has. */
export type DayLine = Pick<DailyCount, 'day' | 'source' | 'service'>;

/** One month and state. `isSame` if count, total and tax agree to the cent. */
export interface TotalsLine {
  readonly currency: string;
  readonly month: string;
  readonly place: string;
  readonly source: ReconciledTotals;
  readonly service: ReconciledTotals;
  readonly isSame: boolean;
}

/** The transactions of one side in a month and state. */
export interface ReconciledTotals {
  readonly count: number;
  readonly total: string;
  readonly taxCollected: string;
}

/**
 * - `missing at the service`: the service holds none
 * - `held twice`: the service holds a second one under the same name, and counts both
 * - `differs`: the service holds another amount, jurisdiction or day under this id
 * - `sent, but excluded now`: the service holds it, and its record would not be sent today
 * - `deleted on the platform`: the service holds it, and the platform no longer has the record
 * - `not among the sales`: the service holds it, and the platform has the record, but not as a sale of these days
 * - `no longer true`: the service holds a refund or other change that the platform no longer has
 * - `not shown yet`: it was sent within the last hour, to a service that may show it later
 * - `unclear`: no definitive response of the service or the platform, or nothing shows whose transaction it is
 */
export type DifferenceKind =
  | 'missing at the service'
  | 'held twice'
  | 'differs'
  | 'sent, but excluded now'
  | 'deleted on the platform'
  | 'not among the sales'
  | 'no longer true'
  | 'not shown yet'
  | 'unclear';

/** A transaction about which the storefront and the service do not agree, or that could not be compared. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The id of the difference, by which a resolution names it. Another difference of the same transaction has another id. */
  readonly id: string;
  readonly transactionId: string;
  readonly sourceId: string;
  readonly name: string;
  readonly message: string;
  /** The day of the sale at the source, or at the service; null when unknown. */
  readonly day: string | null;
  readonly resolution: Resolved | null;
}

/** A refund, an edit or the like. Its `id` is the id of the transaction, a slash, and the id of the adjustment. */
export interface ReconciledChange {
  readonly kind: AdjustmentKind;
  readonly id: string;
  readonly name: string;
  readonly occurredAt: string;
  readonly currency: string;
  readonly amount: string;
  readonly resolution: Resolved | null;
}

/** A person's note on a difference or a change. */
export type Resolved = Pick<Resolution, 'note' | 'by' | 'at'>;

/** Finds the latest resolution of a difference, or of a change of a transaction. Pure. */
export const resolvedBy = (resolutions: readonly Resolution[]): ((id: string) => Resolved | null) => {
  const byId = new Map(resolutions.map(({ id, note, by, at }) => [id, { note, by, at }]));
  return (id) => byId.get(id) ?? null;
};

/**
 * The counts of each whole day of a reconciliation; a day that is not over yet is left out. A resolved difference is neither
 * missing nor differing. Pure.
 */
export const countDays = (
  { storefront, range: { timeZone, ...range }, days, differences }: Reconciliation,
  at: Instant,
): readonly DailyCount[] => {
  const today = dayIn(timeZone, at);
  const lines = new Map(days.map((line) => [line.day, line]));
  const open = differences.filter(({ resolution }) => resolution === null);
  const missing = new Map<string, number>();
  const differing = new Map<string, number>();
  for (const { day, kind } of open) {
    if (day === null) continue;
    const sums = kind === 'missing at the service' ? missing : differing;
    sums.set(day, (sums.get(day) ?? 0) + 1);
  }
  return daysOf(range)
    .filter((day) => day < today)
    .map((day) => ({
      storefront,
      day,
      source: lines.get(day)?.source ?? 0,
      service: lines.get(day)?.service ?? 0,
      missing: missing.get(day) ?? 0,
      differing: differing.get(day) ?? 0,
      countedAt: at,
    }));
};

/** The whole days before today, in a time zone; `now` in milliseconds since 1970. Pure. */
export const recentDays = (timeZone: string, now: number, days: number): DateRange => {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.trunc(now)).toZonedDateTimeISO(timeZone).toPlainDate();
  return { from: today.subtract({ days }).toString(), to: today.subtract({ days: 1 }).toString() };
};

const singleReads = maxReconcileLookups.toLocaleString('en-US');

/** Says how many transactions are not compared, and why. */
export const whyNotCompared = (count: number): string =>
  `${count.toLocaleString('en-US')} not compared: the service does not show total, tax, state and day of ${count === 1 ? 'it' : 'them'}, or ${singleReads} single reads were not enough.`;

/** Says what is not compared, why, and what to do; begins with a space. Empty for zero. */
export const describeNotCompared = (count: number): string =>
  count === 0
    ? ''
    : ` ${whyNotCompared(count)} Reconcile fewer days, compare them at the service, or accept it with --accept-not-compared.`;

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
