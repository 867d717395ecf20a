import { DefaultQueryExecutor } from 'kysely';

type Execute = (query: unknown) => Promise<unknown>;

/**
 * Counts the statements of this process from now on, whichever database they go to: a benchmark may look at a library from
 * outside. Those that only begin and end a transaction go another way and are not counted.
 */
export const countQueries = (): { readonly count: () => number } => {
  let count = 0;
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as { executeQuery: Execute };
  const { executeQuery } = base;
  base.executeQuery = function (this: unknown, ...asked) {
    count += 1;
    return Reflect.apply(executeQuery, this, asked);
  };
  return { count: () => count };
};
