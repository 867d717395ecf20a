#!/usr/bin/env node
import type { CliIo } from './cli-io.ts';
import { exitCode } from './exit-code.ts';
import { run } from './program.ts';
import { setFlagsFromString } from 'node:v8';
import type { Writable } from 'node:stream';

/** A mistake of ours, not the world's: nothing that was settled is lost. */
const defectCode = 70;

/**
 * Whether a line can be redrawn there. A CI keeps what was written, a dumb terminal shows escape sequences as they are, and
 * in one without a width nobody knows where a line wraps. Pure.
 */
export const isRedrawable = ({ isTTY, columns, env }: TerminalSigns): boolean =>
  isTTY && (columns ?? 0) > 0 && env['TERM'] !== 'dumb' && env['CI'] === undefined;

const io: CliIo = {
  out: (text) => void process.stdout.write(printable(text)),
  err: (text) => void process.stderr.write(text),
  isTerminal: isRedrawable({ isTTY: process.stderr.isTTY, columns: process.stderr.columns, env: process.env }),
  columns: () => process.stderr.columns,
  folder: process.cwd(),
  env: process.env,
  loadEnvFile: (path) => process.loadEnvFile(path),
  now: Date.now,
  onInterrupt: (callback) => {
    process.on('SIGINT', callback);
    process.on('SIGTERM', callback);
    return () => {
      process.off('SIGINT', callback);
      process.off('SIGTERM', callback);
    };
  },
  exitNow: (code) => process.exit(code),
};

/**
 * Keeps a failing stdout from ending the process: the run itself goes on to its proper end. Whoever read it may be gone
 * (`| head`, or Ctrl-C to a whole pipe), which is his affair; a full disk under it is not, and is sent, once.
 *
 * @returns whether something that was to be printed is lost
 */
export const watchOutput = (out: Writable, tell: (text: string) => void): (() => boolean) => {
  let isLost = false;
  out.on('error', (error: unknown) => {
    const code = hasCode(error) ? String(error.code) : 'unknown error';
    if (code === 'EPIPE' || isLost) return;
    isLost = true;
    tell(`The output could not be written (${code}), and what is there of it is not whole. Run the command again.\n`);
  });
  return () => isLost;
};

const hasCode = (error: unknown): error is { readonly code: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error;

/**
 * A text that only prints. A buyer or a shop chooses an order's number and a product's name: an escape sequence in one
 * must not rewrite the lines of a report on the operator's screen.
 */
export const printable = (text: string): string => text.replaceAll(commanding, '\uFFFD');

/** Everything that commands a terminal, and what turns the direction of writing; line ends and tabs stay. */
const commanding = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const isOutputLost = watchOutput(process.stdout, io.err);

process.stderr.on('error', () => undefined);

/**
 * Lets the heap of this process grow by seven tenths before old garbage is collected, where V8 would let it grow fourfold on
 * a machine with much memory. It saves a quarter of the memory for about a tenth more processor time (docs/benchmarks.md),
 * and a sync mostly waits. Only for a process that is wholly ours: a library must leave such flags to its host. Nor does it
 * overrule somebody who chose the size of the heap. No flag about threads may be set here: V8 aborts when those change while
 * it runs.
 */
export const keepHeapLean = (): void => {
  if (isHeapChosen([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''])) return;
  setFlagsFromString('--heap-growing-percent=70');
};

/**
 * Whether somebody gave Node more or less room for young objects than it takes by itself: who does so has decided how much
 * memory there is. Pure.
 *
 * @param options those of Node, from its command line and from `NODE_OPTIONS`
 */
export const isHeapChosen = (options: readonly string[]): boolean =>
  options.some((option) => /--(max|min)[-_]semi[-_]space[-_]size/.test(option));

keepHeapLean();

run(io, process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
    // What was written last fails a moment after it was written.
    process.once('exit', () => {
      if (isOutputLost() && code === exitCode.settled) process.exitCode = exitCode.needsAttention;
    });
  },
  (defect: unknown) => {
    // Only the kind of defect and where: its message may hold what it tripped over.
    const [kind, stack] = defect instanceof Error ? [defect.name, defect.stack ?? ''] : ['unknown', ''];
    const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
    io.err(
      `A mistake in tax-nexus itself (${kind}). Nothing that was settled is lost. Please report:\n${places.join('\n')}\n`,
    );
    process.exitCode = defectCode;
  },
);

/** What is known of the terminal behind stderr. */
export interface TerminalSigns {
  readonly isTTY: boolean;
  /** Its width; 0, or none, when it does not say. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}
