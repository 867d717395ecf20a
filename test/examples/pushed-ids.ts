import { shopify } from '../../connectors/shopify/index.ts';
import { stripe } from '../../connectors/stripe/index.ts';
import { createTaxNexus } from '../../src/app/create-tax-nexus.ts';
import { sampleRange, startSandbox, type SandboxOptions } from '../../sandbox/index.ts';
import { last } from '../support/a-plugin.ts';

const silent = (): void => undefined;

/** Ids of the transactions that a historical sync of such a sandbox pushes, in order. */
export const pushedIds = async (options: SandboxOptions): Promise<readonly string[]> => {
  const { shop, stripeAccount, configuration, taxService, stop } = await startSandbox(options);
  const taxNexus = createTaxNexus({
    service: configuration.service,
    state: 'sqlite::memory:',
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    storefronts: {
      'us-store': shopify({ shop: shop.domain, accessToken: shop.accessToken, apiOrigin: shop.origin }),
      billing: stripe({
        secretKey: stripeAccount.secretKey,
        apiOrigin: stripeAccount.origin,
        timeZone: 'America/New_York',
      }),
    },
  });
  try {
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    return taxService.journal().map((entry) => entry.id);
  } finally {
    await taxNexus.stop();
    await stop();
  }
};
