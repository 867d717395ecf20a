/**
 * Finds the cursor of the next page of the service's list. Any sign of more pages that we cannot follow stops the run,
 * because a list that seems to end too early would be pushed a second time.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isRecord } from '../domain/fields.ts';
import { read } from './wire-transaction.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a page that show whether another one follows. */
export interface PageEnd {
  readonly body: Fields;
  /** Headers about pages, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isFirst: boolean;
  readonly rows: number;
  /** How many rows were asked for. */
  readonly limit: number;
}

/** Whether a header is about pages. */
export const isAboutPages = (name: string): boolean =>
  name === 'link' || /^(x-)?.*(next-?(page|cursor|token)|total-?(count|results|items|records)?)$/.test(name);

/**
 * The cursor of the next page; none at the end of the list. Left: the page says in another way that there are more, for a message.
 *
 * @param path `service.wire.nextCursor`
 */
export const nextOf = (path: string, end: PageEnd): E.Either<string, O.Option<string>> => {
  const value = read(end.body, path);
  const next = value === undefined ? undefined : cursorOf(value);
  if (next !== undefined) return E.right(next);
  const sign = signIn(end.body, end, '', 3);
  if (value !== undefined) {
    return E.left(
      sign?.cursor === true
        ? `its ${path} is no cursor. Set service.wire.nextCursor to the path that holds it, such as "${sign.path}"`
        : `its ${path} is no cursor. Set service.wire.nextCursor to the path that holds it; if it shows none, ask its support for one`,
    );
  }
  if (sign?.cursor === true) {
    return E.left(
      `it has no ${path}, and seems to name the next page by ${sign.path}. Set service.wire.nextCursor to the path that holds the cursor, such as "${sign.path}"`,
    );
  }
  const other = sign?.path ?? headerSaying(end);
  if (other !== undefined) {
    const where = sign === undefined ? `header ${other}` : other;
    return E.left(
      `it has no ${path}, and its ${where} says that there are more. Set service.wire.nextCursor to the path that holds the cursor; if it shows none, ask its support for one`,
    );
  }
  if (end.rows >= end.limit) {
    return E.left(
      `a full page has no ${path}, so that the next page is not known. Set service.wire.nextCursor to the path that holds the cursor`,
    );
  }
  return E.right(O.none);
};

/** Text, a number, or null at the end of the list; undefined when it is something else. */
const cursorOf = (value: unknown): O.Option<string> | undefined => {
  if (value === null || value === '' || value === false) return O.none;
  if (typeof value === 'number') return O.some(String(value));
  const cursor = typeof value === 'string' ? cursorInUrl(value) : undefined;
  return cursor === undefined ? undefined : O.some(cursor);
};

/** The cursor in a web address; any other text unchanged. */
const cursorInUrl = (text: string): string | undefined => {
  if (!/^(https?:\/\/|\/|\?)/.test(text)) return text;
  const url = URL.canParse(text, 'https://localhost') ? new URL(text, 'https://localhost') : undefined;
  return url?.searchParams.get('cursor') ?? undefined;
};

/** Where a page shows that there are more, and whether a cursor stands there. */
interface Sign {
  readonly path: string;
  readonly cursor: boolean;
}

/** How other services name the next page, alone or within an object about the pages. */
const cursorNames = /^(next|cursor|after|has_?more|has_?next|is_?last)|next_?(cursor|page|token|url)|page_?token/i;
const objectsOfPages = /^(pagination|paging|pages?|meta|metadata|links|_links|page_?info|cursors?|result_?info)$/i;
const countsOfPages = /^(total_?pages|pages_?total|page_?count|last_?page|pages|num_?pages)$/i;
const countsOfRows = /^(total|total_?(count|results?|items|records|rows|elements)|count|item_?count|record_?count)$/i;

const signIn = (fields: Fields, end: PageEnd, path: string, depth: number): Sign | undefined => {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  let weak: Sign | undefined;
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'data') continue;
    if (isRecord(value)) {
      if (depth === 0 || !(objectsOfPages.test(name) || cursorNames.test(name))) continue;
      const inner = signIn(value, end, at(name), depth - 1);
      if (inner?.cursor === true) return inner;
      weak ??= inner;
    } else if (cursorNames.test(name) && isOpen(value)) {
      if (/^is_?last/i.test(name)) continue;
      if (isCursor(value)) return { path: at(name), cursor: true };
      weak ??= { path: at(name), cursor: false };
    } else if (
      (countsOfPages.test(name) && Number(value) > 1) ||
      (end.isFirst && countsOfRows.test(name) && Number(value) > end.rows)
    ) {
      weak ??= { path: at(name), cursor: false };
    } else if (/^is_?last/i.test(name) && value === false) weak ??= { path: at(name), cursor: false };
  }
  return weak;
};

const isOpen = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '';

const isCursor = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** The header that names a next page, or counts more rows; undefined for none. */
const headerSaying = ({ headers, isFirst, rows }: PageEnd): string | undefined =>
  Object.entries(headers).find(([name, value]) => {
    if (name === 'link') return /rel="?next"?/i.test(value);
    if (name.includes('next')) return value.trim() !== '';
    return isFirst && name.includes('total') && Number(value) > rows;
  })?.[0];
