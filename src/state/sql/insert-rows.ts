import type { Insertion } from '../insertion.ts';
import type { SqlEngine } from '../sql-engine.ts';
import type { Transaction } from './in-transaction.ts';

const cellsOf = <Row>({ columns }: Insertion<Row>, row: Row): readonly unknown[] =>
  columns.map((column) => row[column]);

/**
 * Inserts many rows in few statements, and gives what they return. The text is our own: building it through kysely
 * costs more than the insert itself (bench/record-book.ts). Values travel as parameters only.
 */
export const insertRows = <Row, Returned = never>(
  engine: SqlEngine,
  insertion: Insertion<Row>,
): ((transaction: Transaction, rows: readonly Row[]) => Promise<readonly Returned[]>) => {
  const statements = engine.insertion(insertion);
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
