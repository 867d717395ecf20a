import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { endRun } from '../../pipeline/run-context.ts';
import { unknownRun } from '../../pipeline/failures.ts';
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
    async ({ ports }) => {
      const found = await ports.store.findRun(O.fromNullable(wanted))();
      if (E.isLeft(found)) return fail(io, found.left);
      if (O.isNone(found.right)) {
        io.err(wanted === undefined ? 'There is no run to cancel.\n' : `${unknownRun(wanted).message}\n`);
        return exitCode.usage;
      }
      const { id, status } = found.right.value;
      const ended = await endRun(ports)(id, 'cancel')();
      if (E.isLeft(ended)) return fail(io, ended.left);
      if (options.json === true)
        io.out(json({ runId: id, isCanceled: ended.right, status: ended.right ? 'cancelled' : status }));
      else
        io.out(ended.right ? `Run ${id} is canceled. What it sent stays sent.\n` : `Run ${id} is ${status} already.\n`);
      return exitCode.settled;
    },
    { run: wanted ?? null },
  );
