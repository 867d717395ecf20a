import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../core/record-book.ts';
import type { SqliteDriver } from './sqlite-driver.ts';

/** In the order of preference: the one that is part of Node (from 22.13 on), then the one that brings its own binary. */
const candidates = ['node:sqlite', '@photostructure/sqlite'] as const;

const isDriver = (module: unknown): module is SqliteDriver =>
  typeof module === 'object' &&
  module !== null &&
  'DatabaseSync' in module &&
  typeof module.DatabaseSync === 'function';

const nothingFound: BookError = {
  _tag: 'BookError',
  problem: 'cannot open',
  message:
    'This Node has no SQLite. Either run Node 22.13 or later, which has it built in, or install the optional package ' +
    'that was left out: npm install @photostructure/sqlite',
};

/**
 * Finds an SQLite for this process. `load` is `import` unless a test says otherwise.
 *
 * Never at the top of a module: whoever uses another record book needs no SQLite at all.
 */
export const loadDriver = async (
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<E.Either<BookError, SqliteDriver>> => {
  for (const name of candidates) {
    const module = await load(name).catch(() => undefined);
    if (isDriver(module)) return E.right(module);
  }
  return E.left(nothingFound);
};
