import { DefaultQueryExecutor } from 'kysely';
import pg from 'pg';

type Call = (this: unknown, ...asked: unknown[]) => unknown;

/** Statements that only begin or end a transaction. */
const isBracket = (asked: unknown): boolean =>
  /^\s*(?:start transaction|begin|commit|rollback)\b/.test(
    typeof asked === 'string' ? asked : String(Reflect.get(Object(asked), 'text')),
  );

/**
 * Counts the statements of this process from now on, those of the job library included: a benchmark may look at a library from
 * outside. Those that only begin and end a transaction are not counted.
 */
export const countQueries = (isPostgres: boolean): { readonly count: () => number } => {
  let count = 0;
  const countCalls = (of: object, method: string): void => {
    const call = Reflect.get(of, method) as Call;
    Reflect.set(of, method, function (this: unknown, ...asked: unknown[]) {
      if (!isBracket(asked[0])) count += 1;
      return Reflect.apply(call, this, asked);
    });
  };
  if (isPostgres) countCalls(pg.Client.prototype, 'query');
  else countCalls(Object.getPrototypeOf(DefaultQueryExecutor.prototype) as object, 'executeQuery');
  return { count: () => count };
};
