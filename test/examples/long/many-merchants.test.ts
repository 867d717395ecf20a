import { afterAll, describe, expect, it } from '@jest/globals';
import { sampleRange, startSandbox } from '../../../sandbox/index.ts';
import { eventually } from '../../support/a-plugin.ts';
import { deliver } from '../../support/listening.ts';
import { shopifySecret } from '../../support/signed-webhook.ts';
import { examples } from '../an-example.ts';
import { webhookOfShopify } from '../platform-webhooks.ts';
import { pushedIds } from '../pushed-ids.ts';

const sample = { shop: { orders: 12 }, stripe: { sales: 1 } };
const orders = (await pushedIds(sample)).filter((id) => id.startsWith('shopify:'));
const sandbox = await startSandbox(sample);
afterAll(() => sandbox.stop());
const anExample = examples();

describe('the example for many merchants', () => {
  it('adds and removes them while it runs, and one with a revoked token delays no other', async () => {
    const { origin } = await anExample(sandbox, ['many-merchants/app.mjs']);
    const change = async (method: string, name: string, token = ''): Promise<number> => {
      const body = JSON.stringify({ shop: sandbox.shop.domain, token, since: sampleRange.from });
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${origin}/merchants/${name}`, { method, headers, body })).status;
    };
    const ring = async (name: string, id = ''): Promise<number> => {
      const webhook = await webhookOfShopify(id.split(':')[2] ?? '', shopifySecret);
      return (await deliver(`${origin}/tax-nexus/webhooks/${name}`, webhook)).status;
    };
    const arrived = (): readonly string[] => sandbox.taxService.journal().map(({ id }) => id);

    expect(await ring('acme', orders[0])).toBe(401);
    expect(await change('PUT', 'revoked', 'shpat_revoked')).toBe(204);
    expect(await change('PUT', 'acme', sandbox.shop.accessToken)).toBe(204);
    expect(await ring('revoked', orders[1])).toBe(200);
    expect(await ring('acme', orders[0])).toBe(200);
    await eventually(() => arrived().length > 0);
    expect(arrived()).toStrictEqual([orders[0]]);

    expect(await change('PUT', 'revoked', sandbox.shop.accessToken)).toBe(204);
    await eventually(() => arrived().length > 1);
    expect(arrived()).toStrictEqual([orders[0], orders[1]]);

    expect(await change('DELETE', 'acme')).toBe(204);
    expect(await ring('acme', orders[2])).toBe(401);

    expect(await ring('shopify', orders[2])).toBe(200);
    await eventually(() => arrived().length > 2);
    expect(arrived()).toStrictEqual(orders.slice(0, 3));
    expect(await change('DELETE', 'revoked')).toBe(204);
    expect(await ring('shopify', orders[3])).toBe(401);
  }, 120_000);
});
