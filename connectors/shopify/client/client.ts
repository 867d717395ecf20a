/** Sends queries to Shopify's Admin API, and turns each response into complete data or into an error that says what to do. */
import { isCertificateCode } from '../../../src/domain/errors.ts';
import { yieldWhenLong } from '../../../src/domain/turns.ts';
import { type AdminApiClient, createAdminApiClient } from '@shopify/admin-api-client';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { Secret } from '../../../src/domain/secret.ts';
import { apiVersion } from './api-version.ts';
import type { Budget } from './budget.ts';
import { type AskError, credentialsRefused, outage, refused, throttled, unreachable } from '../errors.ts';
import { failureOfStatus, throttleWait } from './failures.ts';
import { Extensions, GraphqlError } from './graphql-error.ts';
import type { Send } from './send.ts';
import type { TokenSource } from './token-source.ts';
import { refusalOf } from './refusal.ts';
import { isRecord } from '../../../src/domain/fields.ts';

/** Sends one document with its variables and returns its `data`. */
export type Ask = (document: string, variables: Readonly<Record<string, unknown>>) => TE.TaskEither<AskError, unknown>;

export interface AdminApi {
  readonly ask: Ask;
  /** The API version of the last response; none before the first one. */
  readonly answeredVersion: () => O.Option<string>;
  /** The reported cost of a document at a page size; undefined before its first response. */
  readonly costOf: Budget['costOf'];
  /** What was wrong with the last report of the rate limit. */
  readonly budgetProblem: Budget['problem'];
  /** Facts about the token that was used last. */
  readonly tokenFacts: TokenSource['facts'];
}

interface Ports {
  readonly send: Send;
  readonly token: TokenSource;
  readonly budget: Budget;
  readonly shop: string;
  readonly origin: string;
  readonly now: () => number;
  /** The document that every token may send. */
  readonly scopeFree: string;
}

interface Reply {
  /** Undefined when no response arrived. */
  readonly status: number | undefined;
  readonly data: E.Either<AskError, unknown>;
  readonly extensions: Extensions;
}

/**
 * The Admin API through Shopify's own client, over got. No retries: the pipeline does that. A query only waits for
 * rate-limit points.
 *
 * A response counts as a whole or not at all. A response with data and errors is a failure, and so is one whose search filter
 * was ignored, because it would return every order instead of a range.
 */
export const adminApi = ({ send, token, budget, shop, origin, now, scopeFree }: Ports): AdminApi => {
  let version: O.Option<string> = O.none;
  const clients = new WeakMap<Secret, AdminApiClient>();

  const clientFor = (accessToken: Secret): AdminApiClient => {
    const client =
      clients.get(accessToken) ??
      createAdminApiClient({
        storeDomain: shop,
        apiVersion,
        accessToken: accessToken.reveal(),
        retries: 0,
        customFetchApi: fetchThrough(send, origin),
        // Without a logger the client warns on the console, and its log lines contain the token.
        logger: () => undefined,
      });
    clients.set(accessToken, client);
    return client;
  };

  const refusalFor = (document: string, isReissued: boolean) => (status: 401 | 403) =>
    refusalOf(status, { ...token.facts(), now: now(), isReissued, needsScope: document !== scopeFree });

  const askWith = async (
    accessToken: Secret,
    document: string,
    variables: Readonly<Record<string, unknown>>,
    isReissued: boolean,
  ): Promise<Reply> => {
    const share = await budget.take(document, variables['first']);
    const response = await clientFor(accessToken).request(document, { variables: { ...variables } });
    const answeredWith = (response.headers ?? response.errors?.response?.headers)?.get('x-shopify-api-version');
    if (typeof answeredWith === 'string') version = O.some(answeredWith);
    const reply = replyOf(response, refusalFor(document, isReissued));
    budget.update(share, reply.extensions);
    return reply;
  };

  return {
    ask: (document, variables) => async () => {
      const first = await token.current();
      if (E.isLeft(first)) return first;
      const reply = await askWith(first.right, document, variables, false);
      // A host may have stored a token that has the missing scope, or one that has not expired.
      const isRefused = E.isLeft(reply.data) && reply.data.left._tag === 'SourceCredentialsRefused';
      if (!isRefused || !token.renew(first.right)) return reply.data;
      const second = await token.current();
      if (E.isLeft(second)) return second;
      if (second.right !== first.right) return (await askWith(second.right, document, variables, true)).data;
      const { status, data } = reply;
      return status === 401 || status === 403 ? E.left(refusalFor(document, true)(status)) : data;
    },
    answeredVersion: () => version,
    costOf: budget.costOf,
    budgetProblem: budget.problem,
    tokenFacts: token.facts,
  };
};

