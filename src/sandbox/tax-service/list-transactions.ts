import type { Reply } from '../http/reply.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { refusal } from './refusal.ts';
import type { TransactionStore } from './transaction-store.ts';

const badRequest = (path: string, message: string): Reply =>
  refusal(400, 'invalid_request', 'The list cannot be read this way.', [{ path, message }]);

const limitOf = (query: URLSearchParams): number | undefined => {
  const text = query.get('limit');
  if (text === null) return 10;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= 100 ? limit : undefined;
};

/** `GET /transactions?limit&cursor`: newest created first; nextCursor is null on the last page. */
export const listTransactions = (store: TransactionStore, query: URLSearchParams): Reply => {
  const limit = limitOf(query);
  if (limit === undefined) return badRequest('limit', 'is a whole number from 1 to 100');
  const text = query.get('cursor');
  const cursor = text === null ? { before: store.size(), limit } : readCursor(text);
  if (cursor === undefined) return badRequest('cursor', 'is not the nextCursor of a page before');
  if (cursor.limit !== limit) return badRequest('limit', 'stays the same from page to page');
  const page = store.newestBefore(cursor.before, limit);
  const before = cursor.before - page.length;
  const next = before > 0 ? writeCursor({ before, limit }) : null;
  // The texts are JSON already: joined, not parsed and written again.
  return { status: 200, text: `{"data":[${page.map((one) => one.text).join()}],"nextCursor":${JSON.stringify(next)}}` };
};
