import type { Case, File } from './case.ts';

/**
 * Whether its body was erased while its push was in doubt. Then nobody can say any more what was sent: when its order
 * changed as well, it is a conflict, for a person to decide.
 */
export const wasErasedUnconfirmed = ({ erasures }: File['evidence'], { inserts }: Case): boolean =>
  inserts.some(({ id }) => erasures.unconfirmed.includes(id));
