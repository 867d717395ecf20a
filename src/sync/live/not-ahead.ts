import * as O from 'fp-ts/lib/Option.js';
import { type Instant, millisecondsOf } from '../../domain/instant.ts';
import { maxClockSkew } from '../../domain/environment.ts';

/**
 * A cursor that lies ahead was moved by a clock that is wrong, or was until it was set back: how far reading has come nobody
 * knows then, and it begins anew. Pure.
 */
export const notAhead = (caughtUpTo: O.Option<Instant>, now: number): O.Option<Instant> =>
  O.filter((at: Instant) => millisecondsOf(at) <= now + maxClockSkew)(caughtUpTo);
