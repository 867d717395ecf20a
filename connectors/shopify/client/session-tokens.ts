/** Takes access tokens from the app's own session storage, and refreshes them without overtaking the app or another process. */
import { type Lock, processLock } from '../../../src/domain/async.ts';
import { credentialsRefused, unreachable } from '../errors.ts';
import type { AccessToken, TokenFunction, TokenRequest } from '../settings.ts';
import { migrateToken, type TokenMigration } from './migrate-token.ts';
import { appLibraryOf } from './app-library.ts';
import type { AppSession, AppSessionStorage, SessionLibrary, SessionTokenOptions } from './session-token-options.ts';
import { callLibrary } from './shopify-library.ts';
import { earlyByMs, isTokenFailure, TokenFailure } from '../../../src/mapping/token-failure.ts';

/** The tokens of an app's session storage, as `accessToken` of `shopify()`. */
export interface SessionTokens extends TokenFunction {
  /**
   * Exchanges a shop's token that does not expire for one that does; without `isAgreed` it only checks. The rejection says what
   * to do, without secrets. The default lock is within this process.
   */
  readonly migrate: (request: {
    readonly shop: string;
    readonly isAgreed?: boolean;
    readonly exclusively?: Lock;
  }) => Promise<TokenMigration>;
}

/** The library and the storage in use. */
interface SessionAccess<S> {
  readonly shopify: SessionLibrary<S>;
  readonly sessionStorage: AppSessionStorage<S>;
  readonly load: (shop: string) => Promise<S>;
}

/**
 * The tokens of the app's own session storage. A token with less than five minutes left, or one that Shopify refuses, is
 * refreshed and stored: one refresh of a shop at a time in all processes that share the sync database. What the app itself
 * has stored since is used instead.
 *
 * @example
 * shopify({ shop, accessToken: tokenFromSessions({ shopify: api, sessionStorage }), webhookSecrets })
 * shopify({ shop, accessToken: tokenFromSessions({ clientId, clientSecret, sessionStorage }), webhookSecrets })
 */
export const tokenFromSessions = <S extends AppSession>(options: SessionTokenOptions<S>): SessionTokens => {
  const open = async (): Promise<SessionAccess<S>> => {
    const { sessionStorage } = options;
    const shopify = await appLibraryOf(options);
    return { shopify, sessionStorage, load: loadFrom(shopify, sessionStorage) };
  };
  const give: TokenFunction = (request) =>
    orStorageFailed(async () => {
      const { shop, refused, exclusively } = request;
      const access = await open();
      const { load } = access;
      const isUsable = (session: S): boolean => session.accessToken !== refused && !session.isExpired(earlyByMs);
      const stored = await load(shop);
      if (isUsable(stored)) return stored;
      return exclusively(`token ${shop}`, async () => {
        // Another process may have refreshed it while this one waited.
        const latest = await load(shop);
        return isUsable(latest) ? latest : refresh(access, latest, request);
      });
    });
  return Object.assign(give, {
    migrate: ({ shop, isAgreed = false, exclusively = processLock }: Parameters<SessionTokens['migrate']>[0]) =>
      orStorageFailed(() =>
        exclusively(`token ${shop}`, async () => {
          const access = await open();
          return migrateToken(access, await access.load(shop), shop, isAgreed);
        }),
      ),
  });
};

const mustOpen = 'A merchant must open the app in the Shopify admin';

const loadFrom =
  <S extends AppSession>(shopify: SessionLibrary<S>, sessionStorage: AppSessionStorage<S>): SessionAccess<S>['load'] =>
  async (shop) => {
    const session = await sessionStorage.loadSession(shopify.session.getOfflineId(shop));
    if (session !== undefined) return session;
    throw new TokenFailure(
      credentialsRefused(`The app has no session of ${shop}: the app is not installed there. ${mustOpen}`),
    );
  };

const storageFailed = {
  ...unreachable('ERR_SESSION_STORAGE'),
  message: "the app's session storage, or the lock in the sync database, failed; see the app's own log",
};

/** An error of the host's storage may contain anything, so it is not passed on. */
const orStorageFailed = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work();
  } catch (error) {
    throw isTokenFailure(error) ? error : new TokenFailure(storageFailed);
  }
};

const refresh = async <S extends AppSession>(
  { shopify, sessionStorage, load }: SessionAccess<S>,
  stored: S,
  { shop, refused }: TokenRequest,
): Promise<S> => {
  const { refreshToken } = stored;
  if (refreshToken === undefined) {
    if (!stored.isExpired()) return stored;
    throw new TokenFailure(
      credentialsRefused(`The session of ${shop} has expired and has no refresh token. ${mustOpen}`),
    );
  }
  const isStillValid = stored.accessToken !== refused && !stored.isExpired();
  try {
    const { session } = await callLibrary(
      shopify,
      () => shopify.auth.refreshToken({ shop, refreshToken }),
      refreshRefused,
    );
    // The app itself refreshes without our lock. Of two pairs, the later one is current at Shopify.
    const since = await load(shop);
    const isOvertaken = since.refreshToken !== refreshToken && expiryOf(since) > expiryOf(session);
    if (isOvertaken) return since;
    // A pair that is not stored is not used: until then, the stored refresh token stays valid.
    if (await sessionStorage.storeSession(session)) return session;
    throw new TokenFailure(storageFailed);
  } catch (error) {
    const since = await load(shop);
    if (since.refreshToken !== refreshToken) return since;
    if (isStillValid) return stored;
    throw error;
  }
};

const refreshRefused = (status: number, error: string): string =>
  error === 'invalid_client'
    ? `Shopify does not accept the app's client id and secret (${status}); check those of the shopifyApi object`
    : `Shopify does not accept the refresh token of this shop (${status}): it has expired or was replaced, or the app was uninstalled. ${mustOpen}; the sync then continues`;

const expiryOf = ({ expires }: AccessToken): number => expires?.getTime() ?? Number.POSITIVE_INFINITY;
