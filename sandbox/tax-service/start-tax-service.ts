/** Runs the stand-in Tax Nexus Service as a server: keys, rate limit, faults, and every endpoint of its interface. */
import type { FaultRule } from '../http/fault.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWithFaults, listen, readBody, traffic } from '../http/serve.ts';
import type { Reply } from '../http/reply.ts';
import { type JournalEntry, openJournal } from './journal.ts';
import { correctTransaction, pushTransaction, refusal, parseJson } from './push-transaction.ts';
import { type RateLimit, rateLimitGate } from './rate-limit.ts';
import { type Stored, transactionStore, type TransactionStore } from './transaction-store.ts';
import { checkShape } from './transaction-shape.ts';
import * as E from 'fp-ts/lib/Either.js';

/** What a stand-in service is like; all of it has a default. */
export interface TaxServiceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Each key sees only what was pushed with it. Default `['sandbox-key']`. */
  readonly apiKeys?: readonly string[];
  /** Default none: as fast as it goes. */
  readonly rateLimit?: RateLimit;
  /** Faults from the start; operations are `list`, `find`, `push` and `any`. */
  readonly faults?: readonly FaultRule[];
  /** Seeds the faults that strike by chance. Default 1. */
  readonly seed?: number;
  /** Makes inserts durable, and is read on start. Default: in memory only. */
  readonly journalFile?: string;
  /** Fields that it knows beyond those of its interface, such as `tags` and `lineItems.taxCode`. Default none. */
  readonly optional?: readonly string[];
  /** Changes of a stored transaction that it allows; they are not in the journal. Default none, as its interface has none. */
  readonly corrections?: readonly Correction[];
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
}

const corrections = ['PUT', 'PATCH', 'DELETE'] as const;
type Correction = (typeof corrections)[number];

/** A stand-in for the Tax Nexus Service that is running. */
export interface TaxServiceStandIn {
  /** What a client takes as its base address, `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
  /** Every insert since the journal began, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  /** How many requests were answered, by operation and status: `{ "push 200": 12 }`. A cut connection counts as sent. */
  readonly answers: () => Readonly<Record<string, number>>;
  /** Replaces the rules; skips and times are counted from now on. */
  readonly setFaults: (rules: readonly FaultRule[]) => void;
}

const maxBody = 4 * 1024 * 1024;

/**
 * Starts a stand-in Tax Nexus Service on the loopback address, with the whole interface as we know it,
 * strict where a real one may be lenient: an accepted transaction is right to the cent.
 *
 * @example
 * const service = await startTaxService({ port: 4010, apiKeys: ['sandbox-key'] });
 */
