import type { RemoteTransaction } from '../domain/sync-store.ts';
import type { StoredTransaction } from '../domain/tax-service.ts';
import { comparableOf } from '../mapping/comparison.ts';

/** Text that is longer is no tax information, and could be anything. */
const maxReportedTax = 200;

const reportedTaxFields = ['tax', 'taxAmount', 'calculatedTax', 'estimatedTax', 'totalTax', 'taxes'] as const;

/** The tax that the service reports, as it gives it; nothing is inferred from its absence. */
const reportedTaxOf = (stored: StoredTransaction): string | undefined => {
  const field = reportedTaxFields.find((name) => stored[name] !== undefined && stored[name] !== null);
  const text = field === undefined ? undefined : JSON.stringify(stored[field]);
  return text === undefined || text.length > maxReportedTax ? undefined : text;
};

/** What the service shows of a transaction, as the sync database keeps it. `face`: see `comparableOf`. */
export const remoteTransactionOf = (stored: StoredTransaction, face: 'alone' | 'list' = 'alone'): RemoteTransaction => {
  const reportedTax = reportedTaxOf(stored);
  const comparable = comparableOf(stored, undefined, face);
  const shown = reportedTax === undefined ? comparable : { ...comparable, reportedTax };
  return { id: stored.id, name: stored.name ?? null, shown };
};

export const listedTransactionOf = (stored: StoredTransaction): RemoteTransaction =>
  remoteTransactionOf(stored, 'list');
