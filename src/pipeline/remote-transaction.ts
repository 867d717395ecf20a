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

/** What the list shows of a transaction, as the sync database keeps it. */
export const remoteTransactionOf = (stored: StoredTransaction): RemoteTransaction => {
  const reportedTax = reportedTaxOf(stored);
  const comparable = comparableOf(stored);
  const shown = reportedTax === undefined ? comparable : { ...comparable, reportedTax };
  return { id: stored.id, name: stored.name ?? null, shown };
};
