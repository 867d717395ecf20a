import * as O from 'fp-ts/lib/Option.js';
import type { Desk } from './desk.ts';
import type { Told } from './told.ts';

/** The day of a transaction as the service has it; null when the service does not say. */
export const dayTold = ({ dayOf }: Pick<Desk, 'dayOf'>, { transactedAt }: Told): string | null =>
  O.isSome(transactedAt) ? dayOf(transactedAt.value) : null;
