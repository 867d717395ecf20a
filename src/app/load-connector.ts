/**
 * The table of connectors, the only file that knows them all. It loads only the connectors that storefronts name, so that a command starts
 * at once.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { refusingConnector } from './refusing-connector.ts';
import type { SourceError } from '../domain/errors.ts';
import { type Lock, processLock } from '../domain/async.ts';
import type { Readiness, StorefrontSource } from '../mapping/source-connector.ts';
import { ownSource } from '../mapping/own-storefront.ts';
import { sharedOf } from '../mapping/storefront-settings.ts';
import type { Configuration, StorefrontConfiguration } from './configuration/configuration.ts';
import { systemClock } from './system-environment.ts';
import type { TokenMigration } from '../../connectors/shopify/client/migrate-token.ts';
import type { SessionTokens } from '../../connectors/shopify/client/session-tokens.ts';
import { isTokenFailure } from '../mapping/token-failure.ts';

export const loadSources = async (
  storefronts: Configuration['storefronts'],
): Promise<Readonly<Record<string, StorefrontSource>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(storefronts).map(async ([name, storefront]) => [name, await loadSource(storefront)] as const),
    ),
  );

/** Asks a storefront's platform for its account, permissions and reachable history. Opens no sync database. */
export const checkStorefront = async (
  storefront: StorefrontConfiguration,
): Promise<E.Either<SourceError, Readiness>> => {
  const { open } = await loadSource(storefront);
  return open({ clock: systemClock, exclusively: processLock }).check();
};

/** The `[webhooks]` section of `shopify.app.toml` for an address. */
export const shopifyWebhooksToml = async (address: string): Promise<E.Either<string, string>> => {
  const { webhooksToml } = await import('../../connectors/shopify/webhooks/subscriptions.ts');
  return webhooksToml(address);
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

const stripeMissing = 'the package stripe, which Stripe storefronts need, is not installed; run npm install stripe';

const loadSource = async (storefront: StorefrontConfiguration): Promise<StorefrontSource> => {
  switch (storefront.connector) {
    case 'shopify': {
      const { shopifySource } = await import('../../connectors/shopify/shopify.ts');
      return shopifySource(storefront);
    }
    case 'stripe': {
      const found = await import('../../connectors/stripe/stripe.ts').catch(nullIfMissing);
      return found === null
        ? { ...sharedOf(storefront), open: () => refusingConnector(stripeMissing) }
        : found.stripeSource(storefront);
    }
    case 'own':
      return ownSource({ ...storefront, connector: storefront.source });
  }
};

/** Stripe's package is an optional peer. Rejects with any other error. */
const nullIfMissing = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
  throw error;
};

const sessionTokensOf = (storefront: StorefrontConfiguration): SessionTokens | undefined => {
  if (storefront.connector !== 'shopify' || !('accessToken' in storefront.credentials)) return undefined;
  const { accessToken } = storefront.credentials;
  return typeof accessToken === 'function' && 'migrate' in accessToken ? (accessToken as SessionTokens) : undefined;
};
