import type { Keys, SqlEngine } from '../sql-engine.ts';
import type { Transaction } from './in-transaction.ts';

type ListStatement<Row> = (transaction: Transaction, list: Keys, ...first: Keys) => Promise<readonly Row[]>;

/**
 * A statement over a list of keys, made of the text before the list and the text after it: `… where id in (` and `)`.
 * The text may name `?` for parameters that come before the list.
 */
export const listStatement = <Row = never>(engine: SqlEngine, before: string, after = ')'): ListStatement<Row> => {
  const statements = engine.listing(before, after);
  return async (transaction, list, ...first) => {
    const rows: Row[] = [];
    if (list.length === 0) return rows;
    for (const query of statements(list, first)) {
      rows.push(...(await transaction.executeQuery<Row>(query)).rows);
    }
    return rows;
  };
};
