import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { onWorkers } from '../../app/engine-operations.ts';
import type { OperationFailure } from '../../operations/failure.ts';
import { startRun } from '../../operations/runs.ts';
import type { CliIo } from '../cli-io.ts';
import { type DayOptions, rangeOf } from '../days.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { inPrecedence } from '../../app/configuration/configuration.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

export interface SyncOptions extends RunOptions, DayOptions {
  /** None means all that are configured. */
  readonly storefront?: readonly string[];
  /** Agrees to send sales of closed months. */
  readonly intoClosed?: boolean;
}

const noWorkers: OperationFailure = {
  code: 'CONFIGURATION',
  message: 'Workers share their work in PostgreSQL: write its address in the setting state, or leave out --on-workers.',
};

/** A historical sync: reads what is there, pushes only what is missing, reports, and prompts for review. */
export const sync = async (io: CliIo, options: SyncOptions): Promise<ExitCode> => {
  const range = rangeOf(options, io);
  if (E.isLeft(range)) {
    io.err(`The range cannot be read: ${range.left}.\n`);
    return exitCode.usage;
  }
  return runAndReport(io, options, { storefronts: options.storefront }, ({ operations, ports, jobs }) => {
    if (options.onWorkers === true && jobs === null) return TE.left(noWorkers);
    const isShared = options.onWorkers === true && jobs !== null;
    return startRun(isShared ? onWorkers(operations, ports, jobs) : operations, {
      storefronts: inPrecedence(operations.storefronts(), options.storefront),
      ...range.right,
      dryRun: options.dryRun === true,
      intoClosedPeriods: options.intoClosed === true,
    });
  });
};
