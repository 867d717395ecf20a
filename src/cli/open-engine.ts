import * as E from 'fp-ts/lib/Either.js';
import { compose, type Engine } from '../app/compose.ts';
import { describeComplaint } from '../app/configuration/complaint.ts';
import type { Configuration } from '../app/configuration/configuration.ts';
import { loadConfiguration } from '../app/configuration/load-configuration.ts';
import { systemClock } from '../app/system-environment.ts';
import { waitUntilReachable } from '../pipeline/wait-until-reachable.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { CliIo } from './cli-io.ts';
import { crashPointOf } from './crash-point-of.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { lineLogger } from './line-logger.ts';
import { listenForSilence } from './listen-for-silence.ts';

/** The options that every command takes. */
export interface CommonOptions {
  /** Path of the configuration, from `--config`. */
  readonly config?: string;
}

export interface Following {
  readonly report: (progress: Progress) => void;
  readonly isInterrupted: () => boolean;
  /** Takes the lines about whoever gives no answer; left out, they go to stderr as they are. */
  readonly note?: (line: string) => void;
  /** Whether it waits for a database that is away, until it is interrupted; else that ends the command. */
  readonly waitsForDatabase?: boolean;
}

/** For a command that shows no progress, and ends in its own way when it is asked to. */
export const idle: Following = { report: () => undefined, isInterrupted: () => false };

/** The checked configuration, or the exit code after its complaints were told, all at once. */
export const openConfiguration = async (
  io: CliIo,
  { config }: CommonOptions,
): Promise<E.Either<ExitCode, Configuration>> => {
  const loaded = await loadConfiguration({ ...io, ...(config !== undefined && { path: config }) })();
  if (E.isRight(loaded)) return loaded;
  const lines = loaded.left.map((complaint) => `  ${describeComplaint(complaint)}\n`);
  io.err(`The configuration needs attention; nothing was read and nothing was sent.\n${lines.join('')}`);
  return E.left(exitCode.usage);
};

/** Everything that a command works with, or the exit code after it was told what is wrong. */
export const openEngine = async (
  io: CliIo,
  options: CommonOptions,
  { note = io.err, waitsForDatabase = false, ...following }: Following = idle,
): Promise<E.Either<ExitCode, Engine>> => {
  const configuration = await openConfiguration(io, options);
  if (E.isLeft(configuration)) return configuration;
  const { watch, stop } = listenForSilence({ now: io.now, err: note });
  const composing = compose(configuration.right, {
    ...following,
    watch,
    log: lineLogger(io),
    crashPoint: crashPointOf(io.env['TAX_NEXUS_CRASH_POINT']),
  });
  const waiting = { clock: systemClock, note: (line: string) => note(`${line}\n`), ...following };
  const engine = await (waitsForDatabase ? waitUntilReachable(waiting)(composing) : composing)();
  if (E.isRight(engine)) {
    const { close } = engine.right;
    return E.right({
      ...engine.right,
      close: async () => {
        stop();
        await close();
      },
    });
  }
  stop();
  if (following.isInterrupted()) return E.left(exitCode.interrupted);
  io.err(`${engine.left.message}\n`);
  return E.left(exitCode.usage);
};
