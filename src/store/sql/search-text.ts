import { type RawBuilder, sql } from 'kysely';
import { amountTexts, jurisdictionTexts, numberTexts } from '../store-rules.ts';
import type { SqlEngine } from './database.ts';

/** A part of a text as `like` takes it, without a meaning of its own. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type SearchedColumn = 'name' | 'sourceId' | 'id' | 'jurisdiction' | 'total';

/** Whether a line has a part of a name or id, a state or country, or an amount. */
export const hasText = (text: string, columns: Readonly<Record<SearchedColumn, string>>): RawBuilder<boolean> => {
  const column = (name: SearchedColumn): RawBuilder<unknown> => sql.ref(columns[name]);
  const isLike = sql`like ${likePattern(text.toLowerCase())} escape '\\'`;
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

/** One index of `report_line`, and the condition on it. */
interface Lookup {
  readonly index: string;
  readonly condition: RawBuilder<boolean>;
}

/** The index `report_line_by_number` is on this: characters of a name. */
const maxIndexed = 100;
const withoutPlatform = ({ tableSyntax }: SqlEngine): RawBuilder<string> =>
  sql`lower(substr(name, ${sql.raw(tableSyntax.positionIn)}(name, ' ') + 1, ${sql.lit(maxIndexed)}))`;

/** On `report_line_by_number`: names that continue with one of these behind the platform. */
const namedAs = (engine: SqlEngine, numbers: readonly string[]): readonly RawBuilder<boolean>[] => {
  const named = withoutPlatform(engine);
  // An exclamation mark follows the space behind the number. What an index cuts off is found by it no more.
  return [...new Set(numbers.filter(({ length }) => length < maxIndexed))].flatMap((one) => [
    sql<boolean>`${named} = ${one}`,
    sql<boolean>`${named} >= ${`${one} `} and ${named} < ${`${one}!`}`,
  ]);
};

/** The lines whose first word of the name behind the platform is this number, whatever its case: each read by the index alone. */
export const linesNumbered = (engine: SqlEngine, number: string): RawBuilder<unknown> => {
  const lists = namedAs(engine, [number.toLowerCase()]).map(
    (condition) =>
      sql`select * from report_line ${sql.raw(engine.byIndex('report_line_by_number'))} where ${condition}`,
  );
  return lists.length === 0 ? sql`select * from report_line where 1 = 0` : sql.join(lists, sql` union all `);
};

/** The sales whose number, as it is or without its `#`, platform id or id is this text, whatever its case but for ids. */
export const numberLookups = (engine: SqlEngine, text: string, storefronts: readonly string[]): readonly Lookup[] => {
  const typed = text.trim();
  return [
    { index: 'report_line_by_id', condition: sql`id = ${typed}` },
    {
      index: 'report_line_by_source',
      condition: sql`storefront in (${sql.join(storefronts)}) and source_id = ${typed}`,
    },
    ...namedAs(engine, numberTexts(text)).map((condition) => ({ index: 'report_line_by_number', condition })),
  ];
};

/** Whether the code of a state or country is one that the text names. */
export const placesNamed = (text: string): ((code: string) => boolean) => {
  const { codes, start } = jurisdictionTexts(text);
  return (code) => codes.includes(code.toUpperCase()) || (start !== null && code.startsWith(start));
};
