import * as E from 'fp-ts/lib/Either.js';
import { endRun, findRun } from '../../operations/runs.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail } from '../exit-code.ts';
import { type CommonOptions, withEngine } from '../open-engine.ts';
import { json } from '../render/text.ts';

interface CancelOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly json?: boolean;
}

/** Cancels a run; processes that work on it notice within about a second. What was sent stays sent. */
export const cancel = (io: CliIo, { run: wanted, ...options }: CancelOptions): Promise<ExitCode> =>
  withEngine(
    io,
    options,
    async ({ operations }) => {
      const found = await findRun(operations, wanted)();
      if (E.isLeft(found)) {
        const isNone = wanted === undefined && found.left.code === 'UNKNOWN_RUN';
        return fail(io, isNone ? { code: 'UNKNOWN_RUN', message: 'There is no run to cancel.' } : found.left);
      }
      const { runId: id, status } = found.right;
      const ended = await endRun(operations, id, 'cancel')();
      if (E.isLeft(ended)) return fail(io, ended.left);
      if (options.json === true)
        io.out(json({ runId: id, isCanceled: ended.right, status: ended.right ? 'cancelled' : status }));
      else
        io.out(ended.right ? `Run ${id} is canceled. What it sent stays sent.\n` : `Run ${id} is ${status} already.\n`);
      return exitCode.settled;
    },
    { run: wanted ?? null },
  );
