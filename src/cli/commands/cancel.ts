import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { endRun } from '../../pipeline/run-context.ts';
import { unknownRun } from '../../pipeline/failures.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { failureCode } from '../failure-code.ts';
import { type CommonOptions, openEngine } from '../open-engine.ts';

export interface CancelOptions extends CommonOptions {
  /** The newest run when left out. */
  readonly run?: string;
}

/** Cancels a run; processes that work on it notice within about a second. What was sent stays sent. */
export const cancel = async (io: CliIo, { run: wanted, ...options }: CancelOptions): Promise<ExitCode> => {
  const engine = await openEngine(io, options);
  if (E.isLeft(engine)) return engine.left;
  const { ports, close } = engine.right;
  const found = await ports.store.findRun(O.fromNullable(wanted))();
  const ended =
    E.isRight(found) && O.isSome(found.right) ? await endRun(ports)(found.right.value.id, 'cancel')() : found;
  await close();
  if (E.isLeft(ended)) {
    io.err(`${ended.left.message}\n`);
    return failureCode(ended.left);
  }
  if (E.isLeft(found) || O.isNone(found.right)) {
    io.err(wanted === undefined ? 'There is no run to cancel.\n' : `${unknownRun(wanted).message}\n`);
    return exitCode.usage;
  }
  const { id, status } = found.right.value;
  io.out(
    ended.right === true ? `Run ${id} is canceled. What it sent stays sent.\n` : `Run ${id} is ${status} already.\n`,
  );
  return exitCode.settled;
};
