/** The steps that pausing and canceling a run share. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { HowToEnd } from '../../pipeline/run-context.ts';
import { fail } from '../failure.ts';
import type { OperationPorts } from '../ports.ts';
import { fields, named, yesNo } from '../shapes.ts';
import { type Operation, withRun } from '../state.ts';

/** Ends a run. Right(false) when it was over, or for `pause` not at work. Left with `RUN_STATE` for live sales. */
export const endRun = (ports: OperationPorts, runId: string, how: HowToEnd): Operation<boolean> =>
  withRun(ports, runId, (_state, run) =>
    run.kind === 'live'
      ? TE.fromEither(fail('RUN_STATE', 'Live sales have no end: they arrive as long as the storefront is configured.'))
      : ports.runs.end(runId, how),
  );

export const endedShape = named('Ended', fields({ hasEnded: yesNo('False when it was over before') }));

export const asEnded = (hasEnded: boolean): { readonly hasEnded: boolean } => ({ hasEnded });