export const startTaxService = async (options: TaxServiceOptions = {}): Promise<TaxServiceStandIn> => {
  const { apiKeys = ['sandbox-key'], seed = 1, now = Date.now, rateLimit } = options;
  const journal = openJournal(options.journalFile);
  const lanes = apiKeys.map(() => ({
    store: transactionStore(),
    gate: rateLimit === undefined ? () => 0 : rateLimitGate(rateLimit),
  }));
  for (const entry of journal.entries) lanes[entry.key]?.store.add(entry);
  const { faultFor, setFaults, count, answers } = traffic(options.faults ?? [], seed);

  const insert = (key: number) => (transaction: Stored) => {
    journal.add({ key, ...transaction });
    lanes[key]?.store.add(transaction);
  };

  const act = async (request: IncomingMessage, route: Route, key: number, isForeign: boolean): Promise<Reply> => {
    const client = lanes[key];
    if (client === undefined) return refusal(401, 'unauthorized', 'The API key is not known.');
    const wait = client.gate(now());
    if (wait > 0) {
      return refusal(429, 'rate_limited', 'Too many requests.', [], { 'retry-after': String(Math.ceil(wait / 1000)) });
    }
    switch (route.operation) {
      case 'list':
        return listTransactions(client.store, route.query);
      case 'find': {
        const found = client.store.find(route.id);
        return found === undefined
          ? refusal(404, 'not_found', 'No transaction has this id.')
          : { status: 200, text: found.text };
      }
      case 'push': {
        const text = await readBody(request, maxBody);
        if (text === undefined) return refusal(413, 'too_large', 'The body is too large.');
        const foreign = isForeign ? foreignTransaction(text) : undefined;
        if (foreign !== undefined && client.store.find(foreign.id) === undefined) client.store.add(foreign);
        return pushTransaction(client.store, insert(key), text, options.optional);
      }
      case 'correct': {
        if (options.corrections?.includes(route.method) !== true) return wrongMethod;
        if (client.store.find(route.id) === undefined) return refusal(404, 'not_found', 'No transaction has this id.');
        const text = await readBody(request, maxBody);
        if (text === undefined) return refusal(413, 'too_large', 'The body is too large.');
        return correctTransaction(client.store, route, text);
      }
      case 'wrong method':
        return wrongMethod;
      case 'unknown':
        return refusal(404, 'no_such_endpoint', 'Only /transactions and /transactions/{id} exist.');
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const route = routeOf(request.method ?? 'GET', request.url ?? '/');
    const key = apiKeyOf(apiKeys, request.headers.authorization);
    const fault = faultFor(route.operation);
    count(route.operation, response);
    await answerWithFaults(response, fault, () => act(request, route, key, fault?.kind === 'foreign'));
  };

  const failure = refusal(500, 'internal', 'The stand-in failed.');
  const { origin, stop } = await listen(options.port ?? 0, answer, failure);
  return {
    origin,
    stop: async () => {
      await stop();
      journal.close();
    },
    journal: () => journal.entries,
    answers,
    setFaults,
  };
};

const wrongMethod = refusal(405, 'method_not_allowed', 'Only GET and POST of transactions exist.');

/** The index of the configured key that a request carries as `Authorization: Bearer <key>`; -1 without a known key. */
const apiKeyOf = (keys: readonly string[], authorization: string | undefined): number => {
  const match = /^Bearer +(.+)$/i.exec(authorization ?? '');
  return keys.indexOf(match?.[1] ?? '');
};

type Route =
  | { readonly operation: 'list'; readonly query: URLSearchParams }
  | { readonly operation: 'find'; readonly id: string }
  | { readonly operation: 'push' }
  | { readonly operation: 'correct'; readonly method: Correction; readonly id: string }
  | { readonly operation: 'wrong method' }
  | { readonly operation: 'unknown' };

const decodeId = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads `/transactions` and `/transactions/{id}`; the id is one percent-encoded part of the path. */
const routeOf = (method: string, url: string): Route => {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/transactions') {
    if (method === 'POST') return { operation: 'push' };
    return method === 'GET' ? { operation: 'list', query: new URLSearchParams(query) } : { operation: 'wrong method' };
  }
  const match = /^\/transactions\/([^/]+)$/.exec(path);
  const id = match?.[1] === undefined ? undefined : decodeId(match[1]);
  if (id === undefined) return { operation: 'unknown' };
  if (method === 'GET') return { operation: 'find', id };
  const correction = corrections.find((one) => one === method);
  return correction === undefined ? { operation: 'wrong method' } : { operation: 'correct', method: correction, id };
};

/** Another client's transaction under the id of the pushed one, if there is one. */
const foreignTransaction = (pushed: string): Stored | undefined => {
  const shape = checkShape(parseJson(pushed));
  if (E.isLeft(shape)) return undefined;
  const { id } = shape.right;
  const name = `Another client's ${id}`;
  const transaction = {
    id,
    name,
    total: 1,
    taxCollected: 0,
    lineItems: [{ quantity: 1, amount: 1 }],
    transactedAt: '2020-01-01T00:00:00Z',
    shipToAddress: { line1: null, line2: null, city: 'Cheyenne', state: 'WY', zip: '82001', country: 'US' },
  };
  return { id, name, text: JSON.stringify(transaction) };
};

const badRequest = (path: string, message: string): Reply =>
  refusal(400, 'invalid_request', 'The list cannot be read this way.', [{ path, message }]);

const limitOf = (query: URLSearchParams): number | undefined => {
  const text = query.get('limit');
  if (text === null) return 10;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= 100 ? limit : undefined;
};

/** `GET /transactions?limit&cursor`: newest created first; nextCursor is null on the last page. */
const listTransactions = (store: TransactionStore, query: URLSearchParams): Reply => {
  const limit = limitOf(query);
  if (limit === undefined) return badRequest('limit', 'is a whole number from 1 to 100');
  const text = query.get('cursor');
  const cursor = text === null ? { before: store.size(), limit } : readCursor(text);
  if (cursor === undefined) return badRequest('cursor', 'is not the nextCursor of a page before');
  if (cursor.limit !== limit) return badRequest('limit', 'stays the same from page to page');
  const page = store.newestBefore(cursor.before, limit);
  const before = cursor.before - page.length;
  const next = before > 0 ? writeCursor({ before, limit }) : null;
  // The texts are JSON already, so they are joined rather than parsed and written again.
  return { status: 200, text: `{"data":[${page.map((one) => one.text).join()}],"nextCursor":${JSON.stringify(next)}}` };
};

/** The position at which a list continues: before the transaction of this number, with the same limit as before. */
interface ListCursor {
  readonly before: number;
  readonly limit: number;
}

const writeCursor = ({ before, limit }: ListCursor): string => Buffer.from(`${before}.${limit}`).toString('base64url');

const readCursor = (text: string): ListCursor | undefined => {
  const match = /^(\d+)\.(\d+)$/.exec(Buffer.from(text, 'base64url').toString());
  return match === null ? undefined : { before: Number(match[1]), limit: Number(match[2]) };
};
