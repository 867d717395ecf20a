import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type About, compose, composeAll, type Composition, type Engine, type Watchers } from '../app/compose.ts';
import { type ConfigurationProblem, describeComplaint } from '../app/configuration/complaint.ts';
import type { Configuration } from '../app/configuration/configuration.ts';
import { loadApp } from '../app/configuration/load-app.ts';
import { loadConfiguration } from '../app/configuration/load-configuration.ts';
import type { TaxNexusSettings } from '../app/plugin/settings.ts';
import { settingsOfConfiguration } from '../app/settings-of-configuration.ts';
import type { OperationFailure } from '../operations/failure.ts';
import type { CliIo } from './cli-io.ts';
import { listenForInterrupts } from './interruption.ts';
import { exitCode, type ExitCode, fail } from './exit-code.ts';
import { listenForSilence } from './listen-for-silence.ts';
import type { Logger } from '../domain/environment.ts';

export interface CommonOptions {
  /** Path of the configuration, from `--config`. */
  readonly config?: string;
  /** Path of the module of a host's app, from `--app`, in place of a configuration. */
  readonly app?: string;
  /** The account that the command is about, from `--account`. */
  readonly account?: string;
}

/** A command to run next, with the settings of this one. */
export const nextCommand = (
  { config, app, account }: CommonOptions,
  words: string,
  storefronts: readonly string[] = [],
): string => {
  const quoted = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value));
  const named = [
    ...storefronts.map((name) => ['storefront', name] as const),
    ...Object.entries({ config, app, account }),
  ];
  return [
    'tax-nexus',
    words,
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoted(value)}`])),
  ].join(' ');
};

export interface Following extends Pick<Watchers, 'report' | 'isInterrupted'> {
  /** Default: warnings as plain lines on stderr. */
  readonly log?: Logger;
  /** Changes the settings before they are used; Left, a sentence about what is wrong, ends the command. */
  readonly extend?: (settings: TaxNexusSettings) => Promise<E.Either<string, TaxNexusSettings>>;
  /** Whether it waits for a database that is away, until it is interrupted; else that ends the command. */
  readonly waitsForDatabase?: boolean;
}

/** For a command that shows no progress, and ends in its own way when it is asked to. */
export const idle: Following = { report: () => undefined, isInterrupted: () => false };

const complain = (io: Pick<CliIo, 'err'>, complaints: readonly ConfigurationProblem[]): E.Left<ExitCode> => {
  const lines = complaints.map((complaint) => `  ${describeComplaint(complaint)}\n`);
  io.err(`The configuration needs attention; nothing was read and nothing was sent.\n${lines.join('')}`);
  return { _tag: 'Left', left: exitCode.usage };
};

/** The checked configuration, or the exit code after its complaints were printed, all at once. */
export const openConfiguration = async (
  io: CliIo,
  { config }: CommonOptions,
): Promise<E.Either<ExitCode, Configuration>> => {
  const loaded = await loadConfiguration({ ...io, ...(config !== undefined && { path: config }) })();
  return E.isRight(loaded) ? loaded : complain(io, loaded.left);
};

/** The same of the host's app, where `--app` names one. */
export const openSettings = async (
  io: CliIo,
  options: CommonOptions,
): Promise<E.Either<ExitCode, TaxNexusSettings>> => {
  if (options.app !== undefined) {
    const loaded = await loadApp(options.app, io)();
    return E.isRight(loaded) ? loaded : complain(io, loaded.left);
  }
  const configuration = await openConfiguration(io, options);
  return E.isLeft(configuration)
    ? configuration
    : E.right(await settingsOfConfiguration(configuration.right, lineLogger(io)));
};

/**
 * Opens everything that a command needs, does its work, and closes it. Returns the exit code, also of a failure to open.
 *
 * @param about besides the account that the options name
 */
export const withEngine = async (
  io: CliIo,
  options: CommonOptions,
  work: (engine: Engine) => Promise<ExitCode>,
  about: About = {},
  following: Following = idle,
): Promise<ExitCode> => {
  const { account } = options;
  const make: Make<Engine> = (settings, watchers) => compose(settings, { account, ...about }, watchers);
  return using(await opening(io, options, make, following), work);
};

/** Does work with what was opened, and closes it. */
export const using = async <A extends Composition>(
  opened: E.Either<ExitCode, A>,
  work: (composed: A) => Promise<ExitCode>,
): Promise<ExitCode> => {
  if (E.isLeft(opened)) return opened.left;
  try {
    return await work(opened.right);
  } finally {
    await opened.right.close();
  }
};

/** The same for work that an interrupt asks to end. */
export const withInterruptibleEngine = (
  io: CliIo,
  options: CommonOptions,
  work: (engine: Engine, isInterrupted: () => boolean) => Promise<ExitCode>,
  about: About = {},
): Promise<ExitCode> =>
  withInterrupts(io, (following) =>
    withEngine(io, options, (engine) => work(engine, following.isInterrupted), about, following),
  );

/** Does work that an interrupt asks to end. */
export const withInterrupts = async (
  io: CliIo,
  work: (following: Following) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const { isRequested, dispose } = listenForInterrupts(io);
  try {
    return await work({ ...idle, isInterrupted: isRequested });
  } finally {
    dispose();
  }
};

/** Everything that a command of all accounts needs, or the exit code after the problem was printed. */
export const openAll = (
  io: CliIo,
  options: CommonOptions,
  following: Following = idle,
): Promise<E.Either<ExitCode, Composition>> => opening(io, options, composeAll, following);

type Make<A extends Composition> = (
  settings: TaxNexusSettings,
  watchers: Watchers,
) => TE.TaskEither<OperationFailure, A>;

const opening = async <A extends Composition>(
  io: CliIo,
  options: CommonOptions,
  make: Make<A>,
  { log, waitsForDatabase = false, extend, ...following }: Following,
): Promise<E.Either<ExitCode, A>> => {
  const written = await openSettings(io, options);
  if (E.isLeft(written)) return written;
  const settings = extend === undefined ? written : await extend(written.right);
  if (E.isLeft(settings)) {
    io.err(`${settings.left}\n`);
    return E.left(exitCode.usage);
  }
  const err = log === undefined ? io.err : (line: string) => log.warn(line.trimEnd());
  const { watch, stop } = listenForSilence({ now: io.now, err });
  const composed = await make(settings.right, {
    ...following,
    watch,
    log: log ?? lineLogger(io),
    crashPoint: crashPointOf(io.env['TAX_NEXUS_CRASH_POINT']),
    ...(waitsForDatabase && { noteAway: (line) => err(`${line}\n`) }),
  })();
  if (E.isRight(composed)) {
    const close = async (): Promise<void> => {
      stop();
      await composed.right.close();
    };
    return E.right({ ...composed.right, close });
  }
  stop();
  if (following.isInterrupted()) return E.left(exitCode.interrupted);
  const code = fail(io, composed.left);
  return E.left(composed.left.code === 'STATE' ? exitCode.usage : code);
};

/**
 * For tests of recovery alone: `after_post_before_commit:3` kills this process, without any chance to clean up, the third
 * time it passes that point; with `:stop` behind it stops the process, until it is let go on. Without a setting it does nothing.
 */
const crashPointOf = (setting: string | undefined): Watchers['crashPoint'] => {
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
