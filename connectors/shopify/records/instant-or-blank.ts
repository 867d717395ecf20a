import * as O from 'fp-ts/lib/Option.js';
import { type Instant, parseInstant } from '../../../src/domain/instant.ts';

/** A time stamp in UTC; empty when it is missing or invalid. */
export const instantOrBlank = (text: string | null | undefined): Instant => {
  const instant = text === null || text === undefined ? O.none : parseInstant(text);
  return O.isSome(instant) ? instant.value : '';
};
