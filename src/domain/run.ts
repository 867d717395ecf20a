/**
 * A run and its report: what was asked for, one line per record with outcome, findings and later changes, and the sums of the
 * lines.
 */
import type { DateRange } from './date-range.ts';
import type { Instant } from './instant.ts';
import type { HoldReason, SkipReason } from './exclusion.ts';
import type { OfOlderSale, OlderSalesCount } from './older-sales.ts';

/**
 * The outcome of one report line. `succeeded`, `alreadyPresent` and `failed` were attempted; `skipped` and `held` were
 * not. Two identities hold always: `considered = attempted + skipped + held`, and
 * `attempted = succeeded + alreadyPresent + failed`.
 */
export type Outcome = 'succeeded' | 'alreadyPresent' | 'failed' | 'skipped' | 'held';

/**
 * Why a push failed.
 *
 * - `refused`: the service refused this body
 * - `no definitive response`: no definitive response after many attempts; the outcome is unknown and a retry settles it
 */
export type FailureReason = 'refused' | 'no definitive response';

/**
 * Something that a person should check, though the transaction is settled. `differs`: the service holds it with another
 * amount, jurisdiction, day or exemption than we would send. Some need no action and exist to be counted and listed:
 * see `isInformational`.
 */
export type FindingKind =
  | 'exempt, no reason given'
  | 'exempt, but taxed'
  | 'no tax collected'
  | 'certificate of today'
  | 'certificate expired'
  | 'state derived from ZIP'
  | 'state and ZIP disagree'
  | 'marketplace without a name'
  | 'liability unknown'
  | 'channel with open liability'
  | 'liability mixed'
  | 'marketplace says you remit'
  | 'sold to a retailer'
  | 'tax on a gift card or other part'
  | 'on behalf of another account'
  | 'not in US dollars'
  | 'arrival at a connected account'
  | 'tax still estimated'
  | 'partially paid'
  | 'total not stated'
  | 'tax sold as a line'
  | 'possible duplicate'
  | 'changed by your app'
  | 'differs'
  | 'no longer true'
  | InformationalFinding;

/**
 * `marketplace sale`: a marketplace collects and remits the tax; `exempt sale`: sent with a purpose or an entity; `zero
 * total`: nothing was paid; `canceled and paid back`: all of it went back to the buyer, so that it counts toward no threshold;
 * `taken back`: a sale that was offset, so that it counts toward none either;
 * `not compared`: the service holds it, and did not show total, tax, state and day of it; `not read
 * again`: an earlier run found it there, and this one did not read the service's list so far; `erased, not compared`: the buyer's data
 * was erased, so that street, city and ZIP are neither sent nor compared.
 */
export type InformationalFinding =
  | 'marketplace sale'
  | 'exempt sale'
  | 'zero total'
  | 'canceled and paid back'
  | 'taken back'
  | 'not compared'
  | 'not read again'
  | 'erased, not compared';

/** A finding of a line; with a subject where one kind can have several: `channel with open liability: Depop`. */
export type Finding = FindingKind | `${FindingKind}: ${string}`;

/** What happens to a sale later: `policy.adjustments` lists or sends each. */
export type AdjustmentKind = 'refund' | 'edit' | 'cancellation' | 'return' | 'dispute' | 'drift' | 'deletion';

/** A change to a sale after it was made. It changes nothing of what was sent. */
export interface Adjustment {
  readonly kind: AdjustmentKind;
  /** Unique within the sale: the platform's id of the refund, of the edit, …; the date if the platform has no id. */
  readonly id: string;
  readonly occurredAt: Instant;
  readonly currency: string;
  /** In minor units; negative when money went back. */
  readonly amount: bigint;
  /** The tax in it, in minor units; null when the platform does not state it. */
  readonly tax: bigint | null;
  /** For a refund: see `LineDetail.taxed`. */
  readonly taxed?: bigint;
  /** Whether it was sent as a separate transaction (`policy.adjustments`). */
  readonly sent: boolean;
  readonly message: string;
}

