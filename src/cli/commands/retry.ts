/** `tax-nexus retry`: reads failed and held records of a run again, after a fix at the platform or in the policy. */
import type { CliIo } from '../cli-io.ts';
import type { ExitCode } from '../exit-code.ts';
import { runAndReport, type RunOptions } from '../run-and-report.ts';

interface RetryOptions extends RunOptions {
  /** The newest run when left out. */
  readonly run?: string;
  /** Agrees to send sales of closed months. */
  readonly intoClosed?: boolean;
}

export const retry = (io: CliIo, options: RetryOptions): Promise<ExitCode> =>
  runAndReport(io, options, { run: options.run ?? null }, async ({ historicalSync }) => {
    const { runId } = await historicalSync.find(options.run);
    return (await historicalSync.retry(runId, { intoClosedPeriods: options.intoClosed === true })).id;
  });
