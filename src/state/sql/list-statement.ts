import { CompiledQuery } from 'kysely';
import { type SqlEngine } from '../sql-engine.ts';
import { type Transaction } from './in-transaction.ts';
import { keyLists } from './key-lists.ts';

type ListStatement<Row> = (
  transaction: Transaction,
  list: readonly (string | number)[],
  ...first: readonly (string | number)[]
) => Promise<readonly Row[]>;

/**
 * A statement over a list of keys, made of the text before the list and the text after it: `… where id in (` and `)`.
 * The text may name `?` for parameters that come before the list.
 */
export const listStatement = <Row = never>(engine: SqlEngine, before: string, after = ')'): ListStatement<Row> => {
  const texts = new Map<number, string>();
  const textFor = (count: number): string => {
    const known = texts.get(count);
    if (known !== undefined) return known;
    let position = 0;
    const next = (): string => engine.placeholder(++position);
    const start = before.replaceAll('?', next);
    const text = `${start}${Array.from({ length: count }, next).join(', ')}${after}`;
    texts.set(count, text);
    return text;
  };
  return async (transaction, list, ...first) => {
    const rows: Row[] = [];
    for (const keys of keyLists(list)) {
      const query = CompiledQuery.raw(textFor(keys.length), [...first, ...keys]);
      rows.push(...(await transaction.executeQuery<Row>(query)).rows);
    }
    return rows;
  };
};
