/** `tax-nexus cancel`: ends a run for good, in whichever process it works. What was sent stays sent. */
import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { json } from '../render/text.ts';

interface CancelOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly json?: boolean;
}

/** Processes that work on the run notice within about a second. */
export const cancel = (io: CliIo, { run: wanted, ...options }: CancelOptions): Promise<ExitCode> =>
  withAccount(
    io,
    options,
    async ({ historicalSync }) => {
      const found = await outcomeOf(historicalSync.find(wanted));
      if (E.isLeft(found)) {
        const { code, message } = found.left;
        const isNone = wanted === undefined && code === 'UNKNOWN_RUN';
        return fail(io, isNone ? { code, message: 'There is no run to cancel.' } : { code, message });
      }
      const { runId: id, status } = found.right;
      const isCanceled = await historicalSync.cancel(id);
      if (options.json === true) io.out(json({ runId: id, isCanceled, status: isCanceled ? 'canceled' : status }));
      else
        io.out(isCanceled ? `Run ${id} is canceled. What it sent stays sent.\n` : `Run ${id} is ${status} already.\n`);
      return exitCode.settled;
    },
    { run: wanted ?? null },
  );
