import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtCli } from './built-cli.ts';
import { withoutLeaks } from './leaks-in.ts';
import { shippedCli } from './packed-package.ts';

/** How a process came to its end. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The command line as its user runs it: a separate process. */
export interface Started {
  readonly send: (signal: NodeJS.Signals) => void;
  /** Waits until its stderr contains a text. */
  readonly heard: (words: string) => Promise<void>;
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Its stderr so far. */
  readonly printed: () => string;
  /** Stops reading its stdout. */
  readonly stopListening: () => void;
  readonly ended: Promise<Ended>;
}

/** `CLI=shipped` runs what is published, file by file: it takes twice as long to start, and a night has the time. */
const main = process.env['CLI'] === 'shipped' ? await shippedCli() : join(await builtCli(), 'src/cli/main.js');

const follow = (child: ChildProcess): Started => {
  const printed = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed.err += text));
  return {
    send: (signal) => child.kill(signal),
    pid: child.pid,
    printed: () => printed.err,
    stopListening: () => child.stdout?.destroy(),
    heard: async (words) => {
      while (!printed.err.includes(words) && child.exitCode === null) await sleep(10);
    },
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        try {
          resolve({ code, signal, out: withoutLeaks(printed.out), err: withoutLeaks(printed.err) });
        } catch (leak) {
          reject(leak instanceof Error ? leak : new Error('the output leaks'));
        }
      });
    }),
  };
};

/** Starts a command line. */
export type Start = (folder: string, words: readonly string[], env?: Readonly<Record<string, string>>) => Started;

/** A short life collects garbage on one thread: helpers of its own are a tenth of its work. */
const lean = ['--single-threaded-gc'];

const starting =
  (program: string): Start =>
  (folder, words, env = {}) =>
    follow(
      spawn(process.execPath, [...lean, program, ...words], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...env },
        // Not SIGTERM: what took too long would look like what was asked to stop.
        timeout: 240_000,
        killSignal: 'SIGALRM',
      }),
    );

/** Starts `tax-nexus` with arguments in a folder. Its output is searched for leaks. */
export const start: Start = starting(main);

/** The same for `tax-nexus` as it is published. */
export const startShipped = async (): Promise<Start> => starting(await shippedCli());

/** The same under a shell: `script` has `"$@"` where the command line runs. */
export const startUnder = (folder: string, script: string, words: readonly string[]): Started =>
  follow(
    spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', process.execPath, main, ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      timeout: 120_000,
    }),
  );
