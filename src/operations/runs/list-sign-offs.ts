/** `historicalSync.signOffs`: the sign-offs of a run. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ofRun, operation } from '../operation.ts';
import { asPage, fields, pageOf } from '../shapes.ts';
import { fromStore, withRun } from '../state.ts';
import { signOffShape, type SignOffRecord, toSignedOff } from './signed-off.ts';

export interface ListSignOffsPromise {
  /** The sign-offs of a run, in the order in which they were signed. Rejects with `UNKNOWN_RUN`. */
  readonly signOffs: (runId: string) => Promise<readonly SignOffRecord[]>;
}

export const listSignOffs = operation<ListSignOffsPromise['signOffs'], { readonly runId: string }>()({
  name: 'listSignOffs',
  summary: 'The sign-offs of a run, in the order in which they were signed',
  right: 'view',
  about: ofRun,
  ask: (runId) => ({ runId }),
  run: (ports, { runId }) =>
    withRun(ports, runId, ({ reviews }, run) =>
      pipe(
        fromStore(reviews.signOffs(run.id)),
        TE.map((signOffs) => signOffs.map(toSignedOff)),
      ),
    ),
  http: {
    method: 'get',
    path: '/runs/{runId}/sign-offs',
    given: fields({}),
    ask: (_given, { path }) => path,
    show: asPage,
    answer: pageOf(signOffShape),
  },
});
