/** Turns the text that a person types into a search field into SQL conditions that an index can answer. */
import { type RawBuilder, sql } from 'kysely';
import { amountTexts, jurisdictionTexts, numberTexts } from '../store-rules.ts';
import type { AccountDatabase, SqlEngine } from './database.ts';

/** A pattern for `like` that matches this text anywhere, with its special characters escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

type SearchedColumn = 'name' | 'sourceId' | 'id' | 'jurisdiction' | 'total';

/** Whether a line contains the text in its name or ids, or is of the state, country or amount that the text names. */
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

/** The index `line_version_by_name` covers this expression: the first characters of a name after its platform. */
const maxIndexed = 100;
export const withoutPlatform = ({ tableSyntax }: SqlEngine): RawBuilder<string> =>
  sql`lower(substr(name, ${sql.raw(tableSyntax.positionIn)}(name, ' ') + 1, ${sql.lit(maxIndexed)}))`;

/**
 * The versions whose first word of the name after the platform is this number, in any case of letters; each is read by the index
 * alone.
 */
export const versionsNamed = ({ engine, account }: AccountDatabase, number: string): RawBuilder<unknown> => {
  const lists = namedAs(engine, [number.toLowerCase()]).map(
    (condition) => sql`select * from line_version ${sql.raw(engine.byIndex('line_version_by_name'))}
      where account = ${account} and ${condition}`,
  );
  return lists.length === 0 ? sql`select * from line_version where 1 = 0` : sql.join(lists, sql` union all `);
};

/** One index of `line_version`, which begins with the account, and the condition on its next columns. */
interface Lookup {
  readonly index: string;
  readonly condition: RawBuilder<boolean>;
}

/** The sales whose number (with or without `#`), platform id or id is this text. Only ids depend on the case of letters. */
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

/** Whether the text names the state or country with this code. */
export const placesNamed = (text: string): ((code: string) => boolean) => {
  const { codes, start } = jurisdictionTexts(text);
  return (code) => codes.includes(code.toUpperCase()) || (start !== null && code.startsWith(start));
};

/** Conditions for `line_version_by_name`: names whose first words after the platform are one of these texts. */
const namedAs = (engine: SqlEngine, numbers: readonly string[]): readonly RawBuilder<boolean>[] => {
  const named = withoutPlatform(engine);
  // In the collation, an exclamation mark follows the space after the number. A text that is longer than the index is not found.
  return [...new Set(numbers.filter(({ length }) => length < maxIndexed))].flatMap((one) => [
    sql<boolean>`${named} = ${one}`,
    sql<boolean>`${named} >= ${`${one} `} and ${named} < ${`${one}!`}`,
  ]);
};
