import type { Known } from '../../core/record-book.ts';

/**
 * What the record book knows of whether the service was told of a transaction; a push without an answer may have arrived.
 */
export type WasTold = 'told' | 'in doubt' | 'never told';

/** Pure. */
export const wasTold = ({ sendings, presentIds }: Pick<Known, 'sendings' | 'presentIds'>, id: string): WasTold => {
  const status = sendings.get(id)?.status;
  if (presentIds.has(id) || status === 'confirmed' || status === 'conflict') return 'told';
  return status === 'intent' ? 'in doubt' : 'never told';
};
