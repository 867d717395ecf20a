import type { Outcome } from '../core/run.ts';
import type { Session } from './session.ts';
import type { Work } from './work.ts';

/** What settling takes, for one storefront of a session. */
export const workOf = (
  { ports, book, lane, elsewhere, run, takeDriftQuestion }: Session,
  storefront: string,
  isRetried: (outcome: Outcome) => boolean = () => false,
): Work => ({
  runId: run.id,
  storefront,
  dryRun: run.dryRun,
  book,
  lane,
  elsewhere,
  clock: ports.clock,
  random: ports.random,
  concurrency: ports.concurrency,
  crashPoint: ports.crashPoint,
  isRetried,
  takeDriftQuestion,
});
