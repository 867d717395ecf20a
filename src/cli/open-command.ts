/**
 * Opens what a command needs (settings, sync database, account), runs it, and closes everything, also after a failure or Ctrl-C.
 */
import * as E from 'fp-ts/lib/Either.js';
import { type ConfigurationProblem, describeComplaint } from '../app/configuration/complaint.ts';
import type { Configuration } from '../app/configuration/configuration.ts';
import { loadApp } from '../app/configuration/load-app.ts';
import { loadConfiguration } from '../app/configuration/load-configuration.ts';
import { type About, type Chosen, type Command, commandOf } from '../app/plugin/command.ts';
import type { CommandPorts, MakeLiveWorker } from '../app/plugin/command-ports.ts';
import type { TaxNexusSettings } from '../app/plugin/settings.ts';
import { settingsOfConfiguration } from '../app/settings-of-configuration.ts';
import type { CliIo } from './cli-io.ts';
import { listenForInterrupts } from './interruption.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from './exit-code.ts';
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

export interface Following extends Omit<CommandPorts, 'crashPoint' | 'watch' | 'noteAway'> {
  /** Default: warnings as plain lines on stderr. */
  readonly log?: Logger;
  /** The configuration, if the command has loaded it already. */
  readonly configuration?: Configuration;
  /** Changes the settings before they are used; Left, a sentence about what is wrong, ends the command. */
  readonly extend?: (settings: TaxNexusSettings) => Promise<E.Either<string, TaxNexusSettings>>;
  /** Whether it waits for an unreachable database until it is interrupted; otherwise an unreachable database ends the command. */
  readonly waitsForDatabase?: boolean;
  /** Receives the events of live work. */
  readonly onEvent?: TaxNexusSettings['onEvent'];
  /** Makes the live worker. Default: the same as in a host's app. */
  readonly makeLiveWorker?: MakeLiveWorker;
}

/** For a command that shows no progress and handles interrupts itself. */
export const idle: Following = { report: () => undefined, isInterrupted: () => false };

/**
 * The checked configuration, or the exit code after all its complaints were printed.
 *
 * @param log receives the path of the file. Default: a line on stderr
 */
export const openConfiguration = async (
  io: CliIo,
  { config }: CommonOptions,
  log?: Logger,
): Promise<E.Either<ExitCode, Configuration>> => {
  // Printed because its code runs with the secrets of this process, and the user should see whose code that is.
  const onFile = (file: string): void =>
    log === undefined ? io.err(`Configuration: ${file}\n`) : log.info('configuration', { file });
  const loaded = await loadConfiguration({ ...io, onFile, ...(config !== undefined && { path: config }) })();
  return E.isRight(loaded) ? loaded : complain(io, loaded.left);
};

/** The settings of the host's app if `--app` names one, else of the configuration. */
export const openSettings = async (
  io: CliIo,
  options: CommonOptions,
  log?: Logger,
): Promise<E.Either<ExitCode, TaxNexusSettings>> => {
  if (options.app !== undefined) {
    const loaded = await loadApp(options.app, io)();
    return E.isRight(loaded) ? loaded : complain(io, loaded.left);
  }
  const configuration = await openConfiguration(io, options, log);
  return E.isLeft(configuration) ? configuration : E.right(await settingsOf(io, configuration.right));
};

/** Returns the exit code, also of a failure. */
export const withCommand = async (
  io: CliIo,
  options: CommonOptions,
  work: (command: Command) => Promise<ExitCode>,
  following: Following = idle,
): Promise<ExitCode> => opening(io, options, following, (command) => Promise.resolve(command), work);

/**
 * The same for one account.
 *
 * @param about what the command names apart from `--account`
 */
export const withAccount = (
  io: CliIo,
  options: CommonOptions,
  work: (account: Chosen) => Promise<ExitCode>,
  about: About = {},
  following: Following = idle,
): Promise<ExitCode> =>
  opening(io, options, following, ({ choose }) => choose({ account: options.account, ...about }), work);

