import * as O from 'fp-ts/lib/Option.js';
import { type Instant, parseInstant } from '../../../src/domain/instant.ts';

/** A time stamp of Shopify in UTC; empty where there is none, or none that can be read. */
export const instantOrBlank = (text: string | null | undefined): Instant => {
  const instant = text === null || text === undefined ? O.none : parseInstant(text);
  return O.isSome(instant) ? instant.value : '';
};
