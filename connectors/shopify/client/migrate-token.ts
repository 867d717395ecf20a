/** Exchanges a shop's permanent access token for one that expires, because Shopify refuses permanent tokens from 2027 on. */
import { credentialsRefused, refused } from '../errors.ts';
import type { AppSession, AppSessionStorage, SessionLibrary } from './session-token-options.ts';
import { callLibrary } from './shopify-library.ts';
import { TokenFailure } from '../../../src/mapping/token-failure.ts';

/** What a migration found or did. */
export interface TokenMigration {
  readonly state: 'expires already' | 'can be migrated' | 'migrated';
  readonly expires?: Date | null | undefined;
}

interface Given<S> {
  readonly shopify: SessionLibrary<S>;
  readonly sessionStorage: AppSessionStorage<S>;
}

const daysLeft =
  'The new token could not be stored, and the old one no longer works. Correct the session storage and run this again within seven days: Shopify then returns the same token';

/**
 * The old token stops working. Without `isAgreed`, only the stored session is checked.
 *
 * @param stored the session that was read under the lock
 */
export const migrateToken = async <S extends AppSession>(
  given: Given<S>,
  stored: S,
  shop: string,
  isAgreed: boolean,
): Promise<TokenMigration> => {
  const { expires, refreshToken, accessToken } = stored;
  if (refreshToken !== undefined || (expires ?? null) !== null) return { state: 'expires already', expires };
  if (accessToken === undefined) throw new TokenFailure(credentialsRefused(`The session of ${shop} has no token`));
  if (!isAgreed) return { state: 'can be migrated' };
  if (!(await keepsRefreshTokens(given, shop))) {
    throw new TokenFailure(
      refused(
        "The app's session storage does not keep refresh tokens, so nothing was changed. Update its package, and add the columns refreshToken and refreshTokenExpires to its table",
      ),
    );
  }
  const { shopify, sessionStorage } = given;
  const { session } = await callLibrary(
    shopify,
    () => shopify.auth.migrateToExpiringToken({ shop, nonExpiringOfflineAccessToken: accessToken }),
    exchangeRefused,
  );
  const isStored = await sessionStorage.storeSession(session).catch(() => false);
  if (!isStored) throw new TokenFailure(refused(daysLeft));
  return { state: 'migrated', expires: session.expires };
};

/** A storage whose table has no column for refresh tokens would lose the shop an hour after the exchange. */
const keepsRefreshTokens = async <S extends AppSession>(
  { shopify, sessionStorage }: Given<S>,
  shop: string,
): Promise<boolean> => {
  const id = `tax-nexus-migration-check_${shop}`;
  const value = 'check';
  const later = new Date(Date.now() + 3_600_000);
  const fields = { id, accessToken: value, expires: later, refreshToken: value, refreshTokenExpires: later };
  try {
    const isStored = await sessionStorage.storeSession(
      Object.assign(shopify.session.customAppSession(shop), { ...fields, scope: value }),
    );
    const kept = await sessionStorage.loadSession(id);
    return isStored && kept?.refreshToken === value && kept.expires instanceof Date;
  } catch {
    return false;
  } finally {
    await sessionStorage.deleteSession(id);
  }
};

const exchangeRefused = (status: number): string =>
  `Shopify does not exchange the token of this shop (${status}): the token is not valid, is of another app than the shopifyApi object, or was exchanged more than seven days ago. A merchant must open the app in the Shopify admin`;
