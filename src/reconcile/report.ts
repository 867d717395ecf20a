/** The report of a run, made of its sums: the numbers that the screen, the HTTP API and the command line show. */
import { moneyIn, sum } from '../domain/money.ts';
import {
  addReportedTax,
  type AdjustmentKind,
  type FailureReason,
  type JurisdictionTotal,
  type ReportedTax,
  type ReportLine,
  type Run,
  type RunKind,
  type RunStatus,
  type RunSummary,
} from '../domain/run.ts';
import { consideredOf } from '../pipeline/progress.ts';
import type { ReviewUrl } from './review-link.ts';
import { type Review, reviewOf } from './review.ts';

/** The result of a run. Money as decimals in major units; no personal data. */
export interface Report {
  readonly runId: string;
  readonly storefronts: readonly string[];
  readonly range: { readonly from: string; readonly to: string; readonly timeZone: Readonly<Record<string, string>> };
  readonly dryRun: boolean;
  /** attempted + skipped + held, always. */
  readonly considered: number;
  /**
   * The part of `considered` that belongs to sales outside of the range: something happened to them since they were synced, such
   * as a payment or a refund, or they were entered later on a day that was already synced.
   */
  readonly olderSales: number;
  /** succeeded + alreadyPresent + failed, always. */
  readonly attempted: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly alreadyPresent: number;
  /** The part of `succeeded` and `alreadyPresent` that the service holds with other money, state, day or exemption. */
  readonly differing: number;
  /** The part of `succeeded` and `alreadyPresent` that the platform has taken back since, and that is not offset. */
  readonly noLongerTrue: number;
  /** The part of `alreadyPresent` for which the service did not show total, tax, state and day. */
  readonly notCompared: number;
  /** The part of `alreadyPresent` that only an earlier run found: this run did not read that far in the service's list. */
  readonly notReadAgain: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly held: Readonly<Record<string, number>>;
  /** The totals of the held and failed records, with tax, by currency, as far as the platform states them. */
  readonly undecided: readonly { readonly currency: string; readonly count: number; readonly total: string }[];
  /** The first thousand; `failed` counts all. */
  readonly failures: readonly Failure[];
  /** By currency, then by jurisdiction (`CA`, `CA-ON`, `DE-*`): what is in the service or, in a dry run, would be. */
  readonly totals: Readonly<Record<string, Readonly<Record<string, Total>>>>;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly status: RunStatus;
  readonly adjustments: readonly AdjustmentLine[];
  readonly findings: Readonly<Record<string, number>>;
  /** Sales sent as your own whose channel may remit the tax: see `policy.marketplaces`. */
  readonly openChannels: readonly OpenChannelLine[];
  readonly review: Review;
  /** `live`: everything that webhooks and catch-up settled since the run started, on any date; its range has no meaning. */
  readonly kind: RunKind;
  /**
   * When `tax-nexus prune` removed lines that later runs settled again; null while all lines are there. Counts and totals stay.
   */
  readonly prunedAt: string | null;
}

/** A line whose push failed for good. */
export interface Failure {
  readonly storefront: string;
  readonly sourceId: string;
  readonly name: string;
  readonly reason: FailureReason | 'unknown';
  readonly message: string;
}

/** The tax that the service reports, compared with the collected tax of the same transactions. */
export interface ReportedTaxTotal {
  readonly count: number;
  readonly reported: string;
  readonly collected: string;
  /** Reported less collected. */
  readonly difference: string;
}

/** The sum of the transactions of a jurisdiction, in the currency of their group. */
export interface Total {
  readonly count: number;
  readonly total: string;
  readonly taxCollected: string;
  readonly reportedTax?: ReportedTaxTotal;
}

/** Sales of one channel whose liability is open. `total` in major units. */
export interface OpenChannelLine {
  readonly channel: string;
  readonly currency: string;
  readonly count: number;
  readonly total: string;
}

/** Later changes of sales, summed up by kind and currency. */
export interface AdjustmentLine {
  readonly kind: AdjustmentKind;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
  readonly sent: boolean;
}

/** Pure. */
export const describePruned = (prunedAt: string): string =>
  `The list of this run was pruned on ${prunedAt.slice(0, 10)}: lines that later runs settled again are gone. Counts and totals are those of the run`;

