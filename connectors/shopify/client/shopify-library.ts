/** Calls the app's own Shopify library for tokens, within a deadline and without writing secrets into the app's log. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SourceError } from '../../../src/domain/errors.ts';
import { unreachable } from '../errors.ts';
import { isRecord } from '../../../src/domain/fields.ts';
import type { AccessToken, TokenFunction } from '../settings.ts';
import { isTokenFailure, TokenFailure } from '../../../src/mapping/token-failure.ts';
import { clientRefused, failureOfTokenStatus } from './failures.ts';

/*
 * Uses the app's own `shopifyApi` object and not another copy of the library: the library reaches the network through an adapter
 * that is global to its copy, and the object has the app's id and secret. The types name only what is used, so that every tested
 * version fits.
 */

/** The settings of a `shopifyApi` object that are used. */
export interface ShopifyLibrary {
  readonly config: { readonly logger: { httpRequests?: boolean | undefined } };
}

/** Milliseconds; the library sets no deadline for its requests. */
const deadlineMs = 30_000;

const isLate = new TokenFailure(unreachable('ETIMEDOUT'));

/**
 * One call of the library, within a deadline. Rejects with a `TokenFailure`.
 *
 * @param refusal the message for statuses that another attempt does not change
 */
export const callLibrary = async <A>(
  { config: { logger } }: ShopifyLibrary,
  call: () => Promise<A>,
  refusal: (status: number, error: string) => string,
  deadline = deadlineMs,
): Promise<A> => {
  const timer = new AbortController();
  const late = wait(deadline, undefined, { signal: timer.signal }).then(() => Promise.reject(isLate));
  try {
    return await Promise.race([withoutLogs(logger, call), late]);
  } catch (error) {
    throw new TokenFailure(failureOf(error, refusal));
  } finally {
    timer.abort();
  }
};

/**
 * Tokens by client credentials, for an app and a store of one organization: they last 24 hours.
 *
 * @param shopify the app's `shopifyApi` object
 * @example
 * shopify({ shop, accessToken: tokenByClientCredentials({ shopify: api }), webhookSecrets })
 */
export const tokenByClientCredentials =
  ({
    shopify,
  }: {
    readonly shopify: ShopifyLibrary & {
      readonly auth: {
        readonly clientCredentials: (request: { shop: string }) => Promise<{ session: AccessToken }>;
      };
    };
  }): TokenFunction =>
  async ({ shop }) =>
    (await callLibrary(shopify, () => shopify.auth.clientCredentials({ shop }), clientRefused)).session;

/**
 * Before 14.0 the library writes the body of a token request, with the app's secret and the refresh token, into the app's log, if
 * that logs HTTP requests at level debug. No other code runs before it has decided, because there is no `await` before that.
 */
const withoutLogs = <A>(logger: ShopifyLibrary['config']['logger'], call: () => Promise<A>): Promise<A> => {
  const { httpRequests } = logger;
  logger.httpRequests = false;
  try {
    return call();
  } finally {
    logger.httpRequests = httpRequests;
  }
};

/** The library's message may quote a body, so only its status and codes are passed on. */
const failureOf = (error: unknown, refusal: (status: number, error: string) => string): SourceError => {
  if (isTokenFailure(error)) return error.failure;
  const { response, cause } = isRecord(error) ? error : {};
  const { code, retryAfter, body } = isRecord(response) ? response : {};
  if (typeof code !== 'number')
    return unreachable(wordIn(isRecord(cause) ? cause['code'] : undefined) || 'ERR_NETWORK');
  const seconds = typeof retryAfter === 'number' ? String(retryAfter) : undefined;
  return failureOfTokenStatus(code, seconds, (status) => refusal(status, wordIn(isRecord(body) ? body['error'] : '')));
};

const wordIn = (value: unknown): string => (typeof value === 'string' && /^[A-Za-z_]{1,60}$/.test(value) ? value : '');
