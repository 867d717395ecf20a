import * as E from 'fp-ts/lib/Either.js';
import { compose, type Engine } from '../app/compose.ts';
import { describeComplaint } from '../app/configuration/complaint.ts';
import type { Configuration } from '../app/configuration/configuration.ts';
import { loadConfiguration } from '../app/configuration/load-configuration.ts';
import { systemClock } from '../app/system-environment.ts';
import { waitUntilReachable } from '../pipeline/store-with-retry.ts';
import { type SyncFailure, unknownRun } from '../pipeline/failures.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { CliIo } from './cli-io.ts';
import { listenForInterrupts } from './interruption.ts';
import { exitCode, type ExitCode } from './exit-code.ts';
import { listenForSilence } from './listen-for-silence.ts';
import type { CrashPoint } from '../pipeline/ports.ts';
import type { Logger } from '../domain/environment.ts';

export interface CommonOptions {
  /** Path of the configuration, from `--config`. */
  readonly config?: string;
}

export interface Following {
  readonly report: (progress: Progress) => void;
  readonly isInterrupted: () => boolean;
  /** Receives the lines about missing responses. Default: stderr. */
  readonly note?: (line: string) => void;
  /** Whether it waits for a database that is away, until it is interrupted; else that ends the command. */
  readonly waitsForDatabase?: boolean;
}

/** For a command that shows no progress, and ends in its own way when it is asked to. */
export const idle: Following = { report: () => undefined, isInterrupted: () => false };

/** The checked configuration, or the exit code after its complaints were sent, all at once. */
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

/** Opens everything that a command needs, does its work, and closes it. Returns the exit code, also of a failure to open. */
export const withEngine = async (
  io: CliIo,
  options: CommonOptions,
  work: (engine: Engine) => Promise<ExitCode>,
  following: Following = idle,
): Promise<ExitCode> => {
  const engine = await openEngine(io, options, following);
  if (E.isLeft(engine)) return engine.left;
  try {
    return await work(engine.right);
  } finally {
    await engine.right.close();
  }
};

/** The same for work that an interrupt asks to end. */
export const withInterruptibleEngine = async (
  io: CliIo,
  options: CommonOptions,
  work: (engine: Engine, isInterrupted: () => boolean) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const { isRequested, dispose } = listenForInterrupts(io);
  try {
    return await withEngine(io, options, (engine) => work(engine, isRequested), {
      ...idle,
      isInterrupted: isRequested,
    });
  } finally {
    dispose();
  }
};

/** A command names a run, or none for the newest, and there is no such run. */
export const noSuchRun = (wanted: string | undefined): SyncFailure =>
  wanted === undefined
    ? { _tag: 'UnknownRun', message: 'There is no run yet. Start one with tax-nexus sync.' }
    : unknownRun(wanted);

/** Everything that a command needs, or the exit code after the problem was printed. */
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
    const close = async (): Promise<void> => {
      stop();
      await engine.right.close();
    };
    return E.right({ ...engine.right, close });
  }
  stop();
  if (following.isInterrupted()) return E.left(exitCode.interrupted);
  io.err(`${engine.left.message}\n`);
  return E.left(exitCode.usage);
};

/**
 * For tests of recovery alone: `after_post_before_commit:3` kills this process, without any chance to clean up, the third
 * time it passes that point; with `:stop` behind it stops the process, until it is let go on. Without a setting it does nothing.
 */
const crashPointOf = (setting: string | undefined): ((name: CrashPoint) => void) => {
  if (setting === undefined) return () => undefined;
  const [name, count, how] = setting.split(':');
  let passes = Number(count ?? '1');
  return (point) => {
    if (point !== name) return;
    passes -= 1;
    if (passes === 0) process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  };
};

/** Milliseconds within which the same warning is the same one, from parts of a command that work side by side. */
const sameFor = 60_000;

/**
 * Warnings as plain lines; a person at a terminal has no use for the rest. What stops a run is sent at its end, with who
 * stopped it, and once.
 */
export const lineLogger = (io: Pick<CliIo, 'err' | 'now'>): Logger => {
  const printedAt = new Map<string, number>();
  return {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => {
      const [before, now] = [printedAt.get(message), io.now()];
      if (before !== undefined && Math.abs(now - before) < sameFor) return;
      printedAt.set(message, now);
      io.err(`Note: ${message}\n`);
    },
    error: () => undefined,
  };
};
