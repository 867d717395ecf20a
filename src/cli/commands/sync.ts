import * as E from 'fp-ts/lib/Either.js';
import { syncRange } from '../../app/engine-operations.ts';
import { noteClosedMonths } from '../../app/note-closed-months.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { RunRequest } from '../../domain/run.ts';
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

const noWorkers: StoreError = {
  _tag: 'StoreError',
  problem: 'cannot open',
  message: 'Workers share their work in PostgreSQL: write its address in the setting state, or leave out --on-workers.',
};

/** A historical sync: reads what is there, pushes only what is missing, reports, and prompts for review. */
export const sync = async (io: CliIo, options: SyncOptions): Promise<ExitCode> => {
  const range = rangeOf(options, io);
  if (E.isLeft(range)) {
    io.err(`The range cannot be read: ${range.left}.\n`);
    return exitCode.usage;
  }
  return runAndReport(io, options, { storefronts: options.storefront }, (ports, { jobs }) => async () => {
    const request: RunRequest = {
      storefronts: inPrecedence(Object.keys(ports.storefronts), options.storefront),
      range: range.right,
      dryRun: options.dryRun === true,
      intoClosedPeriods: options.intoClosed === true,
    };
    if (options.onWorkers === true && jobs === null) return E.left(noWorkers);
    if (options.onWorkers !== true || jobs === null) return syncRange(ports)(request)();
    const noted = await noteClosedMonths(ports)(request);
    if (E.isLeft(noted)) return noted;
    const { runOnWorkers } = await import('../../live/index.ts');
    return runOnWorkers(ports, jobs)(request)();
  });
};
