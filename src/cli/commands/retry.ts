import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { findRun, retryLines } from '../../operations/runs.ts';
import type { CliIo } from '../cli-io.ts';
import type { ExitCode } from '../exit-code.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

interface RetryOptions extends RunOptions {
  /** The newest run when left out. */
  readonly run?: string;
  /** Agrees to send sales of closed months. */
  readonly intoClosed?: boolean;
}

/** Reads the failed and held records of a run again and settles them, after a fix at the platform or in the policy. */
export const retry = (io: CliIo, options: RetryOptions): Promise<ExitCode> =>
  runAndReport(io, options, { run: options.run ?? null }, ({ operations }) =>
    pipe(
      findRun(operations, options.run),
      TE.flatMap(({ runId }) => retryLines(operations, runId, { intoClosedPeriods: options.intoClosed === true })),
    ),
  );
