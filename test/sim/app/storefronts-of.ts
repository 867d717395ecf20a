import { shopifyConnector } from '../../../connectors/shopify/index.ts';
import { stripeConnector } from '../../../connectors/stripe/index.ts';
import { secret } from '../../../src/domain/secret.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import type { SyncPorts } from '../../../src/pipeline/index.ts';
import type { Life } from '../kernel/life.ts';
import { resultHost } from '../world/shopify/bulk/result-host.ts';
import { shopSend } from '../world/shopify/shop-send.ts';
import { stripeWay } from '../world/stripe/stripe-way.ts';
import type { Tools } from './alterations.ts';
import { altered } from './altered.ts';
import type { App } from './app.ts';
import { signingSecret } from './signing-secret.ts';

/** The storefronts of one process: real connectors, over simulated ways to their platforms. */
export const storefrontsOf = (app: App, life: Life, tools: Tools): SyncPorts['storefronts'] => {
  const { setting, alter, shops, accounts } = app;
  const { clock } = tools;
  const { refunds, additions, disputes, undoneSales } = setting;
  const adjustments = { ...defaultPolicy.adjustments, refunds, additions, disputes, undoneSales };
  const plainPolicy = { ...defaultPolicy, adjustments, metadata: { tax: 'tax' } };
  const policy = alter.policy?.(plainPolicy) ?? plainPolicy;
  const connectorOf = (name: string): SourceConnector => {
    const webhookSecrets = [secret(signingSecret)];
    const shop = shops.find(({ storefront }) => storefront === name);
    if (shop !== undefined) {
      const credentials = { accessToken: secret('shpat_CANARY_TOKEN') };
      const { reading } = setting;
      const settings = { shop: shop.domain, credentials, webhookSecrets, apiOrigin: null, reading, policy, clock };
      const send = altered(alter.shopify, shopSend({ ...app, shop }, life), tools);
      return shopifyConnector(settings, send, resultHost({ ...app, shop }, life));
    }
    const account = accounts.find(({ storefront }) => storefront === name);
    if (account === undefined) throw new Error(`no storefront ${name}`);
    const settings = {
      secretKey: secret('sk_live_CANARY_KEY'),
      webhookSecrets,
      account: null,
      apiOrigin: null,
      timeZone: account.zone.name,
      policy,
      clock,
    };
    return stripeConnector(settings, stripeWay({ ...app, account }, life));
  };
  return Object.fromEntries(
    setting.storefronts.map((name) => {
      const connector = connectorOf(name);
      return [name, { connector: altered(alter.connector, connector, tools), policy, since: setting.liveSince }];
    }),
  );
};
