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

const row = (entry: ReportLine): readonly string[] => {
  const { amounts } = entry;
  const pushed = amounts === null ? undefined : moneyIn(amounts.currency);
  return [
    entry.storefront,
    entry.id,
    entry.sourceId,
    entry.name,
    entry.kind,
    entry.outcome,
    entry.reason ?? '',
    entry.message ?? '',
    amounts?.currency ?? '',
    amounts?.jurisdiction ?? '',
    amounts?.month ?? '',
    amounts === null ? '' : (pushed?.(amounts.total) ?? ''),
    amounts === null ? '' : (pushed?.(amounts.taxCollected) ?? ''),
    amounts?.reportedTax === undefined ? '' : (pushed?.(amounts.reportedTax.reported) ?? ''),
    entry.reportedTax ?? '',
    entry.findings.join('; '),
    entry.adjustments.map(({ kind, id }) => `${kind} ${id}`).join('; '),
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
export const csvRows = (entries: readonly ReportLine[]): string => stringify(entries.map(row), options);
