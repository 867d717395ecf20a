import { CompiledQuery } from 'kysely';
import type { Insertion, Keys, SqlEngine } from '../sql/engine.ts';
import { toChunks, toKeyLists } from '../sql/chunks.ts';

/** A text for each number of parameters, made once: few texts, so that each is prepared once. */
const textByCount = (make: (count: number) => string): ((count: number) => string) => {
  const texts = new Map<number, string>();
  return (count) => {
    const text = texts.get(count) ?? make(count);
    texts.set(count, text);
    return text;
  };
};

const placeholders = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** `flat` is far slower, and this is done for every row that is ever written. */
const cellsOf = (rows: readonly (readonly unknown[])[]): unknown[] => {
  const cells: unknown[] = [];
  for (const row of rows) cells.push(...row);
  return cells;
};

const insertStatements = <Row>({
  into,
  columns,
  tail = '',
}: Insertion<Row>): ReturnType<SqlEngine['insertStatements']> => {
  const row = `(${placeholders(columns.length)})`;
  const textOf = textByCount((count) => {
    const rows = Array.from({ length: count }, () => row).join(', ');
    return `insert into ${into} (${columns.join(', ')}) values ${rows} ${tail}`;
  });
  return (rows) => {
    const queries: CompiledQuery[] = [];
    for (const chunk of toChunks(rows)) queries.push(CompiledQuery.raw(textOf(chunk.length), cellsOf(chunk)));
    return queries;
  };
};

const listStatements = (before: string, after: string): ((keys: Keys, first: Keys) => readonly CompiledQuery[]) => {
  const textOf = textByCount((count) => `${before}${placeholders(count)}${after}`);
  return (keys, first) => {
    const queries: CompiledQuery[] = [];
    for (const list of toKeyLists(keys)) queries.push(CompiledQuery.raw(textOf(list.length), [...first, ...list]));
    return queries;
  };
};

/** How SQLite takes many rows and many keys: as a parameter each. */
export const sqliteStatements: Pick<SqlEngine, 'insertStatements' | 'listStatements'> = {
  insertStatements,
  listStatements,
};
