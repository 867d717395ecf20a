import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../core/record-book.ts';
import type { PgDriver } from './pg-driver.ts';

const isDriver = (module: unknown): module is PgDriver =>
  typeof module === 'object' && module !== null && 'Pool' in module && typeof module.Pool === 'function';

const nothingFound: BookError = {
  _tag: 'BookError',
  problem: 'cannot open',
  message:
    'A record book in PostgreSQL needs the package pg, which is not installed: npm install pg. ' +
    'Or write sqlite: and a path in the setting state, which needs nothing.',
};

/**
 * Finds `pg` for this process. `load` is `import` unless a test says otherwise.
 *
 * Never at the top of a module: whoever keeps the record book in a file does without it.
 */
export const loadDriver = async (
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<E.Either<BookError, PgDriver>> => {
  const module = await load('pg').catch(() => undefined);
  if (isDriver(module)) return E.right(module);
  // A CommonJS package whose names Node did not find by itself.
  const whole: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
  return isDriver(whole) ? E.right(whole) : E.left(nothingFound);
};