/** Says what a run did not read, and which command does. Pure. */
export const describeNotReadAgain = (count: number): string =>
  `${count.toLocaleString('en-US')} already present as an earlier run saw them: this run read only the newest rows of the service's list. Reconcile to compare all`;

/**
 * The report of a run. Pure.
 *
 * @param failures the failed lines
 * @param heldSamples one held line of each reason, so that the review can name an example
 * @param reviewUrl see `reviewLink`
 */
export const toReport = (
  run: Run,
  summary: RunSummary,
  failures: readonly ReportLine[],
  heldSamples: readonly ReportLine[],
  reviewUrl: ReviewUrl,
): Report => {
  const { succeeded, alreadyPresent, failed } = summary.counts;
  return {
    runId: run.id,
    storefronts: run.storefronts,
    range: { from: run.range.from, to: run.range.to, timeZone: run.timeZones },
    dryRun: run.dryRun,
    considered: consideredOf(summary.counts),
    olderSales: summary.olderSales,
    attempted: succeeded + alreadyPresent + failed,
    succeeded,
    failed,
    alreadyPresent,
    differing: summary.findings['differs'] ?? 0,
    noLongerTrue: summary.findings['no longer true'] ?? 0,
    notCompared: summary.findings['not compared'] ?? 0,
    notReadAgain: summary.findings['not read again'] ?? 0,
    skipped: summary.skipped,
    held: summary.held,
    undecided: summary.undecided.map(({ total, ...known }) => ({ ...known, total: moneyIn(known.currency)(total) })),
    failures: failures.map(failureOf),
    totals: totalsOf(summary.totals),
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    status: run.status,
    adjustments: summary.adjustments.map(({ kind, currency, count, amount, sent }) => ({
      kind,
      currency,
      count,
      amount: moneyIn(currency)(amount),
      sent,
    })),
    findings: summary.findings,
    openChannels: summary.openChannels.map(({ total, ...channel }) => ({
      ...channel,
      total: moneyIn(channel.currency)(total),
    })),
    review: reviewOf(run, summary, [...failures, ...heldSamples], reviewUrl),
    kind: run.kind ?? 'historical',
    prunedAt: run.prunedAt ?? null,
  };
};

const failureOf = ({ storefront, sourceId, name, reason, message }: ReportLine): Failure => ({
  storefront,
  sourceId,
  name,
  reason: isFailure(reason) ? reason : 'unknown',
  message: message ?? '',
});

const isFailure = (reason: ReportLine['reason']): reason is FailureReason =>
  reason === 'refused' || reason === 'no definitive response';

const totalsOf = (places: readonly JurisdictionTotal[]): Report['totals'] =>
  Object.fromEntries(
    distinct(places.map(({ currency }) => currency)).map((currency) => {
      const ofCurrency = places.filter((place) => place.currency === currency);
      const byPlace: Record<string, Total> = {};
      for (const jurisdiction of distinct(ofCurrency.map((place) => place.jurisdiction))) {
        byPlace[jurisdiction] = totalOf(
          currency,
          ofCurrency.filter((place) => place.jurisdiction === jurisdiction),
        );
      }
      return [currency, byPlace];
    }),
  );

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

const totalOf = (currency: string, places: readonly JurisdictionTotal[]): Total => {
  const money = moneyIn(currency);
  return {
    count: places.reduce((count, place) => count + place.count, 0),
    total: money(sum(places.map(({ total }) => total))),
    taxCollected: money(sum(places.map(({ taxCollected }) => taxCollected))),
    ...reportedTaxIn(
      money,
      places.reduce<ReportedTax | undefined>((all, one) => addReportedTax(all, one.reportedTax), undefined),
    ),
  };
};

/** The reported tax as decimals; empty if the service reports no tax. */
const reportedTaxIn = (
  money: (amount: bigint) => string,
  tax: ReportedTax | undefined,
): { readonly reportedTax?: ReportedTaxTotal } => {
  if (tax === undefined) return {};
  const { count, reported, collected } = tax;
  const difference = money(reported - collected);
  return { reportedTax: { count, reported: money(reported), collected: money(collected), difference } };
};
