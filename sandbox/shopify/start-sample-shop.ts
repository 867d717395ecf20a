/** Runs the sample shop as a server: its GraphQL API, its tokens, and the host of its bulk results. */
import { isRecord } from '../../src/domain/fields.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWithFaults, listen, readBody, traffic } from '../http/serve.ts';
import type { FaultRule } from '../http/fault.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { resultFiles, type ResultFiles } from './bulk/result-files.ts';
import { type SampleShopOptions, withDefaults } from './sample-shop-options.ts';
import type { Access } from './graphql/access.ts';
import { calendarOf } from './orders/sample-size.ts';
import { bucket, executeRequest, type Executor } from './graphql/execute-request.ts';
import { documentCache, schemaOf, servedVersion, type ServedVersion } from './graphql/documents.ts';
import { orderPages } from './graphql/order-pages.ts';
import { queryRoot } from './graphql/query-root.ts';
import { sampleOrders } from './graphql/sample-orders.ts';
import { bulkOperations } from './bulk/bulk-operations.ts';
import { runBulkQuery } from './bulk/run-bulk-query.ts';
import { webhooks } from './webhooks.ts';
import * as t from 'io-ts';

/** A stand-in for a Shopify shop that is running. */
export interface SampleShop {
  /** The `apiOrigin` for a connector. */
  readonly origin: string;
  readonly domain: string;
  readonly accessToken: string;
  readonly stop: () => Promise<void>;
  /** How many requests were answered, by operation and status: `{ "graphql 200": 12 }`. */
  readonly answers: () => Readonly<Record<string, number>>;
  /** Replaces the rules; skips and times are counted from now on. */
  readonly setFaults: (rules: readonly FaultRule[]) => void;
  /**
   * Gives an order, by its place in the sample from 0, an address in another US state. As in Shopify since 2026-10, its tax is
   * recalculated, and the order shows only what holds now.
   */
  readonly moveOrder: (index: number, state: string) => void;
}

const maxBody = 1024 * 1024;

/**
 * Starts a stand-in for the Admin GraphQL API of a Shopify shop on the loopback address. It checks each document against
 * Shopify's own schema and executes it over made-up orders (see `situationOf`) whose people do not exist.
 * The results of bulk operations lie at a second origin, as they do at Shopify.
 *
 * @example
 * const shop = await startSampleShop({ port: 4020, orders: 400, seed: 1 });
 */
export const startSampleShop = async (given: SampleShopOptions = {}): Promise<SampleShop> => {
  const options = withDefaults(given);
  const tokens = adminTokens(options);
  const files = resultFiles();
  const moved = new Map<number, string>();
  const { faultFor, setFaults, count, answers } = traffic(options.faults, options.seed);

  const resultHost = await listen(0, (request, response) => {
    count('result', response);
    return files.answer(request, response, faultFor('result'));
  });
  const answersQuery = answerQuery(options, tokens, { files, origin: () => resultHost.origin }, moved);

  const act = async (request: IncomingMessage, path: string): Promise<Reply> => {
    const body = await readBody(request, maxBody);
    const version = versionIn(path);
    if (request.method !== 'POST' || body === undefined) return jsonReply(406, { errors: 'Not Acceptable' });
    if (path === '/admin/oauth/access_token') return grantToken(options, tokens, body);
    if (version === undefined) return jsonReply(404, { errors: 'Not Found' });
    return answersQuery({ version, token: request.headers['x-shopify-access-token']?.toString(), body });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const operation = versionIn(path) === undefined ? 'token' : 'graphql';
    count(operation, response);
    await answerWithFaults(response, faultFor(operation), () => act(request, path));
  };

  const failure = jsonReply(500, { errors: 'Internal Server Error' });
  const api = await listen(options.port, answer, failure).catch(async (error: unknown) => {
    await resultHost.stop();
    throw error;
  });
  return {
    origin: api.origin,
    stop: async () => {
      await Promise.all([api.stop(), resultHost.stop()]);
    },
    domain: options.domain,
    accessToken: options.accessToken,
    answers,
    moveOrder: (index, state) => void moved.set(index, state),
    setFaults,
  };
};

/** The tokens that the sample shop accepts. */
interface AdminTokens {
  readonly isValid: (token: string | undefined) => boolean;
  /** A new token for an app that knows its key and secret; undefined for any other. */
  readonly issue: (clientId: string, clientSecret: string) => string | undefined;
}

interface ResultHost {
  readonly files: ResultFiles;
  readonly origin: () => string;
}

