import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { shopify } from '../../../connectors/shopify/index.ts';
import { createTaxNexus } from '../../../src/app/create-tax-nexus.ts';
import { orderPayload } from '../../support/signed-webhook.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

const aPlugin = (apiKey = 'key') =>
  createTaxNexus({
    service: { baseUrl: 'http://127.0.0.1:9', apiKey },
    state: `sqlite:${join(folder, 'book.db')}`,
    storefronts: { 'us-store': shopify({ shop: 'acme.myshopify.com', accessToken: 'shpat_1' }) },
    logger: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  });

const delivery = { topic: 'ORDERS_UPDATED', deliveryId: 'delivery-1', payload: orderPayload('450789469') };

describe('a delivery that the host has verified by itself', () => {
  it('is refused with STOPPED once the plugin is stopped', async () => {
    const taxNexus = aPlugin();
    await taxNexus.stop();
    await expect(taxNexus.receive('us-store', delivery)).rejects.toMatchObject({ code: 'STOPPED' });
  });

  it('is refused with CONFIGURATION, and what is wrong, when an option is', async () => {
    await expect(aPlugin('').receive('us-store', delivery)).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining('service.apiKey: it is empty'),
    });
  });
});
