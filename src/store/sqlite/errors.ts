/** Turns a failure of SQLite or of the file system into a message that names the remedy and never quotes the data. */
import type { StoreError } from '../../domain/sync-store.ts';
import { retryHint } from '../sql/load-driver.ts';
import { fieldOf } from '../../domain/fields.ts';

type Problem = Exclude<StoreError['problem'], 'unreachable' | 'taken over' | 'other account'>;

/** The message with the remedy for each problem. `path` is written as in the configuration. */
const remedies: Readonly<Record<Problem, (path: string, detail: string) => string>> = {
  'disk full': (path) => `The disk under the sync database ${path} is full. Free some space. ${retryHint}`,
  'read only': (path) =>
    `The sync database ${path} may not be written. Give this user the right to write the file and its folder. ${retryHint}`,
  corrupt: (path) =>
    `The sync database ${path} is damaged, or is not a sync database. Move it away (with its -wal and -shm files) and run ` +
    'again: nothing is doubled, because the service is asked what it already has.',
  busy: (path) => `Another process keeps the sync database ${path} locked. Wait for it or end it. ${retryHint}`,
  'newer version': (path) =>
    `A table or column of the sync database ${path} is gone: a newer version of tax-nexus-sync has removed it. Nothing of the ` +
    'last step was written. End this process, and start the version that the others run.',
  'cannot open': (path) =>
    `The sync database ${path} cannot be opened. Check that its folder exists, that the path names a file and not a ` +
    `folder, and that this user may write there. ${retryHint}`,
  other: (path, detail) =>
    `The sync database ${path} failed (${detail}). Nothing of the last step was written. ${retryHint}`,
};

export const sqliteError = (path: string, problem: Problem, detail = ''): StoreError => ({
  _tag: 'StoreError',
  problem,
  message: remedies[problem](path, detail),
});

/** A link that another user made could lead to a file that they read. */
export const foreignLink = (path: string): StoreError => ({
  _tag: 'StoreError',
  problem: 'cannot open',
  message: `The sync database ${path} is a link that another user made, or that leads in a circle, so it is not followed. Name the file itself. ${retryHint}`,
});

export const toSqliteError =
  (path: string) =>
  (error: unknown): StoreError =>
    sqliteError(path, problemOf(error), detailOf(error));

/** Errors of the file system before SQLite is called. */
const systemCodes: Readonly<Record<string, Problem>> = {
  EACCES: 'read only',
  EPERM: 'read only',
  EROFS: 'read only',
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  ENOENT: 'cannot open',
  ENOTDIR: 'cannot open',
  EISDIR: 'cannot open',
};

/**
 * The primary result codes of SQLite (https://sqlite.org/rescode.html), and its texts for them: @photostructure/sqlite often
 * leaves the code out.
 */
const problems: readonly (readonly [code: number, words: RegExp, problem: Problem])[] = [
  [1, /no such (table|column)|has no column named/, 'newer version'],
  [5, /database is locked/, 'busy'],
  [6, /table is locked/, 'busy'],
  [8, /readonly database/, 'read only'],
  [11, /malformed/, 'corrupt'],
  [13, /database or disk is full/, 'disk full'],
  [14, /unable to open database/, 'cannot open'],
  [26, /not a database/, 'corrupt'],
];

const problemOf = (error: unknown): Problem => {
  const [code, message, system] = [fieldOf(error, 'errcode'), fieldOf(error, 'message'), fieldOf(error, 'code')];
  if (typeof system === 'string' && system in systemCodes) return systemCodes[system] ?? 'other';
  const isNamed = (pattern: RegExp): boolean => typeof message === 'string' && pattern.test(message);
  const found = problems.find(([known, pattern]) =>
    // The lower byte is the primary code, the rest is a detail. The code 1 stands for many problems.
    typeof code === 'number' && known !== 1 ? known === (code & 0xff) : isNamed(pattern),
  );
  return found?.[2] ?? 'other';
};

/** Only codes of the driver's error are shown: its message may quote what was being written. */
const detailOf = (error: unknown): string => {
  const codes = [fieldOf(error, 'code'), fieldOf(error, 'errcode')].filter(
    (code) => typeof code === 'number' || typeof code === 'string',
  );
  return codes.length === 0 ? 'no code' : codes.join(' ');
};
