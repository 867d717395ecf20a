import type { BellRow } from '../../inbox-schema.ts';
import type { SqlEngine } from '../../sql-engine.ts';
import type { Transaction } from '../in-transaction.ts';
import { insertRows } from '../insert-rows.ts';

export interface Ring {
  readonly storefront: string;
  readonly recordId: string;
  readonly isDeletion: boolean;
  /** How often it rings at once. */
  readonly times: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A bell that waits keeps its place and its pause; a parked one begins anew. */
const onRingAgain =
  'on conflict (storefront, record_id) do update set rings = bell.rings + excluded.rings, ' +
  'is_deletion = case when bell.is_deletion = 1 then 1 else excluded.is_deletion end, ' +
  'first_rung_at = case when bell.parked = 1 then excluded.first_rung_at else bell.first_rung_at end, ' +
  'due_at = case when bell.parked = 1 then excluded.due_at else bell.due_at end, ' +
  'attempts = case when bell.parked = 1 then 0 else bell.attempts end, parked = 0';

const toRow = ({ storefront, recordId, isDeletion, times, at }: Ring): BellRow => ({
  storefront,
  record_id: recordId,
  is_deletion: isDeletion ? 1 : 0,
  rings: times,
  attempts: 0,
  parked: 0,
  first_rung_at: at,
  due_at: at,
  claim_owner: '',
  claim_until: 0,
  reason: null,
});

/** Rings bells, each of another record. */
export const ringBells = (engine: SqlEngine): ((transaction: Transaction, rings: readonly Ring[]) => Promise<void>) => {
  const insert = insertRows<BellRow>(engine, {
    into: 'bell',
    columns: [
      'storefront',
      'record_id',
      'is_deletion',
      'rings',
      'attempts',
      'parked',
      'first_rung_at',
      'due_at',
      'claim_owner',
      'claim_until',
      'reason',
    ],
    tail: onRingAgain,
  });
  return async (transaction, rings) => {
    await insert(transaction, rings.map(toRow));
  };
};
