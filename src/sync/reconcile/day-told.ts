import * as O from 'fp-ts/lib/Option.js';
import type { Comparison } from './comparison.ts';
import type { Told } from './told.ts';

/** The day of a transaction as the service has it; null when the service does not say. */
export const dayTold = ({ dayOf }: Pick<Comparison, 'dayOf'>, { transactedAt }: Told): string | null =>
  O.isSome(transactedAt) ? dayOf(transactedAt.value) : null;
