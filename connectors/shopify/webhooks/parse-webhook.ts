import { isList } from '../records/is-list.ts';
import { isRecord } from '../records/is-record.ts';
import { membersOf } from './members-of.ts';
import { parseLossless } from '../records/parse-lossless.ts';

/** The members of which something within is read. An order has dozens more, and they are most of its bytes. */
const opened: ReadonlySet<string> = new Set([
  'customer',
  'order_edit',
  'orders_requested',
  'orders_to_redact',
  'query_variables',
]);

/** Stands for a list or an object that nobody opens. */
const unopened: unique symbol = Symbol('unopened');

const isDamaged = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

/** Ids stand at the top of a payload or one level below; what lies deeper is not read. */
const hasDamagedId = (value: unknown): boolean =>
  isDamaged(value) ||
  (isList(value) && value.some(isDamaged)) ||
  (isRecord(value) && Object.values(value).some(isDamaged));

/** Only what holds an id that a float cannot hold is parsed by the slow parser: most do not, and it takes ten times as long. */
const parseValue = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  return hasDamagedId(value) ? parseLossless(text) : value;
};

const isNested = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/**
 * The body of a webhook as far as it is read: a webhook is a doorbell, and only ids, names of shops and what a privacy
 * request lists are taken from it. Ids keep every digit. Lists and objects that nobody reads are not parsed.
 *
 * @throws SyntaxError when the text is no JSON object.
 */
export const parseWebhook = (text: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    membersOf(text).map(([name, value]) => [name, isNested(value) && !opened.has(name) ? unopened : parseValue(value)]),
  );
