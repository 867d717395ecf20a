import { type Options, stringify } from 'csv-stringify/sync';
import type { ReportLine } from '../domain/run.ts';
import { moneyIn } from '../domain/money.ts';

const columns = [
  'storefront',
  'id',
  'sourceId',
  'name',
  'kind',
  'outcome',
  'reason',
  'message',
  'currency',
  'place',
  'month',
  'total',
  'taxCollected',
  'serviceTax',
  'serviceTaxAsGiven',
  'findings',
  'movements',
] as const;

const row = (line: ReportLine): readonly string[] => {
  const { amounts } = line;
  const pushed = amounts === null ? undefined : moneyIn(amounts.currency);
  return [
    line.storefront,
    line.id,
    line.sourceId,
    line.name,
    line.kind,
    line.outcome,
    line.reason ?? '',
    line.message ?? '',
    amounts?.currency ?? '',
    amounts?.jurisdiction ?? '',
    amounts?.month ?? '',
    amounts === null ? '' : (pushed?.(amounts.total) ?? ''),
    amounts === null ? '' : (pushed?.(amounts.taxCollected) ?? ''),
    amounts?.reportedTax === undefined ? '' : (pushed?.(amounts.reportedTax.reported) ?? ''),
    line.reportedTax ?? '',
    line.findings.join('; '),
    line.adjustments.map(({ kind, id }) => `${kind} ${id}`).join('; '),
  ];
};

const money: ReadonlySet<string | undefined> = new Set<(typeof columns)[number]>([
  'total',
  'taxCollected',
  'serviceTax',
]);

// An order named "=cmd()" must not run in a spreadsheet; an amount of ours below zero must stay a number there.
const options: Options = {
  escape_formulas: true,
  cast: { string: (value, { index }) => (money.has(columns[index]) ? { value, escape_formulas: false } : value) },
};

export const csvHead = (): string => stringify([columns], options);

/** Entries as lines of CSV, one each; formulas are escaped. */
export const csvRows = (lines: readonly ReportLine[]): string => stringify(lines.map(row), options);