/** One line of a run's report. */
export interface ReportLine extends OfOlderSale {
  readonly storefront: string;
  /** The id of the transaction; for a record that never became one, a key made of platform, account and source id. */
  readonly id: string;
  readonly sourceId: string;
  readonly name: string;
  readonly kind: 'sale' | 'refund';
  readonly outcome: Outcome;
  readonly reason: SkipReason | HoldReason | FailureReason | null;
  /** For the person who must act; no personal data. */
  readonly message: string | null;
  /** The amounts of the transaction; null for a record that did not become one. */
  readonly amounts: LineAmounts | null;
  /** When it was sold or refunded; left out where it is unknown. */
  readonly occurredAt?: Instant;
  /** What is known about a record that did not become a transaction; left out otherwise. */
  readonly stated?: StatedSale;
  /** Left out for a record that did not become a transaction. */
  readonly detail?: LineDetail;
  readonly findings: readonly Finding[];
  readonly adjustments: readonly Adjustment[];
  /** The tax information that the service gave, as it gave it; left out where it gave none. */
  readonly reportedTax?: string;
}

/** What exports show of a transaction in addition to its amounts. No name, street or city. */
export interface LineDetail {
  readonly zip: string | null;
  /** Minor units: the discounts of lines and of the order together; negative on a refund. */
  readonly discount: bigint;
  /** Minor units, without tax. */
  readonly shipping: bigint;
  /** The marketplace that remits the tax; null for none. */
  readonly marketplace: string | null;
  /** `RESALE`, or the code of an exempt entity; null for a sale that was not sent as exempt. */
  readonly exemption: string | null;
  /** The transaction that a refund belongs to; null for a sale. */
  readonly parentId: string | null;
  /**
   * Minor units: how much of it, after discounts and without tax, the platform taxed; negative on a refund. Left out where it
   * is not known.
   */
  readonly taxed?: bigint;
  /**
   * Minor units: how much of it, after discounts and without tax, is of products that the platform states not to be taxable,
   * anywhere or where they go. Left out of refunds, and where it is zero.
   */
  readonly notTaxable?: bigint;
}

/** What the platform states of a record that is skipped or held. */
export interface StatedSale {
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units, with tax; negative for a refund; null where the platform states none. */
  readonly total: bigint | null;
  /** See `jurisdictionOf`; null without a complete address. */
  readonly jurisdiction: string | null;
}

/** A sale that was found by the number that the merchant sees. */
export type NamedSale = Pick<ReportLine, 'sourceId' | 'amounts'>;

/** The amounts of a line's transaction, with the jurisdiction and month that it counts in. */
export interface LineAmounts {
  readonly currency: string;
  /** `CA`, `CA-ON`, `DE-*`: see `jurisdictionOf`. */
  readonly jurisdiction: string;
  /** Month of the sale in the storefront's time zone, `YYYY-MM`. */
  readonly month: string;
  /** Minor units. */
  readonly total: bigint;
  /** Minor units. */
  readonly taxCollected: bigint;
  /** The tax that the service reports; left out where it reports no amount. */
  readonly reportedTax?: ReportedTax;
}

/** What was asked for. Two equal requests are one run for as long as it is not finished: the second resumes it. */
export interface RunRequest {
  /** In reading order. When two storefronts know the same sale, the order in the configuration decides which one owns it. */
  readonly storefronts: readonly string[];
  readonly range: DateRange;
  readonly dryRun: boolean;
  /**
   * `historical` when left out. `live` is the standing run of one storefront: everything that webhooks and catch-up settle,
   * whatever its date. It never finishes, and is never merged with a historical run.
   */
  readonly kind?: RunKind;
  /**
   * Whether a person agreed to send sales whose month is closed; default false: they are held. Two requests that differ in it
   * alone are equal, and the newest one counts.
   */
  readonly intoClosedPeriods?: boolean;
}

/** See `RunRequest.kind`. */
export type RunKind = 'historical' | 'live';

/**
 * `running`: running, or killed; `paused`: stopped on request; `stopped`: a storefront or the service kept
 * it from going on (credentials, address, no answer, everything refused); `finished`: every window was read to its end;
 * `canceled`: a person canceled it. The last two are final: an equal request is a new run.
 */
export type RunStatus = 'running' | 'paused' | 'stopped' | FinalStatus;

/** The status of a run that is never resumed. */
export type FinalStatus = 'finished' | 'canceled';

