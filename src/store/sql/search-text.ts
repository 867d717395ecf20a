import { type RawBuilder, sql } from 'kysely';
import { amountTexts, jurisdictionTexts } from '../store-rules.ts';

/** A part of a text as `like` takes it, without a meaning of its own. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type SearchedColumn = 'name' | 'sourceId' | 'id' | 'jurisdiction' | 'total';

/** Whether a line has a part of a name or id, a state or country, or an amount. */
export const hasText = (text: string, columns: Readonly<Record<SearchedColumn, string>>): RawBuilder<boolean> => {
  const column = (name: SearchedColumn): RawBuilder<unknown> => sql.ref(columns[name]);
  const isLike = sql`like ${likePattern(text)} escape '\\'`;
  const { codes, start, isOnlyPlace } = jurisdictionTexts(text);
  const amounts = amountTexts(text);
  const conditions = [
    sql`upper(${column('jurisdiction')}) in (${sql.join(codes)})`,
    ...(isOnlyPlace ? [] : (['name', 'sourceId', 'id'] as const).map((name) => sql`lower(${column(name)}) ${isLike}`)),
    ...(start === null ? [] : [sql`${column('jurisdiction')} like ${`${start}%`}`]),
    ...(amounts.length === 0 ? [] : [sql`${column('total')} in (${sql.join(amounts)})`]),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
};
