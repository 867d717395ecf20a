/** Makes the process a good terminal program: safe output, a lean heap, and facts about its terminal and user. */
import { fieldOf } from '../domain/fields.ts';
import { setFlagsFromString } from 'node:v8';
import type { Writable } from 'node:stream';
import { userInfo } from 'node:os';

/** The terminal behind stderr. */
export interface TerminalSigns {
  readonly isTTY: boolean;
  /** Its width; 0 or undefined when unknown. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a line can be redrawn. A CI keeps all output, a dumb terminal shows escape sequences, and without a width the wrapping
 * is unknown. Pure.
 */
export const isRedrawable = ({ isTTY, columns, env }: TerminalSigns): boolean =>
  isTTY && (columns ?? 0) > 0 && env['TERM'] !== 'dumb' && env['CI'] === undefined;

/**
 * Keeps a failing stdout from ending the process, so that the run finishes. A closed pipe (`| head`, Ctrl-C) is ignored; a full
 * disk is reported once.
 *
 * @returns whether output was lost
 */
export const watchOutput = (out: Writable, tell: (text: string) => void): (() => boolean) => {
  let isLost = false;
  out.on('error', (error: unknown) => {
    const given = fieldOf(error, 'code');
    const code = typeof given === 'string' ? given : 'unknown error';
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    tell(`The output could not be written (${code}) and is incomplete. Run the command again.\n`);
  });
  return () => isLost;
};

/**
 * Removes control characters. A buyer or a shop chooses an order's number and a product's name, and an escape sequence in them
 * must not rewrite the lines of a report on the operator's screen.
 */
export const printable = (text: string): string => text.replaceAll(commanding, '\uFFFD');

/** Control characters and marks that change the direction of writing, but not line ends and tabs. */
const commanding = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Lets the heap grow by 70 % before old garbage is collected; V8 would let it grow fourfold on a machine with much memory. It
 * saves a quarter of the memory for about a tenth more processor time (docs/benchmarks.md), and a sync mostly waits. Only in our
 * own process, because a library must leave such flags to its host. A heap size that the user chose takes precedence. No flag
 * about threads may be set here: V8 aborts when those change at run time.
 */
export const keepHeapLean = (): void => {
  if (isHeapChosen([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''])) return;
  setFlagsFromString('--heap-growing-percent=70');
};

/**
 * Whether the user set the size of Node's young generation, and so has decided about memory. Pure.
 *
 * @param options of Node, from its command line and from `NODE_OPTIONS`
 */
export const isHeapChosen = (options: readonly string[]): boolean =>
  options.some((option) => /--(max|min)[-_]semi[-_]space[-_]size/.test(option));

/** The user of this machine. A container may run as a user without a name; then the environment may state it. */
export const userName = (
  env: Readonly<Record<string, string | undefined>>,
  loggedIn: () => string = () => userInfo().username,
): string => {
  try {
    return loggedIn();
  } catch {
    return env['USER'] ?? env['USERNAME'] ?? 'unknown';
  }
};
