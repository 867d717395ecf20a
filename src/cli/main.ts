#!/usr/bin/env node
/** The executable `tax-nexus`: connects a command to the real process, and reports a defect without the data that caused it. */
import type { CliIo } from './cli-io.ts';
import { isColored, withColors } from './colors.ts';
import { exitCode } from './exit-code.ts';
import { run } from './program.ts';
import { terminalPrompter } from './prompter.ts';
import { wrapped } from './render/wrapped.ts';
import { isRedrawable, keepHeapLean, printable, watchOutput } from './process.ts';

/** An internal error: nothing that was settled is lost. */
const defectCode = 70;

const hasColors = {
  out: isColored(process.stdout.isTTY, process.env),
  err: isColored(process.stderr.isTTY, process.env),
};

/** Only a terminal wraps lines; pipes and files get them unchanged. */
const fitted = (text: string, { isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): string =>
  isTTY && columns > 0 ? wrapped(text, columns) : text;

const io: CliIo = {
  out: (text) => void process.stdout.write(fitted(withColors(printable(text), hasColors.out), process.stdout)),
  err: (text) => void process.stderr.write(fitted(withColors(text, hasColors.err), process.stderr)),
  isTerminal: isRedrawable({ isTTY: process.stderr.isTTY, columns: process.stderr.columns, env: process.env }),
  columns: () => process.stderr.columns,
  prompter:
    process.stdin.isTTY && process.stderr.isTTY
      ? () => {
          // Some terminals state no width, and questions would be wrapped at each letter.
          process.stderr.columns ||= 80;
          return terminalPrompter(process.stdin, process.stderr);
        }
      : null,
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

const isOutputLost = watchOutput(process.stdout, io.err);

process.stderr.on('error', () => undefined);

keepHeapLean();

// Node has nothing left to do, so the command waits for a promise that nothing will settle, such as one that the app's module
// awaits.
process.once('beforeExit', () => {
  if (process.exitCode !== undefined) return;
  io.err(
    'The command ended before it was done: it waits for a promise that nothing settles. Look for one in the code of your app first: its module, hooks and credentials. Nothing that was settled is lost. If there is none, please report it.\n',
  );
  process.exitCode = defectCode;
});

run(io, process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
    // A failed write is reported a moment after it was written.
    process.once('exit', () => {
      if (isOutputLost() && code === exitCode.settled) process.exitCode = exitCode.needsAttention;
    });
  },
  (defect: unknown) => {
    // Only the kind of the defect and its position, because its message may hold the data that caused it.
    const [kind, stack] = defect instanceof Error ? [defect.name, defect.stack ?? ''] : ['unknown', ''];
    const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '));
    io.err(`Internal error (${kind}). Nothing that was settled is lost. Please report:\n${places.join('\n')}\n`);
    process.exitCode = defectCode;
  },
);
