import { type RawBuilder, sql } from 'kysely';
import { amountTexts, jurisdictionTexts, numberTexts } from '../store-rules.ts';
import type { AccountDatabase, SqlEngine } from './database.ts';

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

/** One index of `line_version`, which begins with the account, and the condition on what follows there. */
interface Lookup {
  readonly index: string;
  readonly condition: RawBuilder<boolean>;
}

/** The index `line_version_by_name` is on this: characters of a name. */
const maxIndexed = 100;
export const withoutPlatform = ({ tableSyntax }: SqlEngine): RawBuilder<string> =>
  sql`lower(substr(name, ${sql.raw(tableSyntax.positionIn)}(name, ' ') + 1, ${sql.lit(maxIndexed)}))`;

/** On `line_version_by_name`: names that continue with one of these behind the platform. */
const namedAs = (engine: SqlEngine, numbers: readonly string[]): readonly RawBuilder<boolean>[] => {
  const named = withoutPlatform(engine);
  // An exclamation mark follows the space behind the number. What an index cuts off is found by it no more.
  return [...new Set(numbers.filter(({ length }) => length < maxIndexed))].flatMap((one) => [
    sql<boolean>`${named} = ${one}`,
    sql<boolean>`${named} >= ${`${one} `} and ${named} < ${`${one}!`}`,
  ]);
};

/** The versions whose first word of the name behind the platform is this number, whatever its case: each read by the index alone. */
export const versionsNamed = ({ engine, account }: AccountDatabase, number: string): RawBuilder<unknown> => {
  const lists = namedAs(engine, [number.toLowerCase()]).map(
    (condition) => sql`select * from line_version ${sql.raw(engine.byIndex('line_version_by_name'))}
      where account = ${account} and ${condition}`,
  );
  return lists.length === 0 ? sql`select * from line_version where 1 = 0` : sql.join(lists, sql` union all `);
};

/** The sales whose number, as it is or without its `#`, platform id or id is this text, whatever its case but for ids. */
export const numberLookups = (engine: SqlEngine, text: string, storefronts: readonly string[]): readonly Lookup[] => {
  const typed = text.trim();
  return [
    { index: 'line_version_by_id', condition: sql`id = ${typed}` },
    {
      index: 'line_version_by_source',
      condition: sql`storefront in (${sql.join(storefronts)}) and source_id = ${typed}`,
    },
    ...namedAs(engine, numberTexts(text)).map((condition) => ({ index: 'line_version_by_name', condition })),
  ];
};

/** Whether the code of a state or country is one that the text names. */
export const placesNamed = (text: string): ((code: string) => boolean) => {
  const { codes, start } = jurisdictionTexts(text);
  return (code) => codes.includes(code.toUpperCase()) || (start !== null && code.startsWith(start));
};
