/** `tax-nexus sync`: a historical sync, which pushes only what the service lacks, reports it and asks for a review. */
import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from '../cli-io.ts';
import { type DayOptions, rangeOf } from '../days.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

export interface SyncOptions extends RunOptions, DayOptions {
  /** Default: all configured storefronts. */
  readonly storefront?: readonly string[];
  /** Agrees to send sales of closed months. */
  readonly intoClosed?: boolean;
}

export const sync = async (io: CliIo, options: SyncOptions): Promise<ExitCode> => {
  const range = rangeOf(options, io);
  if (E.isLeft(range)) {
    io.err(`The range cannot be read: ${range.left}.\n`);
    return exitCode.usage;
  }
  return runAndReport(io, options, { storefronts: options.storefront }, async ({ historicalSync }) => {
    const { id } = await historicalSync.start({
      ...range.right,
      ...(options.storefront !== undefined && { storefronts: options.storefront }),
      dryRun: options.dryRun === true,
      intoClosedPeriods: options.intoClosed === true,
    });
    return id;
  });
};
