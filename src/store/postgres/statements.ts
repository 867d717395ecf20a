import { CompiledQuery } from 'kysely';
import type { Insertion, Keys, SqlEngine } from '../sql/engine.ts';

/** Rows in one statement, so that none keeps the server or this process for long. */
const maxRows = 1000;

const insertStatements = <Row>({
  into,
  columns,
  tail = '',
}: Insertion<Row>): ReturnType<SqlEngine['insertStatements']> => {
  const lists = columns.map((column, index) => `$${index + 1}::${listType(column)}`).join(', ');
  const text = `insert into ${into} (${columns.join(', ')}) select * from unnest(${lists}) ${tail}`;
  return (rows) =>
    Array.from({ length: Math.ceil(rows.length / maxRows) }, (_, index) => {
      const chunk = rows.slice(index * maxRows, (index + 1) * maxRows);
      return CompiledQuery.raw(
        text,
        columns.map((_column, cell) => chunk.map((row) => row[cell])),
      );
    });
};

const listStatements = (before: string, after: string): ((keys: Keys, first: Keys) => readonly CompiledQuery[]) => {
  let position = 0;
  const start = before.replace(/in \($/, '= any(').replaceAll('?', () => `$${++position}`);
  const list = `$${position + 1}::`;
  return (keys, first) => {
    const type = typeof keys[0] === 'number' ? 'bigint[]' : 'text[]';
    return [CompiledQuery.raw(`${start}${list}${type}${after}`, [...first, keys])];
  };
};

/** The type of a list of values of a column. */
export const listType = (column: string): string => numericColumns[column] ?? 'text[]';

const integerList = 'integer[]';

const bigintList = 'bigint[]';

/** The columns that are no text, by name: a name means the same in every table. */
const numericColumns: Readonly<Record<string, string>> = {
  run: integerList,
  number: integerList,
  position: integerList,
  sent: integerList,
  into_closed_periods: integerList,
  walk: integerList,
  is_deletion: integerList,
  rings: integerList,
  attempts: integerList,
  parked: integerList,
  one: integerList,
  latest_walk: integerList,
  complete_walk: integerList,
  source: integerList,
  service: integerList,
  missing: integerList,
  differing: integerList,
  place: bigintList,
  next_place: bigintList,
  until: bigintList,
  received_at: bigintList,
  first_rung_at: bigintList,
  due_at: bigintList,
  claim_until: bigintList,
  begun_at: bigintList,
  paused_until: bigintList,
  next_turn: bigintList,
  seen_at: bigintList,
};

/** How PostgreSQL takes many rows and many keys: as a list for each column, so that each statement has one text. */
export const postgresStatements: Pick<SqlEngine, 'insertStatements' | 'listStatements'> = {
  insertStatements,
  listStatements,
};
