/**
 * Reduces a transaction that the service shows to the few fields that the sync database keeps for comparison, without
 * personal data.
 */
import type { RemoteTransaction } from '../domain/sync-store.ts';
import type { StoredTransaction } from '../domain/tax-service.ts';
import { comparableOf } from '../mapping/comparison.ts';

/** `face`: see `comparableOf`. */
export const remoteTransactionOf = (stored: StoredTransaction, face: 'alone' | 'list' = 'alone'): RemoteTransaction => {
  const reportedTax = reportedTaxOf(stored);
  const comparable = comparableOf(stored, undefined, face);
  const shown = reportedTax === undefined ? comparable : { ...comparable, reportedTax };
  return { id: stored.id, name: stored.name ?? null, shown };
};

export const listedTransactionOf = (stored: StoredTransaction): RemoteTransaction =>
  remoteTransactionOf(stored, 'list');

const reportedTaxFields = ['tax', 'taxAmount', 'calculatedTax', 'estimatedTax', 'totalTax', 'taxes'] as const;

/** A longer text is not tax information, and could hold anything. */
const maxReportedTax = 200;

/** The tax that the service reports, unchanged; undefined where it reports none. */
const reportedTaxOf = (stored: StoredTransaction): string | undefined => {
  const field = reportedTaxFields.find((name) => stored[name] !== undefined && stored[name] !== null);
  const text = field === undefined ? undefined : JSON.stringify(stored[field]);
  return text === undefined || text.length > maxReportedTax ? undefined : text;
};
