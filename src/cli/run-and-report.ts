import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Engine } from '../app/compose.ts';
import type { Run } from '../domain/run.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { Stop } from '../pipeline/progress.ts';
import { readReport } from '../reconcile/read-report.ts';
import { describeStops, type SyncFailure } from '../pipeline/failures.ts';
import type { CliIo } from './cli-io.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { exitCodeOf } from './exit-code-of.ts';
import { failureCode } from './failure-code.ts';
import { listenForInterrupts } from './interruption.ts';
import { type CommonOptions, openEngine } from './open-engine.ts';
import { progressDisplay } from './progress-display.ts';
import { json } from './render/json.ts';
import { reportTable } from './render/report-table.ts';

export interface RunOptions extends CommonOptions {
  readonly json?: boolean;
  /** Leaves the work to `tax-nexus worker` processes. */
  readonly onWorkers?: boolean;
}

/** What a command does with the engine; Left ends it before a run came about. */
export type Work = (ports: SyncPorts, engine: Engine) => TE.TaskEither<SyncFailure, Run>;

const goesOn = 'Interrupted. What was in flight is settled; run the same command again to go on.\n';
const workersGoOn =
  'It is no longer followed from here; the workers go on with it. The same command follows it again, tax-nexus cancel ends it.\n';

/** Whether others are at work on it, who were not interrupted: what this process works on has ended by now. */
const isOthers = (run: E.Either<SyncFailure, Run>): boolean =>
  E.isRight(run) && run.right.status === 'running' && run.right.kind !== 'live';

const printReport = async (
  io: CliIo,
  { ports, configuration }: Engine,
  runId: O.Option<string>,
  options: RunOptions,
  ended: { readonly stops: readonly Stop[]; readonly isInterrupted: boolean },
): Promise<ExitCode> => {
  const { reviewUrl } = configuration.service;
  const report = await readReport({ store: ports.store, reviewUrl })(runId)();
  if (E.isLeft(report)) {
    io.err(`${report.left.message}\n`);
    return failureCode(report.left);
  }
  if (O.isNone(report.right)) return exitCode.usage;
  io.out(options.json === true ? json(report.right.value) : reportTable(report.right.value, reviewUrl));
  return exitCodeOf(report.right.value, ended.stops, ended.isInterrupted);
};

/**
 * Runs with progress on the way and the report at the end, whatever happened in between: a run that was interrupted,
 * stopped or failed has a report as well, and it adds up.
 */
export const runAndReport = async (outside: CliIo, options: RunOptions, work: Work): Promise<ExitCode> => {
  const display = progressDisplay(outside);
  const io: CliIo = { ...outside, err: display.say };
  const interruption = listenForInterrupts(io);
  let stops: readonly Stop[] = [];
  let runId: O.Option<string> = O.none;
  try {
    const engine = await openEngine(io, options, {
      isInterrupted: interruption.isRequested,
      waitsForDatabase: options.onWorkers === true,
      report: (progress) => {
        ({ stops } = progress);
        runId = O.some(progress.runId);
        display.report(progress);
      },
    });
    if (E.isLeft(engine)) return engine.left;
    const run = await work(engine.right.ports, engine.right)();
    display.over();
    for (const complaint of describeStops(stops, E.isLeft(run) ? run.left : null)) io.err(`${complaint}\n`);
    if (E.isRight(run)) runId = O.some(run.right.id);
    const isInterrupted = interruption.isRequested();
    const code =
      E.isLeft(run) && O.isNone(runId)
        ? failureCode(run.left)
        : await printReport(io, engine.right, runId, options, { stops, isInterrupted });
    if (code === exitCode.interrupted) io.err(isOthers(run) ? workersGoOn : goesOn);
    await engine.right.close();
    return E.isLeft(run) && code === exitCode.settled ? failureCode(run.left) : code;
  } finally {
    interruption.dispose();
  }
};
