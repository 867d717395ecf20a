/** The report of a run as text for a terminal: counts, reasons, totals, and what needs a person. */
import { countAll } from '../../domain/run.ts';
import { reviewLink, type ReviewUrl } from '../../reconcile/review-link.ts';
import { reasonTitle } from '../../reconcile/reasons/reasons.ts';
import { describeNotReadAgain, describePruned, type Report } from '../../reconcile/report.ts';
import { describeSettings, table } from './text.ts';

export const reportTable = (report: Report, reviewUrl: ReviewUrl): string => {
  const failures = report.failures.map(({ storefront, name, message }) => `  failed ${storefront} ${name}: ${message}`);
  const adjustments = report.adjustments.map(
    ({ kind, count, amount, currency, sent }) =>
      `  ${kind}: ${count}, ${amount} ${currency}${sent ? ' (sent)' : ' (listed, not sent)'}`,
  );
  const decisions = report.review.decide.map(
    ({ what, count, message, settings }) =>
      `  ${reasonTitle(what)} (${count}): ${sentence(message)}${describeSettings(settings)}`,
  );
  const links = linksOf(report, reviewUrl);
  return `${sections([
    headOf(report),
    [report.dryRun ? plannedOf(report) : countsOf(report), ...olderOf(report), ...comparedOf(report)],
    report.prunedAt === null ? [] : [`${describePruned(report.prunedAt)}.`],
    [...reasons('skipped:', withoutPlanned(report)), ...reasons('held:', report.held)],
    failures,
    Object.keys(report.totals).length === 0 ? [] : [totalsOf(report)],
    links.length === 0 ? [] : ['Review:', ...links],
    reportedTaxOf(report),
    adjustments.length === 0 ? [] : ['After the sale:', ...adjustments],
    decisions.length === 0 ? [] : ['Needs you:', ...decisions],
    [report.review.prompt],
  ])}\n`;
};

/** The example at the end of a review comes from a record, whose texts have no full stop. */
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** The review address of each place; empty if one address leads to all places, or to single transactions. */
const linksOf = ({ range, kind, totals }: Report, reviewUrl: ReviewUrl): readonly string[] => {
  const { from, to } = range;
  const days = kind === 'live' ? {} : { from, to };
  const toAll = reviewLink(reviewUrl, days);
  const places = new Set(Object.values(totals).flatMap((perPlace) => Object.keys(perPlace)));
  return [...places].flatMap((state) => {
    const link = reviewLink(reviewUrl, { state, ...days });
    return link === null || link === toAll ? [] : [`  ${state}  ${link}`];
  });
};

const sections = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');

const statusSays: Readonly<Record<Report['status'], string>> = {
  running: 'not finished: it is running, or was killed; the same command resumes it',
  paused: 'paused; the same command resumes it',
  stopped: 'stopped; solve the problem that tax-nexus check names, then the same command resumes it',
  finished: 'finished',
  canceled: 'canceled; the same command starts a new run',
};

const headOf = (report: Report): readonly string[] => [
  `Run ${report.runId}${report.dryRun ? ' (dry run: nothing was pushed)' : ''}`,
  report.kind === 'live'
    ? `${report.storefronts.join(', ')}, live since ${report.startedAt}`
    : `${report.storefronts.join(', ')}, ${report.range.from} to ${report.range.to}, ${statusSays[report.status]}`,
];

/** The counts of a dry run: what a sync would do. */
const plannedOf = ({ considered, alreadyPresent, failed, skipped, held }: Report): string => {
  const { 'would be sent': planned = 0, ...others } = skipped;
  return table(
    [
      ['considered', 'would be sent', 'already present', ...(failed > 0 ? ['failed'] : []), 'skipped', 'held'],
      [considered, planned, alreadyPresent, ...(failed > 0 ? [failed] : []), countAll(others), countAll(held)].map(
        String,
      ),
    ],
    [0, 1, 2, 3, 4, 5],
  );
};

const countsOf = (report: Report): string =>
  table(
    [
      ['considered', 'attempted', 'succeeded', 'already present', 'failed', 'skipped', 'held'],
      [
        report.considered,
        report.attempted,
        report.succeeded,
        report.alreadyPresent,
        report.failed,
        countAll(report.skipped),
        countAll(report.held),
      ].map(String),
    ],
    [0, 1, 2, 3, 4, 5, 6],
  );

const olderOf = ({ olderSales }: Report): readonly string[] =>
  olderSales === 0 ? [] : [`${olderSales} of the considered are older sales that changed`];

const comparedOf = ({ differing, notCompared, notReadAgain }: Report): readonly string[] => [
  ...(differing === 0 ? [] : [`${differing} held by the service with other values`]),
  ...(notCompared === 0
    ? []
    : [
        `${notCompared} already present, and not compared: the service's list does not show total, tax, state and day of them`,
      ]),
  ...(notReadAgain === 0 ? [] : [describeNotReadAgain(notReadAgain)]),
];

const reasons = (title: string, counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts).map(([reason, count]) => `  ${title} ${reasonTitle(reason)}: ${count}`);

const withoutPlanned = ({ skipped }: Report): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(skipped).filter(([reason]) => reason !== 'would be sent'));

const totalsOf = ({ totals }: Report): string =>
  table(
    [
      ['place', 'currency', 'transactions', 'total', 'tax collected'],
      ...Object.entries(totals).flatMap(([currency, places]) =>
        Object.entries(places).map(([place, { count, total, taxCollected }]) => [
          ...[place, currency],
          ...[String(count), total, taxCollected],
        ]),
      ),
    ],
    [2, 3, 4],
  );

/** Only taxes that the service reports; for other transactions, nothing is inferred. */
const reportedTaxOf = ({ totals }: Report): readonly string[] => {
  const rows = Object.entries(totals).flatMap(([currency, places]) =>
    Object.entries(places).flatMap(([place, { reportedTax }]) =>
      reportedTax === undefined
        ? []
        : [
            [
              place,
              currency,
              String(reportedTax.count),
              reportedTax.reported,
              reportedTax.collected,
              reportedTax.difference,
            ],
          ],
    ),
  );
  if (rows.length === 0) return [];
  const head = ['place', 'currency', 'transactions', 'tax reported', 'tax collected', 'difference'];
  return ['Tax that the service reports:', table([head, ...rows], [2, 3, 4, 5])];
};
