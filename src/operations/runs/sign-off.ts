/** `historicalSync.signOff`: keeps the counts and totals of a finished run under a person's name. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { RunSummary } from '../../domain/run.ts';
import { toReport } from '../../reconcile/report.ts';
import { type DecisionNote, maxNote } from '../decision-note.ts';
import { fail } from '../failure.ts';
import { confirmed, type OpenConfirmed } from '../open-matters.ts';
import { asIs, ofRun, operation } from '../operation.ts';
import { fields, note, openMatters } from '../shapes.ts';
import { fromStore, withRun } from '../state.ts';
import { statementText } from '../statement.ts';
import { signOffShape, type SignOffRecord, toSignedOff } from './signed-off.ts';

export interface SignOffPromise {
  /**
   * Keeps the counts and totals of a finished run as they are now, under a person's name; they never change. Rejects with
   * `UNKNOWN_RUN`, and with `RUN_STATE` for a run that is not finished, or a preview, and when matters are open, unless
   * `open` is as many.
   *
   * @example
   * await taxNexus.historicalSync.signOff(id, { by: 'Ada', note: 'Compared with the July filing.' });
   */
  readonly signOff: (runId: string, decided: DecisionNote & OpenConfirmed) => Promise<SignOffRecord>;
}

export const signOff = operation<
  SignOffPromise['signOff'],
  DecisionNote & OpenConfirmed & { readonly runId: string }
>()({
  name: 'signOff',
  summary: 'Keeps the counts and totals of a finished run under your name',
  right: 'approve',
  about: ofRun,
  ask: (runId, decided) => ({ ...decided, runId }),
  run: (ports, { runId, by, note: given, ...seen }) =>
    withRun(ports, runId, ({ reviews }, run) => {
      if (run.status !== 'finished' || run.dryRun || ports.runs.progress(run.id) !== undefined)
        return TE.fromEither(fail('RUN_STATE', 'Only a finished sync can be signed off.'));
      const signed = { runId: run.id, by, at: instantOfMilliseconds(ports.clock.now()), note: given.slice(0, maxNote) };
      const statement = (summary: RunSummary): string => statementText(toReport(run, summary, [], [], null));
      return pipe(
        fromStore(reviews.saveSignOff({ ...signed, statement }, seen.open ?? 0)),
        TE.tap(({ open }) => TE.fromEither(confirmed(open, seen))),
        TE.map((saved) => toSignedOff({ ...signed, statement: saved.statement ?? '' })),
      );
    }),
  http: {
    method: 'post',
    path: '/runs/{runId}/sign-offs',
    status: 201,
    isStart: true,
    given: fields({}, { note, open: openMatters }),
    ask: ({ note: given = '', ...seen }, { path, by }) => ({ ...seen, ...path, by, note: given }),
    show: asIs,
    answer: signOffShape,
  },
});
