/** Asks questions on a terminal, also for secrets, which are neither shown nor kept. */
import { createInterface } from 'node:readline';

import { type Readable, Writable } from 'node:stream';

export interface Prompter {
  /** The trimmed answer; null when the person ended the questions (Ctrl-C, Ctrl-D). */
  readonly ask: (question: string) => Promise<string | null>;
  /** The same, but what the person types is neither shown nor kept. */
  readonly askSecret: (question: string) => Promise<string | null>;
  readonly close: () => void;
}

/** A line that is typed before its question is kept for it. */
export const terminalPrompter = (input: Readable, output: Writable): Prompter => {
  let isMuted = false;
  let isClosed = false;
  const shown = new Writable({
    write: (text: Buffer, _, done) => {
      if (!isMuted) output.write(text);
      done();
    },
  });
  // Without a history, because the arrow keys would bring back a secret.
  const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
  const early: string[] = [];
  const waiting: ((line: string | null) => void)[] = [];
  lines.on('line', (line) => {
    const next = waiting.shift();
    if (next === undefined) early.push(line);
    else next(line);
  });
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => {
    isClosed = true;
    for (const next of waiting.splice(0)) next(null);
  });
  const nextLine = async (question: string): Promise<string | null> => {
    lines.setPrompt(question);
    lines.prompt();
    const line = early.shift() ?? (isClosed ? null : await new Promise<string | null>((next) => waiting.push(next)));
    return line === null ? null : line.trim();
  };
  return {
    ask: nextLine,
    askSecret: async (question) => {
      output.write(question);
      isMuted = true;
      try {
        return await nextLine('');
      } finally {
        isMuted = false;
        output.write('\n');
      }
    },
    close: () => lines.close(),
  };
};
