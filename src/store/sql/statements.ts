import type { Insertion, Keys, SqlEngine } from './engine.ts';
import type { SqlTransaction } from './transaction.ts';

const cellsOf = <Row>({ columns }: Insertion<Row>, row: Row): readonly unknown[] =>
  columns.map((column) => row[column]);

/**
 * Inserts many rows in few statements, and gives what they return. The text is our own: building it through kysely
 * costs more than the insert itself (bench/store). Values travel as parameters only.
 */
export const insertRows = <Row, Returned = never>(
  engine: SqlEngine,
  insertion: Insertion<Row>,
): ((transaction: SqlTransaction, rows: readonly Row[]) => Promise<readonly Returned[]>) => {
  const statements = engine.insertStatements(insertion);
  return async (transaction, rows) => {
    const returned: Returned[] = [];
    if (rows.length === 0) return returned;
    const cells: (readonly unknown[])[] = [];
    for (const row of rows) cells.push(cellsOf(insertion, row));
    for (const query of statements(cells)) {
      const result = await transaction.executeQuery<Returned>(query);
      returned.push(...result.rows);
    }
    return returned;
  };
};

type ListStatement<Row> = (transaction: SqlTransaction, list: Keys, ...first: Keys) => Promise<readonly Row[]>;

/**
 * A statement over a list of keys, made of the text before the list and the text after it: `… where id in (` and `)`.
 * The text may name `?` for parameters that come before the list.
 */
export const listStatement = <Row = never>(engine: SqlEngine, before: string, after = ')'): ListStatement<Row> => {
  const statements = engine.listStatements(before, after);
  return async (transaction, list, ...first) => {
    const rows: Row[] = [];
    if (list.length === 0) return rows;
    for (const query of statements(list, first)) {
      rows.push(...(await transaction.executeQuery<Row>(query)).rows);
    }
    return rows;
  };
};