/** A run as it is stored. */
export interface Run extends RunRequest {
  readonly id: string;
  readonly status: RunStatus;
  readonly startedAt: Instant;
  readonly finishedAt: Instant | null;
  /** When lines of the run were removed: see `tax-nexus prune`. Its counts and totals stay. */
  readonly prunedAt?: Instant;
  /** IANA time zone of each storefront, once known. */
  readonly timeZones: Readonly<Record<string, string>>;
}

/** Sums over a run's report lines. */
export interface RunSummary extends OlderSalesCount {
  readonly counts: Readonly<Record<Outcome, number>>;
  /** By reason, here and below. */
  readonly failed: Readonly<Record<string, number>>;
  readonly skipped: Readonly<Record<string, number>>;
  readonly held: Readonly<Record<string, number>>;
  /** Totals of the lines that are in the service (succeeded and already present) or, in a dry run, would be. */
  readonly totals: readonly JurisdictionTotal[];
  /** Totals of the lines that are held or failed, by currency. */
  readonly undecided: readonly UndecidedTotal[];
  readonly findings: Readonly<Record<string, number>>;
  /** Sales in the service whose channel may or may not remit the tax, by channel. */
  readonly openChannels: readonly ChannelTotal[];
  readonly adjustments: readonly AdjustmentTotal[];
}

/** The sums of transactions of one currency, jurisdiction and month. */
export interface JurisdictionTotal extends LineAmounts {
  readonly count: number;
}

/** The total of records that wait for a person. */
export interface UndecidedTotal {
  readonly currency: string;
  /** Records whose total is known. */
  readonly count: number;
  /** Minor units, with tax. */
  readonly total: bigint;
}

export interface ChannelTotal {
  /** As the platform names it. */
  readonly channel: string;
  readonly currency: string;
  readonly count: number;
  /** Minor units. */
  readonly total: bigint;
}

export interface AdjustmentTotal {
  readonly kind: AdjustmentKind;
  readonly currency: string;
  readonly count: number;
  readonly amount: bigint;
  readonly sent: boolean;
}

/** The tax that the service reports, summed over the transactions for which it reports one. Minor units. */
export interface ReportedTax {
  readonly count: number;
  readonly reported: bigint;
  /** What was collected for the same transactions. */
  readonly collected: bigint;
}

/** Both together; undefined when the service reports nothing of either. */
export const addReportedTax = (a: ReportedTax | undefined, b: ReportedTax | undefined): ReportedTax | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return { count: a.count + b.count, reported: a.reported + b.reported, collected: a.collected + b.collected };
};

/** Whether the service holds a transaction of that outcome. Pure. */
export const isInService = (outcome: Outcome | undefined): boolean =>
  outcome === 'succeeded' || outcome === 'alreadyPresent';

/** Distinguishes adjustments of one sale: an edit and a refund may have the same id at their platform. */
export const adjustmentKey = ({ kind, id }: Pick<Adjustment, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The sum of counts by reason. */
export const countAll = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, number) => all + number, 0);

/** The counts of a run without any report line. */
export const zeroCounts: Readonly<Record<Outcome, number>> = {
  succeeded: 0,
  alreadyPresent: 0,
  failed: 0,
  skipped: 0,
  held: 0,
};

export const finalStatuses: readonly FinalStatus[] = ['finished', 'canceled'];

/** Whether a run of that status is over: an equal request is then a new run. */
export const isFinalStatus = (status: RunStatus): status is FinalStatus =>
  finalStatuses.some((final) => final === status);

/** The kind of a finding, without its subject. */
export const findingKind = (finding: string): string => finding.split(': ', 1)[0] ?? finding;

const openChannel = 'channel with open liability: ';

/** The channel of a finding about one; undefined for any other finding. */
export const openChannelOf = (finding: string): string | undefined =>
  finding.startsWith(openChannel) ? finding.slice(openChannel.length) : undefined;

const informational: readonly InformationalFinding[] = [
  'marketplace sale',
  'exempt sale',
  'zero total',
  'canceled and paid back',
  'taken back',
  'not compared',
  'not read again',
  'erased, not compared',
];

/** Whether a finding is for information only and needs no action. */
export const isInformational = (finding: string): boolean => informational.some((one) => one === finding);

/** The id of a storefront's live run, so that its report can be asked for by name. */
export const liveRunId = (storefront: string): string => `live:${storefront}`;
