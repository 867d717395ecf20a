import type { PageLookup } from '../../domain/sync-store.ts';

/**
 * What the record book knows of whether the service was told of a transaction; a push without an answer may have arrived.
 */
export type WasTold = 'told' | 'in doubt' | 'never told';

/** Pure. */
export const wasTold = (
  { submissions, remoteById }: Pick<PageLookup, 'submissions' | 'remoteById'>,
  id: string,
): WasTold => {
  const status = submissions.get(id)?.status;
  if (remoteById.has(id) || status === 'confirmed' || status === 'conflict') return 'told';
  return status === 'intent' ? 'in doubt' : 'never told';
};
