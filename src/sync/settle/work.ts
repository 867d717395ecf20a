import type { Clock, Random } from '../../core/environment.ts';
import type { RecordBook } from '../../core/record-book.ts';
import type { Outcome } from '../../core/run.ts';
import type { Elsewhere } from '../rivals/elsewhere.ts';
import type { Lane } from '../pace/lane.ts';
import type { ListWalk } from '../presence/list-walk.ts';
import type { NameTaken } from './name-taken.ts';
import type { SyncPorts } from '../ports.ts';

/** What settling the transactions of one storefront of a run takes. */
export interface Work {
  readonly runId: string;
  readonly storefront: string;
  readonly dryRun: boolean;
  readonly book: Pick<RecordBook, 'lookUp' | 'saveIntents' | 'savePresence' | 'entries'>;
  readonly lane: Lane;
  readonly listWalk: ListWalk | null;
  readonly elsewhere: Elsewhere;
  readonly clock: Clock;
  readonly random: Random;
  readonly concurrency: number;
  readonly crashPoint: SyncPorts['crashPoint'];
  readonly isNameTaken: NameTaken;
  /** Outcomes of this run that are to be replaced; none but in a retry. */
  readonly isRetried: (outcome: Outcome) => boolean;
  /** Takes one of the questions that drifted transactions may cost; false when none is left. */
  readonly takeDriftQuestion: () => boolean;
}
