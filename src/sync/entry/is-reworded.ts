import type { StoredTransaction } from '../../core/stored-transaction.ts';
import type { Candidate } from './candidate.ts';
import { differences } from './compare.ts';

/** Without these the service's answer proves nothing of money, time and place. */
const needed = ['total', 'taxCollected', 'transactedAt', 'lineItems', 'shipToAddress'] as const;

/** A service leaves out what is empty. Here that is an answer: a sale that has one of these by now has changed. */
const empty = { entity: null, purpose: null, marketplace: null };
const nowhere = { state: null, zip: null, country: null };

const whole = (stored: StoredTransaction): StoredTransaction => {
  const address = stored['shipToAddress'];
  const place = typeof address === 'object' ? address : null;
  return { ...empty, ...stored, shipToAddress: { ...nowhere, ...place } };
};

/** Whether a sale that changed differs from what the service holds in words alone, such as a product that was renamed. */
export const isReworded = ({ body }: Pick<Candidate, 'body'>, stored: StoredTransaction): boolean =>
  needed.every((field) => stored[field] !== undefined && stored[field] !== null) &&
  differences(body, whole(stored)).length === 0;
