import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { TokenMigration } from '../../connectors/shopify/client/migrate-token.ts';
import type { SessionTokens } from '../../connectors/shopify/client/session-tokens.ts';
import { isTokenFailure } from '../mapping/token-failure.ts';
import type { SourceError } from '../domain/errors.ts';
import type { Lock } from '../domain/lock.ts';
import type { StorefrontConfiguration } from './configuration/configuration.ts';

const sessionTokensOf = (storefront: StorefrontConfiguration): SessionTokens | undefined => {
  if (storefront.connector !== 'shopify' || !('accessToken' in storefront.credentials)) return undefined;
  const { accessToken } = storefront.credentials;
  return typeof accessToken === 'function' && 'migrate' in accessToken ? (accessToken as SessionTokens) : undefined;
};

/** See `SessionTokens.migrate`. None when the storefront's token does not come from a session storage. */
export const migrateStorefrontToken = async (
  storefront: StorefrontConfiguration,
  exclusively: Lock,
  isAgreed: boolean,
): Promise<E.Either<SourceError, O.Option<TokenMigration>>> => {
  const tokens = sessionTokensOf(storefront);
  if (tokens === undefined || storefront.connector !== 'shopify') return E.right(O.none);
  try {
    return E.right(O.some(await tokens.migrate({ shop: storefront.shop, isAgreed, exclusively })));
  } catch (error) {
    if (isTokenFailure(error)) return E.left(error.failure);
    throw error;
  }
};
