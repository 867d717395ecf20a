import { describe, expect, it } from '@jest/globals';
import type { StorefrontSource } from '../../../src/mapping/source-connector.ts';
import { last, plugins } from '../../support/a-plugin.ts';

const aPlugin = plugins();
const days = { from: '2025-01-01', to: '2025-01-31' } as const;

/** A storefront whose source throws as often as that when it is opened, with something of the host's in its words. */
const failing = (source: StorefrontSource, times = Infinity): StorefrontSource => {
  let opened = 0;
  return {
    policy: source.policy,
    open: (environment) => {
      opened += 1;
      if (opened <= times) throw new TypeError('canary: what the host has looked up');
      return source.open(environment);
    },
  };
};

describe('a storefront whose source throws when it is opened', () => {
  it('is reported with what to do, and keeps neither the live worker nor the other storefronts from their work', async () => {
    const { another, source, logged } = await aPlugin();
    const storefronts = { 'us-store': source, 'eu-store': failing(source) };
    const taxNexus = another({ storefronts });
    await taxNexus.start();
    const { id } = await taxNexus.historicalSync.start(days);
    const end = await last(taxNexus.historicalSync.watch(id));
    expect(end.succeeded).toBeGreaterThan(0);
    expect(end.stops).toMatchObject([{ who: 'eu-store', cause: 'refused' }]);
    const { problems } = await taxNexus.tick();
    expect(problems).toMatchObject([{ storefront: 'eu-store', message: expect.stringContaining('(TypeError)') }]);
    const delivery = { topic: 'orders/updated', deliveryId: '1', payload: { id: 1 } };
    await expect(taxNexus.receive('eu-store' as 'us-store', delivery)).rejects.toMatchObject({
      code: 'DELIVERY_REFUSED',
    });
    const headers = { 'content-type': 'application/json' };
    const webhook = new Request('https://host.example/webhooks/eu-store', { method: 'POST', headers, body: '{}' });
    expect((await taxNexus.handler(webhook)).status).toBe(503);
    expect(logged.join()).toMatch(/cannot be opened; retrying: Its source failed .*\(TypeError\)\. Correct/);
    expect(logged.join()).not.toContain('canary');
  });

  it('does no more harm when it is its connector that throws, in the middle of the work', async () => {
    const { another, source } = await aPlugin();
    const throwing: StorefrontSource = {
      policy: source.policy,
      open: (environment) => ({
        ...source.open(environment),
        changes: () => {
          throw new TypeError('canary: what a record holds');
        },
      }),
    };
    const schedule = { catchUp: '* * * * *', reconcile: null };
    const { problems } = await another({ storefronts: { 'us-store': throwing }, schedule }).tick();
    expect(problems).toMatchObject([{ storefront: 'us-store', task: 'catchUp', cause: 'refused' }]);
    expect(JSON.stringify(problems)).toContain('failed with an internal error');
    expect(JSON.stringify(problems)).not.toContain('canary');
  });

  it('is opened again at its next use', async () => {
    const { another, source } = await aPlugin();
    const taxNexus = another({ storefronts: { 'us-store': failing(source, 1) } });
    const ends = [];
    for (let round = 0; round < 2; round += 1) {
      const { id } = await taxNexus.historicalSync.start(days);
      const { status, stops } = await last(taxNexus.historicalSync.watch(id));
      ends.push([status, stops.length]);
    }
    expect(ends.at(-1)).toStrictEqual(['finished', 0]);
  });
});
