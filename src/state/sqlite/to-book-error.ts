import type { BookError } from '../../core/record-book.ts';

type Problem = Exclude<BookError['problem'], 'unreachable' | 'taken over'>;

/**
 * SQLite's primary result codes (https://sqlite.org/rescode.html), and its own words for them: @photostructure/sqlite
 * often leaves the code out.
 */
const problems: readonly (readonly [code: number, words: RegExp, problem: Problem])[] = [
  [5, /database is locked/, 'busy'],
  [6, /table is locked/, 'busy'],
  [8, /readonly database/, 'read only'],
  [11, /malformed/, 'corrupt'],
  [13, /database or disk is full/, 'disk full'],
  [14, /unable to open database/, 'cannot open'],
  [26, /not a database/, 'corrupt'],
];

/** What the file system says before SQLite is even asked. */
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

const again = 'Then run the same command again: it goes on where it stopped.';

/** What to do, by problem. `book` is the path as the configuration writes it. */
const remedies: Readonly<Record<Problem, (book: string, detail: string) => string>> = {
  'disk full': (book) => `The disk under the record book ${book} is full. Free some space. ${again}`,
  'read only': (book) =>
    `The record book ${book} may not be written. Give this user the right to write the file and its folder. ${again}`,
  corrupt: (book) =>
    `The record book ${book} is damaged, or is no record book. Move it away (with its -wal and -shm files) and run ` +
    'again: nothing is doubled, because the service is asked what it already has.',
  busy: (book) => `Another process keeps the record book ${book} locked. Wait for it or end it. ${again}`,
  'newer version': (book) =>
    `The record book ${book} was written by a newer version of tax-nexus-sync. Install that version.`,
  'cannot open': (book) =>
    `The record book ${book} cannot be opened. Check that its folder exists, that the path names a file and not a ` +
    `folder, and that this user may write there. ${again}`,
  other: (book, detail) => `The record book ${book} failed (${detail}). Nothing of the last step was written. ${again}`,
};

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const problemOf = (error: unknown): Problem => {
  const [code, message, system] = [field(error, 'errcode'), field(error, 'message'), field(error, 'code')];
  if (typeof system === 'string' && system in systemCodes) return systemCodes[system] ?? 'other';
  const found =
    typeof code === 'number'
      ? // The lower byte is the primary code, the rest of it a detail.
        problems.find(([known]) => known === (code & 0xff))
      : problems.find(([, words]) => typeof message === 'string' && words.test(message));
  return found?.[2] ?? 'other';
};

export const bookError = (book: string, problem: Problem, detail = ''): BookError => ({
  _tag: 'BookError',
  problem,
  message: remedies[problem](book, detail),
});

/** Only codes of the driver's error are shown: its message may quote what was being written. */
const detailOf = (error: unknown): string => {
  const codes = [field(error, 'code'), field(error, 'errcode')].filter(
    (code) => typeof code === 'number' || typeof code === 'string',
  );
  return codes.length === 0 ? 'no code' : codes.join(' ');
};

/** What a failure of SQLite means, and what to do about it. */
export const toBookError =
  (book: string) =>
  (error: unknown): BookError =>
    bookError(book, problemOf(error), detailOf(error));
