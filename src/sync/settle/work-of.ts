import type { Outcome } from '../../core/run.ts';
import { nameTakenIn } from './name-taken.ts';
import type { Session } from '../session.ts';
import type { Work } from './work.ts';

/** What settling takes, for one storefront of a session. */
export const workOf = (
  session: Session,
  storefront: string,
  isRetried: (outcome: Outcome) => boolean = () => false,
): Work => {
  const { ports, book, lane, listWalk, elsewhere, run, takeDriftQuestion } = session;
  return {
    runId: run.id,
    storefront,
    dryRun: run.dryRun,
    book,
    lane,
    listWalk,
    elsewhere,
    clock: ports.clock,
    random: ports.random,
    concurrency: ports.concurrency,
    crashPoint: ports.crashPoint,
    isNameTaken: nameTakenIn(session),
    isRetried,
    takeDriftQuestion,
  };
};
