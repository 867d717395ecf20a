import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../../domain/date-range.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';

/** Platforms show a change minutes after its own time stamp; what is seen twice costs nothing. */
const lookBack = 10 * 60_000;
/** How far back the first catch-up of a storefront goes. */
const firstReach = 2 * 24 * 60 * 60_000;

/** The span whose changes are to be read, given up to when they were read before. Pure. */
export const spanOf = (caughtUpTo: O.Option<Instant>, now: number): Interval => ({
  start: instantOfMilliseconds(
    O.isSome(caughtUpTo) ? Math.min(now, millisecondsOf(caughtUpTo.value)) - lookBack : now - firstReach,
  ),
  end: instantOfMilliseconds(now),
});