/** The hook through which Shopify's client reaches the network. */
type FetchApi = (url: string, init?: { readonly headers?: unknown; readonly body?: string }) => Promise<Response>;

/**
 * The part of a response that Shopify's client reads, as a plain object: hosts such as Hono replace the global `Response` by one
 * whose members cannot be set.
 */
type ReadResponse = Pick<Response, 'ok' | 'status' | 'statusText' | 'json'> & {
  readonly headers: Pick<Headers, 'get'>;
};

/** The response headers that are read; others may hold secrets. */
const keptHeaders: ReadonlySet<string> = new Set(['content-type', 'retry-after', 'x-shopify-api-version']);

/** Sends the requests of Shopify's client to the given origin instead of the host in their URL. */
const fetchThrough =
  (send: Send, origin: string): FetchApi =>
  async (url, init = {}) => {
    const answer = await send({
      url: `${origin}${new URL(url).pathname}`,
      headers: textsOf(init.headers),
      body: init.body ?? '',
    });
    const { status } = answer;
    const response: ReadResponse = {
      ok: status >= 200 && status < 300,
      status,
      statusText: '',
      headers: {
        get: (name) => (keptHeaders.has(name.toLowerCase()) ? (answer.header(name.toLowerCase()) ?? null) : null),
      },
      json: async () => {
        // A page of orders is a megabyte and more.
        await yieldWhenLong();
        return JSON.parse(answer.body) as unknown;
      },
    };
    return response as Response;
  };

const textsOf = (headers: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(headers) ? headers : {}).filter(
      (result): result is [string, string] => typeof result[1] === 'string',
    ),
  );

type ClientResponse = Awaited<ReturnType<AdminApiClient['request']>>;

const filterIgnored = refused('Shopify ignored the search filter, so nothing was read; report this as a connector bug');

const GraphqlErrors = t.readonlyArray(GraphqlError);

const replyOf = (
  { data, errors, extensions: raw }: ClientResponse,
  refusal: (status: 401 | 403) => AskError,
): Reply => {
  const extensions = decoded(Extensions, raw, {});
  if (errors === undefined)
    return { status: 200, data: isIgnoredFilter(extensions) ? E.left(filterIgnored) : E.right(data), extensions };
  const { response, networkStatusCode: status, graphQLErrors, message } = errors;
  if (response === undefined || status === undefined) {
    return { status: undefined, data: E.left(failureWithoutResponse(message)), extensions };
  }
  if (status < 200 || status >= 300) {
    return {
      status,
      data: E.left(
        status === 401 || status === 403
          ? refusal(status)
          : failureOfStatus(status, response.headers.get('retry-after') ?? undefined),
      ),
      extensions,
    };
  }
  const listed = decoded(GraphqlErrors, graphQLErrors, []);
  const failure =
    listed.length > 0
      ? failureOfErrors(listed, extensions)
      : unreachable('a response that is cut short or is not JSON');
  return { status, data: E.left(failure), extensions };
};

const decoded = <A>(codec: t.Type<A, unknown>, value: unknown, otherwise: A): A =>
  E.getOrElse(() => otherwise)(codec.decode(value));

