import * as E from 'fp-ts/lib/Either.js';
import type { BookError } from '../../../core/record-book.ts';
import type { GraphileWorker } from './graphile-worker.ts';

const isWhole = (module: unknown): module is GraphileWorker =>
  typeof module === 'object' &&
  module !== null &&
  ['run', 'runMigrations', 'parseCronItems', 'Logger'].every((name) => typeof Reflect.get(module, name) === 'function');

const nothingFound: BookError = {
  _tag: 'BookError',
  problem: 'cannot open',
  message:
    'Workers need the package graphile-worker (0.17.3 or later, below 0.19), which is not installed: ' +
    'npm install graphile-worker. Without it each process does its own work.',
};

/** Finds `graphile-worker` for this process. `load` is `import` unless a test says otherwise. */
export const loadGraphileWorker = async (
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<E.Either<BookError, GraphileWorker>> => {
  const module = await load('graphile-worker').catch(() => undefined);
  if (isWhole(module)) return E.right(module);
  // A CommonJS package whose names Node did not find by itself.
  const whole: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'default') : undefined;
  return isWhole(whole) ? E.right(whole) : E.left(nothingFound);
};
