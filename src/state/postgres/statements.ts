import { CompiledQuery } from 'kysely';
import type { Insertion } from '../insertion.ts';
import type { Keys, SqlEngine } from '../sql-engine.ts';
import { listType } from './column-types.ts';

/** Rows in one statement, so that none keeps the server or this process for long. */
const most = 1000;

const insertion = <Row>({ into, columns, tail = '' }: Insertion<Row>): ReturnType<SqlEngine['insertion']> => {
  const lists = columns.map((column, index) => `$${index + 1}::${listType(column)}`).join(', ');
  const text = `insert into ${into} (${columns.join(', ')}) select * from unnest(${lists}) ${tail}`;
  return (rows) =>
    Array.from({ length: Math.ceil(rows.length / most) }, (_, index) => {
      const chunk = rows.slice(index * most, (index + 1) * most);
      return CompiledQuery.raw(
        text,
        columns.map((_column, cell) => chunk.map((row) => row[cell])),
      );
    });
};

const listing = (before: string, after: string): ((keys: Keys, first: Keys) => readonly CompiledQuery[]) => {
  let position = 0;
  const start = before.replace(/in \($/, '= any(').replaceAll('?', () => `$${++position}`);
  const list = `$${position + 1}::`;
  return (keys, first) => {
    const type = typeof keys[0] === 'number' ? 'bigint[]' : 'text[]';
    return [CompiledQuery.raw(`${start}${list}${type}${after}`, [...first, keys])];
  };
};

/** How PostgreSQL takes many rows and many keys: as a list for each column, so that each statement has one text. */
export const postgresStatements: Pick<SqlEngine, 'insertion' | 'listing'> = { insertion, listing };
