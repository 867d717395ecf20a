import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isRecord } from '../domain/fields.ts';
import type { CursorRefused, ServiceFailure, ServicePage, StoredTransaction } from '../domain/tax-service.ts';
import type { ServiceWire } from '../domain/wire-settings.ts';
import type { HttpAnswer } from './request.ts';
import { endpointMissing, failureOf, isSuccess, parse, unclearFailure } from './response.ts';
import { decodeTransaction, read } from './wire-transaction.ts';

/*
 * A page of the list. What is not on it may be pushed, so that a page is either read whole, or not at all: a list that seems to
 * end after its first page would double everything behind it.
 */

const noPage = (problem: string): E.Either<ServiceFailure, never> =>
  E.left(unclearFailure(`the Tax Nexus Service returned a list ${problem}`));

const otherShape = (problem: string): E.Either<ServiceFailure, never> =>
  E.left({
    _tag: 'Misdirected',
    message: `the Tax Nexus Service returned a list of another shape: ${problem}. Pending transactions stay pending`,
  });

/** How other services name the next page, alone or within an object about the pages. */
const cursorNames = /^(next|cursor|after|has_?more|has_?next)|next_?(cursor|page|token|url)|page_?token/i;
const objectsOfPages = ['pagination', 'paging', 'page', 'meta', 'links', '_links', 'pageInfo', 'page_info'];
const countsOfPages = /^(total_?pages|page_?count|last_?page|pages)$/i;

const isOpen = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '';

/** The path under which the page seems to name a next one, for a message; undefined for none. */
const cursorPathIn = (body: Readonly<Record<string, unknown>>): string | undefined => {
  const named = Object.keys(body).find((key) => key !== 'data' && cursorNames.test(key) && isOpen(body[key]));
  if (named !== undefined) return named;
  for (const name of objectsOfPages) {
    const inner = body[name];
    if (!isRecord(inner)) continue;
    const path = Object.keys(inner).find(
      (key) => (cursorNames.test(key) && isOpen(inner[key])) || (countsOfPages.test(key) && Number(inner[key]) > 1),
    );
    if (path !== undefined) return `${name}.${path}`;
  }
  return undefined;
};

/** Text, a number, or null at the end of the list; undefined when it is something else. */
const cursorOf = (value: unknown): O.Option<string> | undefined => {
  if (value === null || value === '' || value === false) return O.none;
  if (typeof value === 'string') return O.some(value);
  return typeof value === 'number' ? O.some(String(value)) : undefined;
};

const nextOf = (
  { nextCursor: path = 'nextCursor' }: Pick<ServiceWire, 'nextCursor'>,
  body: Readonly<Record<string, unknown>>,
  { rows, limit }: { readonly rows: number; readonly limit: number },
): E.Either<ServiceFailure, O.Option<string>> => {
  const value = read(body, path);
  if (value !== undefined) {
    const next = cursorOf(value);
    return next === undefined ? noPage(`of another shape (${path}: expected text or null)`) : E.right(next);
  }
  const other = cursorPathIn(body);
  if (other !== undefined) {
    return otherShape(
      `it has no ${path}, and seems to name the next page by ${other}. Set service.wire.nextCursor to the path that holds the cursor, such as "${other}"`,
    );
  }
  if (rows >= limit) {
    return otherShape(
      `a full page has no ${path}, so that the next page is not known. Set service.wire.nextCursor to the path that holds the cursor`,
    );
  }
  return E.right(O.none);
};

/** Refused because of its size, by a service that takes smaller pages. */
const isLimitRefused = ({ status, body }: HttpAnswer): boolean =>
  (status === 400 || status === 422) && /limit|per_?page|page_?size/i.test(body);

/**
 * What the answer to `GET /transactions` means. A page counts only when all of it could be read; rows without an id are passed
 * over, and counted, as long as others have one. Right `'smaller'`: the service takes only smaller pages.
 *
 * @param limit how many rows were asked for
 */
export const toPage =
  (now: number, wire: ServiceWire, cursor: O.Option<string>, limit: number) =>
  (answer: HttpAnswer): E.Either<ServiceFailure | CursorRefused, ServicePage | 'smaller'> => {
    const { status, body } = answer;
    const failure = failureOf(now, answer);
    if (failure !== undefined) return E.left(failure);
    if (O.isNone(cursor) && limit > 1 && isLimitRefused(answer)) return E.right('smaller');
    if (status >= 400 && O.isSome(cursor)) {
      return E.left({ _tag: 'CursorRefused', message: `the Tax Nexus Service refused its own cursor (${status})` });
    }
    if (status >= 400) return E.left(endpointMissing(status));
    if (!isSuccess(status)) return E.left(unclearFailure(`the Tax Nexus Service answered ${status} to its list`));
    const parsed = parse(body);
    if (O.isNone(parsed)) return noPage('that is not JSON');
    const page = isRecord(parsed.value) ? parsed.value : {};
    const { data } = page;
    if (!Array.isArray(data)) return noPage('of another shape (data: expected an array)');
    const transactions: StoredTransaction[] = [];
    for (const item of data as readonly unknown[]) {
      const decoded = decodeTransaction(wire, item);
      if (O.isSome(decoded)) transactions.push(decoded.value);
    }
    const withoutId = data.length - transactions.length;
    if (withoutId > 0 && transactions.length === 0)
      return noPage('of another shape (data: expected transactions with an id)');
    const next = nextOf(wire, page, { rows: data.length, limit });
    if (E.isLeft(next)) return next;
    return E.right({ transactions, next: next.right, ...(withoutId > 0 && { withoutId }) });
  };
