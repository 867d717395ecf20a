import type { Report } from '../../sync/report/report.ts';
import { settingsWords } from './settings-words.ts';
import { table } from './table.ts';

const statusSays: Readonly<Record<Report['status'], string>> = {
  running: 'not finished: it is at work, or was killed; the same command resumes it',
  interrupted: 'interrupted; the same command resumes it',
  stopped: 'stopped; mend what stopped it (tax-nexus check names it), then the same command resumes it',
  finished: 'finished',
  cancelled: 'cancelled; the same command begins a new run',
};

const reasons = (title: string, counts: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(counts).map(([reason, count]) => `  ${title} ${reason}: ${count}`);

const headOf = (report: Report): readonly string[] => [
  `Run ${report.runId}${report.dryRun ? ' (dry run: nothing was pushed)' : ''}`,
  report.kind === 'live'
    ? `${report.storefronts.join(', ')}, live since ${report.startedAt}`
    : `${report.storefronts.join(', ')}, ${report.range.from} to ${report.range.to}, ${statusSays[report.status]}`,
];

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
        Object.values(report.skipped).reduce((sum, count) => sum + count, 0),
        Object.values(report.held).reduce((sum, count) => sum + count, 0),
      ].map(String),
    ],
    [0, 1, 2, 3, 4, 5, 6],
  );

const totalsOf = ({ totals }: Report): string =>
  table(
    [
      ['place', 'currency', 'transactions', 'total', 'tax collected'],
      ...Object.entries(totals).flatMap(([currency, places]) =>
        Object.entries(places).map(([place, { count, total, taxCollected }]) => [
          place,
          currency,
          String(count),
          total,
          taxCollected,
        ]),
      ),
    ],
    [2, 3, 4],
  );

/** An example that a review ends with is told in a record's own words, which have no full stop. */
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

const sections = (parts: readonly (readonly string[])[]): string =>
  parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n');

/** The report for a person at a terminal. */
export const reportTable = (report: Report): string => {
  const failures = report.failures.map(({ storefront, name, message }) => `  failed ${storefront} ${name}: ${message}`);
  const movements = report.movements.map(
    ({ kind, count, amount, currency, sent }) =>
      `  ${kind}: ${count}, ${amount} ${currency}${sent ? ' (sent)' : ' (listed, not sent)'}`,
  );
  const decisions = report.review.decide.map(
    ({ what, count, message, settings }) => `  ${what} (${count}): ${sentence(message)}${settingsWords(settings)}`,
  );
  return `${sections([
    headOf(report),
    [countsOf(report)],
    [...reasons('skipped:', report.skipped), ...reasons('held:', report.held)],
    failures,
    Object.keys(report.totals).length === 0 ? [] : [totalsOf(report)],
    movements.length === 0 ? [] : ['After the sale:', ...movements],
    decisions.length === 0 ? [] : ['For you to decide or look at:', ...decisions],
    [report.review.prompt],
  ])}\n`;
};
