import type { Case, File } from './case.ts';

/**
 * Whether its body was erased while its push was unconfirmed. What was sent is then unknown: if its order changed as
 * well, it is a conflict for a person.
 */
export const wasErasedUnconfirmed = ({ erasures }: File['evidence'], { inserts }: Case): boolean =>
  inserts.some(({ id }) => erasures.unconfirmed.includes(id));