/** The same for work that an interrupt asks to end. */
export const withInterruptibleAccount = (
  io: CliIo,
  options: CommonOptions,
  work: (account: Chosen) => Promise<ExitCode>,
  about: About = {},
): Promise<ExitCode> =>
  withInterrupts(io, async (following) => {
    const workOn = async (account: Chosen): Promise<ExitCode> => {
      const done = await outcomeOf(work(account));
      if (E.isRight(done)) return done.right;
      const code = fail(io, done.left);
      return following.isInterrupted() ? exitCode.interrupted : code;
    };
    return withAccount(io, options, workOn, about, following);
  });

/** Runs work that an interrupt asks to end. */
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

/**
 * Only for tests of recovery: `after_post_before_commit:3` kills this process without cleaning up when it passes that point for
 * the third time; with `:stop` at the end it stops the process until the process gets a signal to continue. Without a setting it
 * does nothing.
 */
export const crashPointOf = (setting: string | undefined): ((point: string) => void) => {
  if (setting === undefined) return () => undefined;
  const [name, count, how] = setting.split(':');
  let passes = Number(count ?? '1');
  return (point) => {
    if (point !== name) return;
    passes -= 1;
    if (passes === 0) process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  };
};

/** Milliseconds in which an equal warning is not repeated, because parts of a command that work in parallel may give it. */
const sameFor = 60_000;

/** Prints only warnings, as plain lines. What stopped a run is printed once at its end, with its cause. */
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

const complain = (io: Pick<CliIo, 'err'>, complaints: readonly ConfigurationProblem[]): E.Left<ExitCode> => {
  const lines = complaints.map((complaint) => `  ${describeComplaint(complaint)}\n`);
  io.err(`The configuration needs attention; nothing was read and nothing was sent.\n${lines.join('')}`);
  return { _tag: 'Left', left: exitCode.usage };
};

const settingsOf = (io: CliIo, configuration: Configuration): Promise<TaxNexusSettings> =>
  settingsOfConfiguration(configuration, lineLogger(io));

const opening = async <A>(
  io: CliIo,
  options: CommonOptions,
  { log, configuration, waitsForDatabase = false, extend, onEvent = null, makeLiveWorker, ...following }: Following,
  choose: (command: Command) => Promise<A>,
  work: (chosen: A) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const written =
    configuration === undefined ? await openSettings(io, options, log) : E.right(await settingsOf(io, configuration));
  if (E.isLeft(written)) return written.left;
  const settings = extend === undefined ? written : await extend(written.right);
  if (E.isLeft(settings)) {
    io.err(`${settings.left}\n`);
    return exitCode.usage;
  }
  const err = log === undefined ? io.err : (line: string) => log.warn(line.trimEnd());
  const { watch, stop } = listenForSilence({ now: io.now, err });
  const ports: CommandPorts = {
    ...following,
    watch,
    crashPoint: crashPointOf(io.env['TAX_NEXUS_CRASH_POINT']),
    ...(waitsForDatabase && { noteAway: (line) => err(`${line}\n`) }),
  };
  const command = commandOf({ ...settings.right, onEvent, log: log ?? lineLogger(io) }, ports, makeLiveWorker);
  try {
    const opened = await outcomeOf(command.open().then(() => choose(command)));
    if (E.isLeft(opened)) {
      if (following.isInterrupted()) return exitCode.interrupted;
      const code = fail(io, opened.left);
      // Nothing was read. No key was refused: the account has no key.
      const isUnusable =
        opened.left.code === 'STATE' || (opened.left.code === 'ACCOUNT' && code === exitCode.credentials);
      return isUnusable ? exitCode.usage : code;
    }
    const done = await outcomeOf(work(opened.right));
    return E.isRight(done) ? done.right : fail(io, done.left);
  } finally {
    stop();
    await command.taxNexus.stop();
  }
};