const isIgnoredFilter = ({ search }: Extensions): boolean =>
  (search ?? []).some(({ warnings }) => (warnings ?? []).length > 0);

/**
 * Passes on only the codes of our transport, because the message of a parse error quotes the body. Without a response nothing is
 * known about an order, so each of these failures is an outage.
 */
const failureWithoutResponse = (message: string | undefined): AskError => {
  const code = /\b([A-Z][A-Z0-9_]{2,60})$/.exec(message ?? '')?.[1];
  if (code === undefined)
    return outage(
      'the request to Shopify failed in this process before it was sent; if it lasts, report it as a connector bug',
      'not sent',
    );
  return isCertificateCode(code)
    ? outage(
        `the certificate of the connection to Shopify is not trusted (${code}); check the proxy and the clock of this machine`,
        code,
      )
    : unreachable(code);
};

/**
 * How many parts of a path, and how many codes, an error names: a response with thousands of them must not make a message of a
 * megabyte.
 */
const maxNamed = 5;

/**
 * The failure that errors in a response of status 200 mean. Data that comes with an error is never used: its gaps would look like
 * records that the shop does not have.
 */
const failureOfErrors = (errors: readonly GraphqlError[], extensions: Extensions): AskError => {
  const codes = new Set(errors.map(codeOf));
  if (codes.has('THROTTLED') || errors.some(isThrottled)) return throttled(throttleWait(extensions));
  if (codes.has('MAX_COST_EXCEEDED')) return { _tag: 'QueryTooCostly' };
  if (codes.has('SHOP_INACTIVE'))
    return outage('the shop is not active; its orders can be read once it reopens', 'SHOP_INACTIVE');
  const denial = errors.find(isDenial);
  if (denial !== undefined) return denied(denial);
  const known = [...codes].filter(isWord).slice(0, maxNamed).join(' ') || 'no code';
  const where = `${[...new Set(errors.map(pathOf))].slice(0, maxNamed).join(', ')} (${known})`;
  return errors.some(isOfTheQuery)
    ? refused(`Shopify refuses the query at ${where}; nothing was read`)
    : { _tag: 'PartNotServed', where };
};

const codeOf = ({ extensions }: GraphqlError): string => extensions?.code ?? '';

/** Old responses have no code. */
const isThrottled = (error: GraphqlError): boolean => codeOf(error) === '' && /^throttled$/i.test(error.message ?? '');

const isDenial = (error: GraphqlError): boolean =>
  codeOf(error) === 'ACCESS_DENIED' || /not approved to access|access denied/i.test(error.message ?? '');

const denied = (error: GraphqlError): AskError => {
  const scopes = scopesIn(error);
  const remedy =
    scopes.length > 0
      ? `grant the app the scope ${scopes.slice(0, maxNamed).join(' or ')}`
      : 'give the app access to protected customer data, level 2 "address" included';
  return credentialsRefused(`Shopify denies access to ${pathOf(error)}; ${remedy}, then install it again`);
};

const scopesIn = ({ message, extensions }: GraphqlError): readonly string[] => [
  ...new Set(`${extensions?.requiredAccess ?? ''} ${message ?? ''}`.match(/\b(?:read|write)_[a-z_]+[a-z]\b/g) ?? []),
];

/** Without list positions: `orders.nodes.3.customer` and `orders.nodes.4.customer` are one field. */
const pathOf = ({ path }: GraphqlError): string =>
  (path ?? [])
    .filter((part): part is string => typeof part === 'string' && isWord(part))
    .slice(0, 2 * maxNamed)
    .join('.') || 'the query';

/** A code or a field name; any other text of Shopify's is not passed on. */
const isWord = (text: string): boolean => /^[A-Za-z_]\w{0,59}$/.test(text);

/** Codes of a query that does not fit the schema are in camel case (`undefinedField`); other codes are not. */
const isOfTheQuery = (error: GraphqlError): boolean => /^[a-z]/.test(codeOf(error));
