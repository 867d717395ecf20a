/** The words in which operations declare what they ask and answer. */
import * as t from 'io-ts';
import { described, fields, type JsonSchema, named } from '../domain/json-schema.ts';

export const text = (description?: string, more: JsonSchema = {}): t.Type<string> =>
  described(t.string, { ...(description !== undefined && { description }), ...more });
export const whole = (description?: string, more: JsonSchema = {}): t.Type<number> =>
  described(t.number, { type: 'integer', ...(description !== undefined && { description }), ...more });
export const yesNo = (description?: string): t.Type<boolean> =>
  described(t.boolean, description === undefined ? {} : { description });
export const list = <A, O>(items: t.Type<A, O>, description?: string): t.Type<readonly A[], readonly O[]> =>
  described(t.readonlyArray(items), description === undefined ? {} : { description });
export const oneOf = <const Value extends string>(...values: readonly Value[]): t.Type<Value> =>
  described(t.keyof(Object.fromEntries(values.map((value) => [value, null])) as Readonly<Record<Value, null>>), {});
/** One of all values of a type. The compiler reports a missing one. */
export const eachOf = <Value extends string>(values: Readonly<Record<Value, true>>): t.Type<Value> =>
  oneOf(...(Object.keys(values) as Value[]));
export const orNull = <A>(codec: t.Type<A>): t.Type<A | null> => t.union([codec, t.null]);
export const mapOf = <A>(values: t.Type<A>): t.Type<Readonly<Record<string, A>>> => t.record(t.string, values);

export const day = text('YYYY-MM-DD', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
export const instant = text('RFC 3339, UTC');
export const money = text('Decimals in major units of the currency, such as 12.34', { pattern: '^-?\\d+(\\.\\d+)?$' });
export const count = whole(undefined, { minimum: 0 });

/** The fields that several requests share. */
export const localDay = text('YYYY-MM-DD, of each storefront’s own calendar', { maxLength: 10 });
export const storefrontName = text('A storefront', { minLength: 1, maxLength: 63 });
export const storefrontNames = list(storefrontName, 'Default: all that you see');
export const recordName = text('The platform’s id, the order’s name, or the id or name of the transaction', {
  minLength: 1,
});
export const openMatters = whole('How many open matters you saw; nothing is done if the number has changed', {
  minimum: 0,
});
export const note = text('What was decided; no customer names', { maxLength: 2_000 });
export const intoClosedPeriods = yesNo('Send sales of closed months as well; needs the right "approve". Default false');

/** A part of a list, and where the next part begins. */
export interface Page<A> {
  readonly items: readonly A[];
  readonly next: string | null;
}

/** A list that always fits in one page. */
export const asPage = <A>(items: readonly A[]): Page<A> => ({ items, next: null });

/** A page of something that has a name. */
export const pageOf = <A>(item: t.Type<A>): t.Type<Page<A>> =>
  named(
    `${item.name}Page`,
    fields({ items: list(item), next: orNull(text('Pass it as "cursor" for the following page')) }),
  );

/** The fields of a request that pages through a list. */
export const paging = (
  most: number,
  usual: number,
): { readonly cursor: t.Type<string>; readonly limit: t.Type<number> } => ({
  cursor: text('"next" of the page before', { maxLength: 200 }),
  limit: whole(`Items of a page. Default ${usual}`, { minimum: 1, maximum: most }),
});

export { checkedByRun, fields, named } from '../domain/json-schema.ts';
