import type { Adjustment } from '../../domain/run.ts';

/** Tells movements of one sale apart: an edit and a refund may have the same id at their platform. */
export const movementKey = ({ kind, id }: Pick<Adjustment, 'kind' | 'id'>): string => `${kind} ${id}`;
