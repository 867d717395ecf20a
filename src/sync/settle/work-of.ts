import type { Outcome } from '../../domain/run.ts';
import { gateOf } from '../pace/service-gate.ts';
import { pushLimitsOf } from './push-limits.ts';
import type { Session } from '../session.ts';
import type { Work } from './work.ts';

/** What settling takes, for one storefront of a session. */
export const workOf = (
  session: Session,
  storefront: string,
  isRetried: (outcome: Outcome) => boolean = () => false,
): Work => {
  const { ports, book, lane, remoteList, isListRead, elsewhere, run, takeDriftQuestion } = session;
  return {
    runId: run.id,
    storefront,
    dryRun: run.dryRun,
    book,
    lane,
    gate: gateOf(ports.service),
    remoteList,
    isListRead,
    elsewhere,
    clock: ports.clock,
    random: ports.random,
    log: ports.log,
    wire: ports.wire,
    concurrency: ports.concurrency,
    crashPoint: ports.crashPoint,
    limits: pushLimitsOf(ports, run),
    remoteIds: new Map(),
    isRetried,
    takeDriftQuestion,
  };
};
