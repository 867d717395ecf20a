import type { SyncStore } from '../../domain/sync-store.ts';
import type { Outcome, Run } from '../../domain/run.ts';
import { makeElsewhere } from '../rivals/elsewhere.ts';
import { makeLane } from '../pace/lane.ts';
import { mostDriftQuestions } from '../limits.ts';
import { openRemoteList } from '../presence/remote-list.ts';
import type { SyncPorts } from '../ports.ts';
import { noProgress } from '../progress.ts';
import type { Session } from '../session.ts';

/** Begins work on a run, of which `counts` was settled before. */
export const openSession = (
  ports: SyncPorts,
  book: SyncStore,
  run: Run,
  counts: Readonly<Record<Outcome, number>>,
): Session => {
  let progress = noProgress(run.id, counts);
  let driftQuestions = mostDriftQuestions;
  const lane = makeLane(ports);
  const tell: Session['tell'] = (change) => {
    progress = change(progress);
    ports.report(progress);
  };
  return {
    ports,
    book,
    run,
    lane,
    remoteList: openRemoteList({ ports, book, lane, tell }),
    isListRead: true,
    elsewhere: makeElsewhere(ports, book, lane.isOver),
    takeDriftQuestion: () => {
      driftQuestions -= 1;
      return driftQuestions >= 0;
    },
    tell,
  };
};
