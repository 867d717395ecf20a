import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, openConfiguration } from '../open-engine.ts';
import { serveScreen } from '../serve-screen.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { userName } from '../user-name.ts';

export interface ScreenOptions extends CommonOptions {
  /** 0, or one that is taken: any free one. */
  readonly port: number;
  /** Under which notes and sign-offs stand; without it, who is logged in to this machine. */
  readonly name?: string;
}

/** The screen for the user of this machine, until Ctrl-C. A run started on it continues only while it is open. */
export const screen = async (io: CliIo, options: ScreenOptions): Promise<ExitCode> => {
  const configuration = await openConfiguration(io, options);
  if (E.isLeft(configuration)) return configuration.left;
  const name = options.name ?? userName(io.env);
  const served = await serveScreen(configuration.right, { port: options.port, name, log: io.err });
  if (E.isLeft(served)) {
    io.err(`The screen cannot be opened: ${served.left}.\n`);
    return exitCode.usage;
  }
  io.err(
    `The screen is open: ${served.right.address}\nCtrl-C ends it; a run that is at work is settled first, and may be resumed.\n`,
  );
  await untilInterrupted(io);
  await served.right.stop();
  return exitCode.settled;
};
