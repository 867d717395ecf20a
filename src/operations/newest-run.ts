/** Finds the newest historical sync, and why it stopped. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Run } from '../domain/run.ts';
import type { Stop } from '../pipeline/progress.ts';
import { readStops } from '../pipeline/run-marks.ts';
import type { AccountState } from './ports.ts';
import { fromStore, type Operation } from './state.ts';

/** The newest run that is not a preview, however many previews followed it; without one, the newest preview. */
export const newestRun = (
  reviews: Pick<AccountState['reviews'], 'listRuns'>,
  before: O.Option<string> = O.none,
): Operation<Run | undefined> =>
  pipe(
    fromStore(reviews.listRuns({ before, limit: 20 })),
    TE.flatMap(({ runs, next }) => {
      const found = runs.find(({ dryRun }) => !dryRun);
      if (found !== undefined || O.isNone(next)) return TE.right(found ?? runs[0]);
      return pipe(
        newestRun(reviews, next),
        TE.map((older) => (older === undefined || older.dryRun ? runs[0] : older)),
      );
    }),
  );

/** Why a run stopped; empty when it did not, or there is no run. */
export const stopsOfRun = (
  store: Pick<AccountState['store'], 'readCheckpoint'>,
  run: Run | undefined,
): Operation<readonly Stop[]> => (run === undefined ? TE.right([]) : fromStore(() => readStops(store, run)));
