import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, parseMinorUnits } from '../../domain/money.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { Exclusion } from '../../domain/exclusion.ts';
import { describeDifferences } from '../../mapping/comparison.ts';
import type { Candidate } from './candidate.ts';
import type { Settled } from './verdict.ts';

/** The line of the report for a record that is not attempted. `id` is the one that its transaction would have. */
export const setAsideEntry = (
  storefront: string,
  { id, kind, sourceId }: Pick<ReportLine, 'id' | 'kind' | 'sourceId'>,
  setAside: Exclusion,
): ReportLine => ({
  storefront,
  id,
  sourceId,
  name: setAside.name,
  kind,
  outcome: setAside._tag === 'Skipped' ? 'skipped' : 'held',
  reason: setAside.reason,
  message: setAside.message,
  amounts: null,
  findings: [],
  adjustments: [],
});

const findingsOf = (candidate: Candidate, { reason, comparison, isFound }: Settled): ReportLine['findings'] => {
  // What another storefront sends is reviewed there: counted here, too, it would be counted twice.
  // What is too old is looked at nowhere.
  if (reason === 'recorded by another storefront' || reason === 'before the first day') return [];
  const isDifferent = comparison !== null && comparison.differences.length > 0;
  const isUnseen = isFound && comparison?.isCompared !== true;
  return [
    ...candidate.findings,
    ...(isDifferent ? (['differs'] as const) : []),
    ...(isUnseen ? (['not compared'] as const) : []),
  ];
};

const messageOf = ({ message, comparison }: Settled): string | null =>
  comparison === null || comparison.differences.length === 0
    ? message
    : `The service holds it with other values: ${describeDifferences(comparison.differences)}. Compare it with the sale and correct it in the service; nothing there was changed.`;

/** A number, a number in text, or an object that has one as its amount or total: the tax in major units. */
const taxAmountOf = (given: unknown): string | undefined => {
  if (typeof given === 'number') return String(given);
  if (typeof given === 'string') return /^-?\d+(\.\d+)?$/.test(given.trim()) ? given.trim() : undefined;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { amount, total }: Readonly<Record<string, unknown>> = { amount: undefined, total: undefined, ...given };
  return taxAmountOf(amount ?? total);
};

const withReportedTax = (
  amounts: NonNullable<ReportLine['amounts']>,
  given: string | undefined,
): Pick<ReportLine, 'amounts' | 'reportedTax'> => {
  if (given === undefined) return { amounts };
  const currency = findCurrency(amounts.currency);
  const text = taxAmountOf(O.toUndefined(O.tryCatch((): unknown => JSON.parse(given))));
  const reported =
    O.isNone(currency) || text === undefined
      ? O.none
      : O.fromEither(parseMinorUnits(currency.value)(Number(text).toFixed(currency.value.digits)));
  if (O.isNone(reported)) return { amounts, reportedTax: given };
  const reportedTax = { count: 1, reported: reported.value, collected: amounts.taxCollected };
  return { amounts: { ...amounts, reportedTax }, reportedTax: given };
};

/** The line of the report for a transaction, settled. Its movements are added by the caller. */
export const settledEntry = (storefront: string, candidate: Candidate, settled: Settled): ReportLine => ({
  storefront,
  id: candidate.id,
  sourceId: candidate.sourceId,
  name: candidate.name,
  kind: candidate.kind,
  outcome: settled.outcome,
  reason: settled.reason,
  message: messageOf(settled),
  ...withReportedTax(candidate.amounts, settled.comparison?.reportedTax),
  findings: findingsOf(candidate, settled),
  adjustments: settled.drift === null ? [] : [settled.drift],
});
