import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { Clock } from '../../../src/domain/environment.ts';
import { type Secret, secret } from '../../../src/domain/secret.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { credentialsRefused, refused, unreachable } from '../errors.ts';
import { failureOfStatus } from './failure-of-status.ts';
import type { Send } from './send.ts';
import type { SecretSource, ShopifyCredentials } from '../settings.ts';
import { memoizeSuccess } from '../../../src/domain/memoize-success.ts';

/** Where the access token comes from. */
export interface TokenSource {
  readonly current: TE.TaskEither<SourceError, Secret>;
  /** Forgets a token that Shopify rejected. False when no other token can be fetched. */
  readonly renew: (stale: Secret) => boolean;
}

interface Ports {
  readonly send: Send;
  readonly clock: Pick<Clock, 'now'>;
  readonly origin: string;
}

const Grant = t.type({ access_token: t.string, expires_in: t.number }, 'access token');

const decodeGrant = decodeAs(Grant);

/** A token is renewed before it expires, so that no page fails. */
const earlyByMs = 5 * 60_000;

interface Token {
  readonly value: Secret;
  readonly usableUntil: number;
}

const fetchToken =
  ({ send, clock, origin }: Ports, clientId: string, source: SecretSource): TE.TaskEither<SourceError, Token> =>
  async () => {
    const clientSecret = await resolveSecret(source, 'client secret')();
    if (E.isLeft(clientSecret)) return clientSecret;
    const askedAt = clock.now();
    const answer = await TE.tryCatch(
      () =>
        send({
          url: `${origin}/admin/oauth/access_token`,
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({
            client_id: clientId,
            client_secret: clientSecret.right.reveal(),
            grant_type: 'client_credentials',
          }),
        }),
      (error) => unreachable(error instanceof Error ? error.message : 'ERR_NETWORK'),
    )();
    if (E.isLeft(answer)) return answer;
    const { status, header, body } = answer.right;
    if (status === 400 || status === 401 || status === 403) {
      return E.left(
        credentialsRefused(
          `Shopify does not accept the app's client id and secret in this shop (${status}); check both, and that the app is installed`,
        ),
      );
    }
    if (status !== 200) return E.left(failureOfStatus(status, header('retry-after')));
    const grant = decodeGrant(
      E.toUnion(
        E.tryCatch(
          (): unknown => JSON.parse(body),
          () => undefined,
        ),
      ),
    );
    return E.isLeft(grant)
      ? E.left(refused('Shopify did not answer the token request with a token; check the shop domain'))
      : E.right({
          value: secret(grant.right.access_token),
          usableUntil: askedAt + grant.right.expires_in * 1000 - earlyByMs,
        });
  };

/**
 * The token source of some credentials: a fixed token, one that the host stores, or tokens by the client-credentials grant.
 * Those are fetched when first needed, again five minutes before their 24 hours end, and once after Shopify rejects one.
 * Concurrent requests share one fetch.
 *
 * Source: shopify.dev, client credentials grant (`POST /admin/oauth/access_token`).
 */
export const tokenSourceOf = (ports: Ports, credentials: ShopifyCredentials): TokenSource => {
  if ('accessToken' in credentials) {
    const { accessToken } = credentials;
    return typeof accessToken === 'function'
      ? tokenOfHost(resolveSecret(accessToken, 'access token'))
      : { current: TE.right(accessToken), renew: () => false };
  }
  const { clientId, clientSecret } = credentials;
  let current: Token | undefined;
  let fetching: Promise<E.Either<SourceError, Token>> | undefined;
  return {
    current: async () => {
      if (current !== undefined && ports.clock.now() < current.usableUntil) return E.right(current.value);
      fetching ??= fetchToken(ports, clientId, clientSecret)();
      const fetched = await fetching;
      fetching = undefined;
      if (E.isLeft(fetched)) return fetched;
      current = fetched.right;
      return E.right(fetched.right.value);
    },
    renew: (stale) => {
      // Another request may have renewed it already.
      if (current?.value === stale) current = undefined;
      return true;
    },
  };
};

/** A token that the host stores: read once, and again after Shopify rejects it. */
const tokenOfHost = (resolve: TE.TaskEither<SourceError, Secret>): TokenSource => {
  let current: Secret | undefined;
  let ask = memoizeSuccess(resolve);
  return {
    current: async () => {
      const token = await ask();
      if (E.isRight(token)) current = token.right;
      return token;
    },
    renew: (stale) => {
      // Another request may have read a new one already.
      if (current === stale) ask = memoizeSuccess(resolve);
      return true;
    },
  };
};

/**
 * Resolves a secret. A failing host function may be retried; its error may contain anything, so it is not passed on.
 *
 * @param what such as `access token`
 */
const resolveSecret = (source: SecretSource, what: string): TE.TaskEither<SourceError, Secret> => {
  if (typeof source !== 'function') return TE.right(source);
  return async () => {
    const resolved = await TE.tryCatch(source, (): SourceError => ({
      _tag: 'SourceUnreachable',
      message: `the function that returns the ${what} of this shop failed; see the app's own log`,
      cause: 'ERR_CREDENTIALS',
    }))();
    return E.isRight(resolved) && resolved.right.reveal().trim() === ''
      ? E.left(credentialsRefused(`the function that returns the ${what} of this shop returned nothing`))
      : resolved;
  };
};
