import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/options-or-empty.ts';
import { secret, webhookSecret } from '../../src/domain/secret.ts';
import { defaultPolicy, policyWith } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { shopifyConnector } from './connector.ts';
import { optionsProblems } from './options-problems.ts';
import type { Credential, ShopifyOptions } from './options.ts';
import type { SecretSource, ShopifyCredentials } from './settings.ts';

const sourceOf = (credential: Credential): SecretSource =>
  typeof credential === 'function' ? async () => secret(await credential()) : secret(credential);

const credentialsOf = ({ accessToken, clientId, clientSecret }: ShopifyOptions): ShopifyCredentials =>
  accessToken === undefined
    ? { clientId: clientId ?? '', clientSecret: sourceOf(clientSecret ?? '') }
    : { accessToken: sourceOf(accessToken) };

/**
 * A Shopify shop as a storefront of `createTaxNexus`. Opens nothing and asks nobody until it is used.
 *
 * @throws TypeError that names everything that is wrong with the options, and no value of them.
 * @example
 * shopify({ shop: 'acme.myshopify.com', accessToken: () => vault.read('shopify'), webhookSecrets: [appSecret] })
 */
export const shopify = (options: ShopifyOptions): StorefrontSource => {
  const { shop, ...others } = optionsOrEmpty(options);
  const given = { ...others, shop: typeof shop === 'string' ? shop.trim().toLowerCase() : '' };
  const problems = optionsProblems(given);
  if (problems.length > 0) throw new TypeError(`shopify(): ${problems.join('; ')}`);
  const policy = E.getOrElse(() => defaultPolicy)(policyWith(given.policy ?? {}));
  const settings = {
    shop: given.shop,
    credentials: credentialsOf(given),
    webhookSecrets: (given.webhookSecrets ?? []).map(webhookSecret),
    apiOrigin: given.apiOrigin ?? null,
    reading: given.reading,
    policy,
  };
  return { policy, since: given.since ?? null, open: ({ clock }) => shopifyConnector({ ...settings, clock }) };
};
