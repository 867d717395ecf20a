/** Refreshes the access token of an account that installed a Stripe App, without losing the only refresh token that works. */
import { fieldOf } from '../../../src/domain/fields.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs } from '../../../src/domain/decode.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { secret } from '../../../src/domain/secret.ts';
import { earlyByMs, isTokenFailure, TokenFailure } from '../../../src/mapping/token-failure.ts';
import { toSourceError } from '../errors.ts';
import type { Credential, KeyFunction, KeyRequest } from '../options.ts';
import { makeStripe } from './make-stripe.ts';
import { toStripeFailure } from './to-stripe-failure.ts';

/** The tokens that an account has granted to a Stripe App. */
export interface OAuthKeys {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** When the access token expires. Default: unknown, so it is refreshed when it is first needed. */
  readonly expires?: Date | null | undefined;
}

/** What `keyFromOAuth` takes. */
export interface OAuthKeyOptions {
  /** The account that has installed the app, `acct_…`. */
  readonly account: string;
  /** The secret key of the app's own account, in the same mode. */
  readonly appKey: Credential;
  /** The tokens of this account as your app keeps them; undefined when it has none. */
  readonly load: () => Promise<OAuthKeys | undefined>;
  /** Keeps a new pair in place of the old one, in one step. */
  readonly store: (keys: Required<OAuthKeys>) => Promise<unknown>;
  /** Another origin to talk to, for tests and proxies. Default https://api.stripe.com. */
  readonly apiOrigin?: string | undefined;
}

/**
 * The key of an account that has installed a Stripe App with OAuth, as `secretKey` of `stripe()`. An access token lasts an hour.
 * One with less than five minutes left, or one that Stripe refuses, is refreshed and stored: one refresh of an account at a time
 * in all processes that share the sync database.
 *
 * Source: docs.stripe.com/stripe-apps/api-authentication/oauth. A refresh token lasts a year and is replaced at each refresh.
 *
 * @example
 * const secretKey = keyFromOAuth({ account: 'acct_1Q', appKey: process.env.STRIPE_APP_KEY ?? '', load: readTokens, store: writeTokens });
 * stripe({ secretKey, timeZone: 'America/New_York' });
 */
export const keyFromOAuth = (options: OAuthKeyOptions): KeyFunction => {
  const { account, load, store } = options;
  /** A pair that your app could not store: its refresh token is the only one that works, so it is kept until it is stored. */
  let notStored: Required<OAuthKeys> | undefined;
  let storing: Promise<OAuthKeys> | undefined;

  const storePair = async (pair: Required<OAuthKeys>): Promise<OAuthKeys> => {
    try {
      await store(pair);
      if (notStored === pair) notStored = undefined;
      return pair;
    } finally {
      storing = undefined;
    }
  };

  const latest = async (): Promise<OAuthKeys> => {
    // Calls share a store, so that a slow one cannot overwrite a newer pair in your app.
    if (notStored !== undefined) return (storing ??= storePair(notStored));
    const keys = await load();
    if (keys !== undefined) return keys;
    throw new TokenFailure(
      refusedKeys(`Your app has no tokens of ${account}: the app is not installed there. ${mustInstall}`),
    );
  };

  const refresh = async (keys: OAuthKeys, { refused }: KeyRequest): Promise<OAuthKeys> => {
    const granted = await refreshKeys(options, keys.refreshToken);
    if (E.isRight(granted)) {
      notStored = granted.right;
      return latest();
    }
    // Another process without this lock, such as your app itself, may have refreshed them.
    const since = await latest();
    if (since.refreshToken !== keys.refreshToken) return since;
    if (isUsable(keys, refused, 0)) return keys;
    throw new TokenFailure(granted.left);
  };

  return async (request) => {
    const asKey = ({ accessToken, expires }: OAuthKeys) => ({ key: accessToken, expires });
    try {
      const stored = await latest();
      if (isUsable(stored, request.refused, earlyByMs)) return asKey(stored);
      return await request.exclusively(`stripe oauth ${account}`, async () => {
        const again = await latest();
        return asKey(isUsable(again, request.refused, earlyByMs) ? again : await refresh(again, request));
      });
    } catch (error) {
      // An error of the host's own may contain anything, so it is not passed on.
      throw isTokenFailure(error) ? error : new TokenFailure(storageFailed);
    }
  };
};

const isUsable = ({ accessToken, expires }: OAuthKeys, refused: string | undefined, early: number): boolean =>
  accessToken !== refused && Date.now() < (expires?.getTime() ?? 0) - early;

const mustInstall = 'The merchant must install the app again in the Stripe dashboard; the sync then continues';

const refusedKeys = (message: string): SourceError => ({ _tag: 'SourceCredentialsRefused', message });

const storageFailed: SourceError = {
  _tag: 'SourceUnreachable',
  message: "load or store of the app's OAuth tokens, or the lock in the sync database, failed; see the app's own log",
  cause: 'ERR_CREDENTIALS',
};

const Grant = t.intersection(
  [t.type({ access_token: t.string, refresh_token: t.string }), t.partial({ expires_in: t.number })],
  'OAuth tokens',
);

const decodeGrant = decodeAs(Grant);

/** Seconds, if Stripe does not state the lifetime. */
const usualLife = 3_600;

const refreshKeys = async (
  { account, appKey, apiOrigin }: OAuthKeyOptions,
  refreshToken: string,
): Promise<E.Either<SourceError, Required<OAuthKeys>>> => {
  const secretKey = secret(typeof appKey === 'function' ? await appKey() : appKey);
  const made = makeStripe({ secretKey, account: null, apiOrigin: apiOrigin ?? null });
  if (E.isLeft(made)) return E.left(toSourceError(made.left));
  const askedAt = Date.now();
  try {
    const request = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const grant = decodeGrant(await made.right.rawRequest('POST', '/v1/oauth/token', request));
    if (E.isLeft(grant)) return E.left(toSourceError(grant.left));
    const { access_token: accessToken, refresh_token, expires_in: life = usualLife } = grant.right;
    return E.right({ accessToken, refreshToken: refresh_token, expires: new Date(askedAt + life * 1_000) });
  } catch (error) {
    return E.left(refreshFailure(account, error));
  }
};

const refreshFailure = (account: string, error: unknown): SourceError => {
  const type = fieldOf(error, 'type');
  if (type === 'StripeInvalidGrantError') {
    return refusedKeys(
      `Stripe does not accept the refresh token of ${account}: it has expired or was replaced, or the app was uninstalled. ${mustInstall}`,
    );
  }
  const failure = toStripeFailure('OAuth tokens')(error);
  return failure._tag === 'SourceCredentialsRefused' || type === 'StripeInvalidClientError'
    ? refusedKeys(
        'Stripe does not accept the secret key of the app (appKey); give that of the account that owns the app',
      )
    : toSourceError(failure);
};
