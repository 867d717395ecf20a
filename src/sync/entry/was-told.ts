import type { Known } from '../../core/record-book.ts';

/**
 * What the record book knows of whether the service was told of a transaction; a push without an answer may have arrived.
 * `told otherwise`: the service holds another one in its place.
 */
export type WasTold = 'told' | 'told otherwise' | 'in doubt' | 'never told';

/** Pure. */
export const wasTold = ({ sendings, presentIds }: Pick<Known, 'sendings' | 'presentIds'>, id: string): WasTold => {
  const status = sendings.get(id)?.status;
  // Also when the service lists its id: it is the other one's.
  if (status === 'conflict') return 'told otherwise';
  if (presentIds.has(id) || status === 'confirmed') return 'told';
  return status === 'intent' ? 'in doubt' : 'never told';
};
