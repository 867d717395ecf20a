import { CompiledQuery } from 'kysely';
import { type BookTables } from '../schema.ts';
import { type SqlEngine } from '../sql-engine.ts';
import { chunks } from './chunks.ts';
import { type Transaction } from './in-transaction.ts';

/** How rows of one table are inserted. */
export interface Insertion<Row> {
  readonly into: keyof BookTables;
  readonly columns: readonly (keyof Row & string)[];
  /** What follows the values, such as `on conflict …` or `returning id`. */
  readonly tail?: string;
}

const textOf = <Row>(engine: SqlEngine, { into, columns, tail = '' }: Insertion<Row>, count: number): string => {
  const values = Array.from({ length: count }, (_, row) => {
    const places = columns.map((_name, column) => engine.placeholder(row * columns.length + column + 1));
    return `(${places.join(', ')})`;
  });
  return `insert into ${into} (${columns.join(', ')}) values ${values.join(', ')} ${tail}`;
};

/**
 * Inserts many rows in few statements, and gives what they return. The text is our own: building it through kysely
 * costs more than the insert itself (bench/record-book.ts). Values travel as parameters only.
 */
export const insertRows = <Row, Returned = never>(
  engine: SqlEngine,
  insertion: Insertion<Row>,
): ((transaction: Transaction, rows: readonly Row[]) => Promise<readonly Returned[]>) => {
  const texts = new Map<number, string>();
  const textFor = (count: number): string => {
    const text = texts.get(count) ?? textOf(engine, insertion, count);
    texts.set(count, text);
    return text;
  };
  return async (transaction, rows) => {
    const returned: Returned[] = [];
    for (const chunk of chunks(rows)) {
      const parameters = chunk.flatMap((row) => insertion.columns.map((column) => row[column]));
      const result = await transaction.executeQuery<Returned>(CompiledQuery.raw(textFor(chunk.length), parameters));
      returned.push(...result.rows);
    }
    return returned;
  };
};
