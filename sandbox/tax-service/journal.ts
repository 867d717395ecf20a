/** Records every insert of the stand-in service, so that a test can count that no sale was stored twice, even after a kill. */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** One insert, in the order in which it happened. `key` is the position of the API key among those configured. */
export const JournalEntry = t.readonly(t.type({ key: t.number, id: t.string, name: t.string, text: t.string }));
export type JournalEntry = t.TypeOf<typeof JournalEntry>;

/** All inserts that ever happened: what a test counts to show that nothing was doubled. It is only ever added to. */
export interface Journal {
  readonly entries: readonly JournalEntry[];
  readonly add: (entry: JournalEntry) => void;
  readonly close: () => void;
}

/**
 * A journal in memory, and in a file of one JSON object per line when one is named. The line is written before the
 * insert is answered, so a killed stand-in knows on its next start all that it ever confirmed.
 */
export const openJournal = (file: string | undefined): Journal => {
  if (file === undefined) {
    const entries: JournalEntry[] = [];
    return { entries, add: (entry) => void entries.push(entry), close: () => undefined };
  }
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const entries = before.split('\n').flatMap(parseLine);
  const handle = openSync(file, 'a');
  if (before !== '' && !before.endsWith('\n')) writeSync(handle, '\n');
  return {
    entries,
    add: (entry) => {
      writeSync(handle, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
    },
    close: () => {
      closeSync(handle);
    },
  };
};

/** Skips the last line of a process that was killed while it wrote: its insert was never answered. */
const parseLine = (line: string): readonly JournalEntry[] => {
  try {
    const entry = JournalEntry.decode(JSON.parse(line));
    return E.isRight(entry) ? [entry.right] : [];
  } catch {
    return [];
  }
};
