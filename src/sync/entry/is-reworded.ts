import type { StoredTransaction } from '../../core/stored-transaction.ts';
import type { Candidate } from './candidate.ts';
import { differences } from './compare.ts';

/** Without these the service's answer proves nothing of money, time and place. */
const needed = ['total', 'taxCollected', 'transactedAt', 'lineItems', 'shipToAddress'] as const;

/** Whether a sale that changed differs from what the service holds in words alone, such as a product that was renamed. */
export const isReworded = ({ body }: Pick<Candidate, 'body'>, stored: StoredTransaction): boolean =>
  needed.every((field) => stored[field] !== undefined && stored[field] !== null) &&
  differences(body, stored).length === 0;
