import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Run } from '../../../domain/run.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import type { ScreenHandler } from '../context.ts';
import { type ListedRun, RunsPage } from '../pages/runs-page.tsx';
import { sendRead, withState } from '../responses.tsx';
import { readAll } from '../run-view.ts';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

/** Small, because each run is counted separately. */
const pageSize = 12;

const readListedRun =
  ({ reviews }: ScreenState) =>
  (run: Run): TE.TaskEither<StoreError, ListedRun> =>
    pipe(
      readAll({ counts: reviews.outcomeCounts(run.id), signOffs: reviews.signOffs(run.id) }),
      TE.map(({ counts, signOffs }) => ({ run, counts, isSigned: signOffs.length > 0 })),
    );

/** `GET /`: all runs. */
export const listRuns = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) =>
    sendRead(
      context,
      pipe(
        TE.Do,
        TE.bind('found', () =>
          state.reviews.listRuns({ before: O.fromNullable(context.req.query('before')), limit: pageSize }),
        ),
        TE.bind('runs', ({ found }) => TE.traverseSeqArray(readListedRun(state))(found.runs)),
        TE.map(({ found, runs }) => <RunsPage page={context.var.page} runs={runs} next={O.toNullable(found.next)} />),
      ),
    ),
  );
