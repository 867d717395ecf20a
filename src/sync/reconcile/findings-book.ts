import { digestOf } from '../../domain/digest.ts';
import type { Resolution } from '../../domain/inbox.ts';
import type { Adjustment } from '../../domain/run.ts';
import { moneyIn } from '../report/money-in.ts';
import type { Change, Difference } from './reconciliation.ts';
import { resolvedBy } from './resolved-by.ts';

/** Gathers what a person has to look at. */
export interface FindingsBook {
  readonly differ: (difference: Omit<Difference, 'id' | 'resolution'>) => void;
  readonly change: (transaction: { readonly id: string; readonly name: string }, movement: Adjustment) => void;
  readonly differences: () => readonly Difference[];
  readonly changes: () => readonly Change[];
}

export const findingsBook = (resolutions: readonly Resolution[]): FindingsBook => {
  const resolved = resolvedBy(resolutions);
  const differences: Difference[] = [];
  const changes: Change[] = [];
  return {
    differ: (difference) => {
      const { transactionId, kind, message } = difference;
      // What a person resolved is this difference: when it grows or changes, it is another one.
      const id = `${transactionId}/${digestOf(`${kind} ${message}`).slice(0, 8)}`;
      differences.push({ ...difference, id, resolution: resolved(id) });
    },
    change: (transaction, { kind, id: movementId, occurredAt, currency, amount, sent }) => {
      if (sent) return;
      const id = `${transaction.id}/${movementId}`;
      const change = { kind, id, name: transaction.name, occurredAt, currency, amount: moneyIn(currency)(amount) };
      changes.push({ ...change, resolution: resolved(id) });
    },
    differences: () => differences,
    changes: () => changes,
  };
};