interface AdminRequest {
  readonly version: string;
  readonly token: string | undefined;
  readonly body: string;
}

const unknownToken = { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' };

/** Answers queries over a sample of orders, in the requested version or the one that replaces it. */
export const answerQuery = (
  options: Required<SampleShopOptions>,
  tokens: AdminTokens,
  { files, origin }: ResultHost = noResultHost(),
  moved: ReadonlyMap<number, string> = new Map(),
): ((request: AdminRequest) => Reply) => {
  const { seed, domain, now, days, hasWholesale } = options;
  const access: Access = {
    scopes: new Set(options.scopes),
    protectedCustomerData: options.protectedCustomerData,
  };
  const orders = sampleOrders({ seed, orders: options.orders, calendar: calendarOf(days), hasWholesale }, moved);
  const pages = orderPages(orders);
  const points = bucket(options.bucket, now);
  const subscriptions = webhooks('2026-10', now);
  const bulk = bulkOperations(options.bulk, { files, resultOrigin: origin, now });
  const executors = new Map<ServedVersion, Executor>();
  let requests = 0;

  const executorOf = (version: ServedVersion): Executor => {
    const known = executors.get(version);
    if (known !== undefined) return known;
    const schema = schemaOf(version);
    const check = documentCache(schema);
    const run = runBulkQuery({ schema, check, access, orders, pages, operations: bulk });
    const isBulkDenied = options.bulk.isDenied ?? false;
    const root = { domain, orders, pages, access, webhooks: subscriptions, bulk, runBulkQuery: run, isBulkDenied };
    const rootFor: Executor['rootFor'] = (report) => queryRoot({ ...root, report });
    const executor: Executor = { schema, check, bucket: points, access, rootFor };
    executors.set(version, executor);
    return executor;
  };

  return ({ version: asked, token, body }) => {
    const version = servedVersion(asked);
    if (version === undefined) return jsonReply(404, { errors: 'Not Found' });
    if (!tokens.isValid(token)) return jsonReply(401, unknownToken);
    const fields = readFields(body);
    const query = textField(fields, 'query');
    if (query === '') return jsonReply(400, { errors: { query: 'Required parameter missing or invalid' } });
    const variables = isRecord(fields['variables']) ? fields['variables'] : {};
    requests += 1;
    return jsonReply(200, executeRequest(executorOf(version), { query, variables }), {
      'x-shopify-api-version': version,
      'x-request-id': `sandbox-${requests}`,
      ...(version !== asked && {
        'x-shopify-api-version-warning': 'https://shopify.dev/concepts/about-apis/versioning',
      }),
    });
  };
};

/** One token that never expires, and those of the client-credentials grant, which do. */
export const adminTokens = (options: Required<SampleShopOptions>): AdminTokens => {
  const { accessToken, client, tokenLifetime, now } = options;
  const ends = new Map<string, number>();
  return {
    isValid: (token) => token !== undefined && (token === accessToken || (ends.get(token) ?? 0) > now()),
    issue: (clientId, clientSecret) => {
      if (clientId !== client.id || clientSecret !== client.secret) return undefined;
      const token = `${accessToken}-${ends.size + 1}`;
      ends.set(token, now() + tokenLifetime * 1000);
      return token;
    },
  };
};

const noResultHost = (): ResultHost => ({ files: resultFiles(), origin: () => 'http://127.0.0.1:9' });

const Fields = t.record(t.string, t.unknown);

/** The fields of a body, JSON or form; empty for any other body. */
const readFields = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return Fields.is(value) ? value : {};
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
};

const textField = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

const versionIn = (path: string): string | undefined => /^\/admin\/api\/([\w-]+)\/graphql\.json$/.exec(path)?.[1];

/** The client-credentials grant: `POST /admin/oauth/access_token` with the app's key and secret, as JSON or as a form. */
const grantToken = (
  { scopes, tokenLifetime }: Required<SampleShopOptions>,
  tokens: AdminTokens,
  body: string,
): Reply => {
  const fields = readFields(body);
  if (textField(fields, 'grant_type') !== 'client_credentials') {
    return refused('unsupported_grant_type', 'Only client_credentials are granted here.');
  }
  const token = tokens.issue(textField(fields, 'client_id'), textField(fields, 'client_secret'));
  return token === undefined
    ? refused('application_cannot_be_found', 'No app has this key and secret.')
    : jsonReply(200, { access_token: token, scope: scopes.join(','), expires_in: tokenLifetime });
};

const refused = (error: string, description: string): Reply =>
  jsonReply(400, { error, error_description: description });
