/** Turns an app's options for a Shopify shop into a storefront, and finds every mistake in them without showing a secret. */
import * as E from 'fp-ts/lib/Either.js';
import { optionsOrEmpty } from '../../src/domain/fields.ts';
import { readSetting } from '../../src/domain/setting.ts';
import { policyUnder } from '../../src/mapping/policy.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { refusedSource, sharedOf } from '../../src/mapping/storefront-settings.ts';
import { shopifyConnector } from './connector.ts';
import type { ShopifyOptions } from './options.ts';
import { type ShopifyStorefront, shopifyStorefront } from './storefront.ts';
import { sharedAddressOf } from './webhooks/receive-webhook.ts';

/**
 * A Shopify shop as a storefront of `createTaxNexus`. Opens no connection until it is used. Problems with the options, such as a
 * secret that is not set, are reported then as well, without their values.
 *
 * @example
 * shopify({ shop: 'acme.myshopify.com', accessToken: () => vault.read('shopify'), webhookSecrets: [appSecret] })
 */
export const shopify = (options: ShopifyOptions): StorefrontSource => {
  const given = optionsOrEmpty(options);
  const read = readSetting('')(shopifyStorefront(process.env), given);
  return {
    ...(E.isRight(read) ? shopifySource(read.right) : refusedSource('shopify()', read.left)),
    withDefaults: (defaults) => shopify({ ...options, policy: policyUnder(given.policy, defaults) }),
  };
};

export const shopifySource = (storefront: ShopifyStorefront): StorefrontSource => ({
  ...sharedOf(storefront),
  sharedAddress: sharedAddressOf(storefront.shop),
  problems: [],
  open: (environment) => shopifyConnector({ ...storefront, ...environment }),
});
