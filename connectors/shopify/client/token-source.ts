/** Supplies the access token of a shop (fixed, from the app's function, or by client credentials) and renews it in time. */
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { Clock } from '../../../src/domain/environment.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { type Secret, secret } from '../../../src/domain/secret.ts';
import { credentialsRefused, refused, unreachable } from '../errors.ts';
import type { SecretSource, ShopifyCredentials, TokenFunction, TokenRequest } from '../settings.ts';
import { isRecord } from '../../../src/domain/fields.ts';
import type { TokenFacts } from './refusal.ts';
import type { Send } from './send.ts';
import { earlyByMs, isTokenFailure } from '../../../src/mapping/token-failure.ts';
import { clientRefused, failureOfTokenStatus } from './failures.ts';
import { attempt } from '../../../src/domain/attempt.ts';

export interface TokenSource {
  readonly current: TE.TaskEither<SourceError, Secret>;
  /** Forgets a token that Shopify refused. False when no other token can be fetched. */
  readonly renew: (stale: Secret) => boolean;
  /** Facts about the token that was used last. */
  readonly facts: () => TokenFacts;
}

interface Ports extends Omit<TokenRequest, 'refused'> {
  readonly send: Send;
  readonly clock: Pick<Clock, 'now'>;
  readonly origin: string;
}

interface Token extends Pick<TokenFacts, 'expires'> {
  readonly value: Secret;
}

export const tokenSourceOf = (ports: Ports, credentials: ShopifyCredentials): TokenSource => {
  if (!('accessToken' in credentials)) {
    const { clientId, clientSecret } = credentials;
    return renewable(ports, 'client credentials', () => fetchToken(ports, clientId, clientSecret));
  }
  const { accessToken } = credentials;
  if (typeof accessToken !== 'function') {
    return {
      current: TE.right(accessToken),
      renew: () => false,
      facts: () => ({ source: 'fixed', expires: undefined }),
    };
  }
  const source = 'migrate' in accessToken ? 'session storage' : 'function';
  return renewable(ports, source, (stale) => callHost(ports, accessToken, stale));
};

/**
 * Fetches a token when it is first needed, five minutes before it expires, and once after Shopify refuses it. Requests share a
 * fetch.
 */
const renewable = (
  { clock }: Pick<Ports, 'clock'>,
  source: TokenFacts['source'],
  fetch: (stale: Secret | undefined) => TE.TaskEither<SourceError, Token>,
): TokenSource => {
  let last: Token | undefined;
  let stale: Secret | undefined;
  let fetching: Promise<E.Either<SourceError, Secret>> | undefined;

  const fetchNow = async (): Promise<E.Either<SourceError, Secret>> => {
    const fetched = await fetch(stale)();
    fetching = undefined;
    if (E.isLeft(fetched)) return fetched;
    const { value, expires } = fetched.right;
    // The same token stays the same secret: that is how the client recognizes it.
    last = { value: last?.value.reveal() === value.reveal() ? last.value : value, expires };
    stale = undefined;
    return E.right(last.value);
  };

  return {
    current: async () => {
      if (
        last !== undefined &&
        stale === undefined &&
        clock.now() < (last.expires ?? Number.POSITIVE_INFINITY) - earlyByMs
      )
        return E.right(last.value);
      fetching ??= fetchNow();
      return fetching;
    },
    renew: (refusedToken) => {
      // Another request may have renewed it already.
      if (last?.value === refusedToken) stale = refusedToken;
      return true;
    },
    facts: () => ({ source, expires: last?.expires }),
  };
};

const hostFailed: SourceError = {
  _tag: 'SourceUnreachable',
  message: "the function that returns the access token of this shop failed; see the app's own log",
  cause: 'ERR_CREDENTIALS',
};

const callHost =
  (
    { shop, exclusively }: Pick<Ports, 'shop' | 'exclusively'>,
    give: TokenFunction,
    stale: Secret | undefined,
  ): TE.TaskEither<SourceError, Token> =>
  async () => {
    try {
      const given = await give({ shop, exclusively, ...(stale !== undefined && { refused: stale.reveal() }) });
      const { accessToken = '', expires } = typeof given === 'string' ? { accessToken: given } : given;
      return accessToken.trim() === ''
        ? E.left(credentialsRefused('the function that returns the access token of this shop returned nothing'))
        : E.right({
            value: secret(accessToken),
            expires: typeof given === 'string' ? undefined : (expires?.getTime() ?? null),
          });
    } catch (error) {
      // An error of the host's own may contain anything, so it is not passed on.
      return E.left(isTokenFailure(error) ? error.failure : hostFailed);
    }
  };

const Grant = t.type({ access_token: t.string, expires_in: t.number }, 'access token');

const decodeGrant = decodeAs(Grant);

/**
 * A token by the client-credentials grant, from the configured origin.
 *
 * Source: shopify.dev, client credentials grant (`POST /admin/oauth/access_token`).
 */
const fetchToken =
  ({ send, clock, origin }: Ports, clientId: string, source: SecretSource): TE.TaskEither<SourceError, Token> =>
  () =>
    attempt(async (take) => {
      const clientSecret = await take(clientSecretFrom(source)());
      const askedAt = clock.now();
      const { status, header, body } = await take(
        TE.tryCatch(
          () =>
            send({
              url: `${origin}/admin/oauth/access_token`,
              headers: { 'content-type': 'application/json', accept: 'application/json' },
              body: JSON.stringify({
                client_id: clientId,
                client_secret: clientSecret.reveal(),
                grant_type: 'client_credentials',
              }),
            }),
          (error) => unreachable(error instanceof Error ? error.message : 'ERR_NETWORK'),
        )(),
      );
      const parsed = parsedOf(body);
      if (status !== 200) {
        const error = isRecord(parsed) ? String(parsed['error']) : '';
        return take(
          E.left(failureOfTokenStatus(status, header('retry-after'), (refused) => clientRefused(refused, error))),
        );
      }
      const grant = decodeGrant(parsed);
      return take(
        E.isLeft(grant)
          ? E.left(refused('Shopify did not answer the token request with a token; check the shop domain'))
          : E.right({
              value: secret(grant.right.access_token),
              expires: askedAt + grant.right.expires_in * 1000,
            }),
      );
    });

const parsedOf = (body: string): unknown =>
  E.toUnion(
    E.tryCatch(
      (): unknown => JSON.parse(body),
      () => undefined,
    ),
  );

const clientSecretFrom = (source: SecretSource): TE.TaskEither<SourceError, Secret> => {
  if (typeof source !== 'function') return TE.right(source);
  return async () => {
    const resolved = await TE.tryCatch(source, (): SourceError => ({
      _tag: 'SourceUnreachable',
      message: "the function that returns the client secret of this shop failed; see the app's own log",
      cause: 'ERR_CREDENTIALS',
    }))();
    return E.isRight(resolved) && resolved.right.reveal().trim() === ''
      ? E.left(credentialsRefused('the function that returns the client secret of this shop returned nothing'))
      : resolved;
  };
};
