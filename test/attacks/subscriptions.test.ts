import { describe, expect, it } from '@jest/globals';
import type { ScreenUser } from '../../src/index.ts';
import { plugins } from '../support/a-plugin.ts';
import { anApi } from '../support/an-api.ts';

const aPlugin = plugins();
const publicUrl = 'https://app.example/tax-nexus';
const path = '/storefronts/us-store/subscriptions';

const asking = async (user: ScreenUser, options: { readonly publicUrl?: string } = { publicUrl }) => {
  const plugin = await aPlugin({ authorize: () => user, ...options }, { shop: { orders: 1 } });
  const { ask } = await anApi(plugin.taxNexus);
  const audit = async (): Promise<readonly Record<string, unknown>[]> => {
    const today = new Date().toISOString().slice(0, 10);
    const { body } = await plugin.taxNexus.export({ from: today, to: today, what: 'audit', format: 'json' });
    return JSON.parse(await new Response(body).text()) as never;
  };
  return { ...plugin, ask, audit };
};

describe('a user who asks for the webhooks of a shop', () => {
  it('gets them sent to no address but that of the app, whatever form the address has', async () => {
    const { ask, shop, audit } = await asking({ name: 'Eve', may: ['view', 'operate', 'approve'] });
    for (const address of [
      'https://evil.example/tax-nexus/webhooks/us-store',
      'https://app.example.evil.example/tax-nexus/webhooks/us-store',
      'https://app.example@evil.example/tax-nexus/webhooks/us-store',
      'https://app.example:8443/tax-nexus/webhooks/us-store',
      'http://app.example/tax-nexus/webhooks/us-store',
      'https://app.example/other/webhooks/us-store',
      'https://app.example/tax-nexus/webhooks/eu-store',
      'https://app.example/tax-nexus/webhooks/../../other/us-store',
      'https://app.example/tax-nexus/webhooks/us-store?to=https://evil.example',
      'https://app.example/tax-nexus/webhooks/us-store#evil',
    ]) {
      for (const answer of [
        await ask('POST', path, { address }),
        await ask('GET', `${path}?${new URLSearchParams({ address }).toString()}`),
      ])
        expect([address, answer.status, (answer.body as { readonly code?: string }).code]).toStrictEqual([
          address,
          422,
          'INVALID',
        ]);
    }
    expect(shop.answers()).toStrictEqual({});
    expect(await audit()).toStrictEqual([]);
  });

  it('chooses none where the host names no address of its own, also by a forged host header', async () => {
    const { ask, shop } = await asking({ name: 'Eve' }, {});
    const forged = {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    };
    for (const body of [{ address: 'https://evil.example/tax-nexus/webhooks/us-store' }, {}])
      expect((await ask('POST', path, body, forged.headers)).status).toBe(422);
    expect(shop.answers()).toStrictEqual({});
  });

  it('needs the right to approve, and leaves an audit record', async () => {
    const operator = await asking({ name: 'Olga', may: ['view', 'operate'] });
    expect((await operator.ask('POST', path, {})).status).toBe(403);
    expect(operator.shop.answers()).toStrictEqual({});
    const approver = await asking({ name: 'Ada', may: ['view', 'approve'] });
    const { status, body } = await approver.ask('POST', path, {});
    expect([status, JSON.stringify(body)]).toStrictEqual([200, expect.stringContaining('"created"')]);
    expect(await approver.audit()).toMatchObject([
      { action: 'subscribe', answer: 'no answer', id: `${publicUrl}/webhooks/us-store` },
      {
        ...{ action: 'subscribe', answer: 'accepted', storefront: 'us-store', id: `${publicUrl}/webhooks/us-store` },
        ...{ decidedBy: 'Ada', cause: 'person', message: expect.stringContaining('orders/updated') },
      },
    ]);
  });
});
