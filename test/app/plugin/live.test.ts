import { beforeAll, describe, expect, it } from '@jest/globals';
import { shopify } from '../../../connectors/shopify/index.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { isOverWithin, eventually, last, plugins } from '../../support/a-plugin.ts';
import { orderPayload, requestOf, shopifyWebhook } from '../../support/signed-webhook.ts';

const aPlugin = plugins();

/** Ids of orders that the service is sent about, as a sync of the same sample finds them. */
const pushedOrders = async (plugin: Awaited<ReturnType<typeof aPlugin>>): Promise<readonly string[]> => {
  const { id } = await plugin.taxNexus.historicalSync.start(sampleRange);
  await last(plugin.taxNexus.historicalSync.watch(id));
  return plugin.taxService.journal().map((entry) => entry.id.split(':')[2] ?? '');
};

let orderId = '';
beforeAll(async () => {
  [orderId = ''] = await pushedOrders(await aPlugin());
});

const ring = (orderId: string, deliveryId = `event-${orderId}`): Request =>
  requestOf(shopifyWebhook(orderPayload(orderId), { deliveryId }));

describe('a started plugin', () => {
  it('sends an order seconds after its webhook, and once for many', async () => {
    const { taxNexus, taxService, events, logged } = await aPlugin();
    await taxNexus.start();
    for (let count = 0; count < 20; count += 1) {
      expect((await taxNexus.handler(ring(orderId, `event-${count % 7}`))).status).toBe(200);
    }
    await eventually(() => taxService.journal().length > 0);
    await eventually(async () => (await taxNexus.waiting()).every(({ due }) => due === 0));
    expect(taxService.journal().map(({ id }) => id.split(':')[2])).toStrictEqual([orderId]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'record.settled',
        storefront: 'us-store',
        sourceId: orderId,
        outcome: 'succeeded',
      }),
    );
    // A later report of the same sale, and one of a sale that no one has.
    const later = { ...orderPayload(orderId), updated_at: '2026-01-02T00:00:00Z' };
    await taxNexus.handler(requestOf(shopifyWebhook(later, { deliveryId: 'event-later' })));
    await taxNexus.handler(ring('4711'));
    await eventually(() => logged.some((line) => line.includes('The platform does not show this record yet')));
    await eventually(() => logged.some((line) => line.includes('A sale is already in the service.')));
    expect(logged.filter((line) => line.includes('A sale was pushed.'))).toHaveLength(1);
    expect(JSON.stringify([events, logged])).not.toMatch(/canary/i);
  });

  it('keeps requests from before the start, and works on them then', async () => {
    const { taxNexus, taxService, another } = await aPlugin();
    expect((await taxNexus.handler(ring(orderId))).status).toBe(200);
    await taxNexus.stop();
    const restarted = another();
    await restarted.start();
    await eventually(() => taxService.journal().length === 1);
  });

  it('retries a live sale as after a webhook, and never ends live sales', async () => {
    const { taxNexus, taxService } = await aPlugin();
    taxService.setFaults([{ on: 'push', fault: { kind: 'status', status: 422, when: 'before' } }]);
    await taxNexus.handler(ring(orderId));
    await taxNexus.tick({ budgetMs: 5_000 });
    const live = { id: 'live:us-store' };
    expect((await taxNexus.historicalSync.lines(live.id)).items).toMatchObject([{ outcome: 'failed' }]);
    taxService.setFaults([]);
    expect(await taxNexus.historicalSync.retry(live.id)).toStrictEqual(live);
    // No worker was started, so that this process sends it. A tick at the same time sends nothing twice.
    await taxNexus.tick({ budgetMs: 5_000 });
    await eventually(() => taxService.journal().length > 0);
    await taxNexus.tick({ budgetMs: 5_000 });
    expect(taxService.journal()).toHaveLength(1);
    for (const end of [taxNexus.historicalSync.pause, taxNexus.historicalSync.cancel])
      await expect(end(live.id)).rejects.toMatchObject({ code: 'RUN_STATE' });
  });

  it('is driven by tick alone where the host has a scheduler', async () => {
    const { taxNexus, taxService } = await aPlugin();
    await taxNexus.handler(ring(orderId));
    const { resyncRequests: requests, isDone } = await taxNexus.tick({ budgetMs: 5_000 });
    expect({ resyncRequests: requests, isDone }).toStrictEqual({ resyncRequests: 1, isDone: true });
    expect(taxService.journal()).toHaveLength(1);
  });

  it('only records a historical sync with worker: tick, and the ticks of other processes do all of it', async () => {
    const { taxNexus, taxService, events, another } = await aPlugin({ worker: 'tick' });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    expect((await taxNexus.historicalSync.start(sampleRange)).id).toBe(id);
    await taxNexus.stop();
    expect(taxService.journal()).toHaveLength(0);
    const later = another();
    const { historicalSyncs } = await later.tick({ budgetMs: 20_000 });
    const { succeeded, status } = await later.historicalSync.report(id);
    expect({ succeeded, status }).toStrictEqual({ succeeded: taxService.journal().length, status: 'finished' });
    expect(succeeded).toBeGreaterThan(20);
    expect(historicalSyncs).toMatchObject([{ runId: id, status: 'finished', counts: { succeeded } }]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'run.finished', runId: id, status: 'finished' }));
    expect((await later.tick()).historicalSyncs).toStrictEqual([]);
  });

  it('answers 503 once it is stopped, rejects what needs the sync database, and starts again', async () => {
    const { taxNexus } = await aPlugin();
    await taxNexus.start();
    await Promise.all([taxNexus.stop({ drainMs: 500 }), taxNexus.stop({ drainMs: 500 })]);
    expect((await taxNexus.handler(ring('1'))).status).toBe(503);
    await expect(taxNexus.waiting()).rejects.toMatchObject({ code: 'STOPPED' });
    await taxNexus.start();
    expect((await taxNexus.handler(ring('1'))).status).toBe(200);
  });

  it('starts while it is still stopping: when the stop has come to its end, and with nothing of before left at work', async () => {
    const delay = { kind: 'delay', when: 'before', milliseconds: 150 } as const;
    const { taxNexus, taxService, logged } = await aPlugin(
      {},
      { shop: { orders: 120 }, taxService: { faults: [{ on: 'push', fault: delay }] } },
    );
    await taxNexus.start();
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    for await (const { considered } of taxNexus.historicalSync.watch(id)) if (considered > 0) break;
    const ends: string[] = [];
    const stopping = taxNexus.stop({ drainMs: 20_000 }).then(() => ends.push('stopped'));
    const starting = taxNexus.start().then(() => ends.push('started'));
    await expect(taxNexus.waiting()).rejects.toMatchObject({ code: 'STOPPED' });
    await Promise.all([stopping, starting]);
    expect(ends).toStrictEqual(['stopped', 'started']);

    // The run has ended with the stop, over the book that it began with: no process works on it any more.
    const pushed = taxService.journal().length;
    expect(pushed).toBeLessThan(90);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(taxService.journal()).toHaveLength(pushed);
    expect(logged.filter((line) => /defect|sync database/.test(line))).toStrictEqual([]);
    expect((await taxNexus.historicalSync.start(sampleRange)).id).toBe(id);
    expect(await last(taxNexus.historicalSync.watch(id))).toMatchObject({ status: 'finished', considered: 120 });
  });

  it('that is started again takes work from that moment on, before start has come to its end', async () => {
    const { taxNexus } = await aPlugin();
    await taxNexus.start();
    await taxNexus.stop();
    const starting = taxNexus.start();
    const [waiting, answer] = await Promise.allSettled([taxNexus.waiting(), taxNexus.handler(ring('1'))]);
    await starting;
    expect(waiting).toMatchObject({ status: 'fulfilled' });
    expect(answer).toMatchObject({ value: { status: 200 } });
  });

  it('whose second stop is called while the first one drains resolves when both are over', async () => {
    const answersLate = { kind: 'delay', when: 'after', milliseconds: 1_500 } as const;
    const { taxNexus, taxService } = await aPlugin(
      {},
      { taxService: { faults: [{ on: 'push', fault: answersLate }] } },
    );
    await taxNexus.start();
    await taxNexus.handler(ring(orderId));
    await eventually(() => taxService.journal().length === 1);
    const ends: string[] = [];
    const first = taxNexus.stop().then(() => ends.push('first'));
    await new Promise(setImmediate);
    await Promise.all([first, taxNexus.stop().then(() => ends.push('second'))]);
    expect(ends).toStrictEqual(['first', 'second']);
  });

  it('stops in the middle of a historical sync within its time, and goes on with it', async () => {
    const { taxNexus, taxService } = await aPlugin({}, { shop: { orders: 120 } });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    for await (const { considered } of taxNexus.historicalSync.watch(id)) if (considered > 0) break;
    expect(await isOverWithin(30_000, taxNexus.stop({ drainMs: 5_000 }))).toBe(true);
    await taxNexus.start();
    expect((await taxNexus.historicalSync.start(sampleRange)).id).toBe(id);
    const whole = await last(taxNexus.historicalSync.watch(id));
    expect(whole).toMatchObject({ status: 'finished', considered: 120 });
    expect(taxService.journal()).toHaveLength(whole.succeeded);
  });

  it('takes a delivery that the host has verified by itself', async () => {
    const { taxNexus, taxService } = await aPlugin();
    await taxNexus.start();
    await taxNexus.receive('us-store', {
      topic: 'ORDERS_UPDATED',
      deliveryId: 'delivery-1',
      payload: orderPayload(orderId),
    });
    await eventually(() => taxService.journal().length === 1);
  });
});

describe('storefronts at run time', () => {
  it('are added with credentials of the host’s keeping, and refused once they are removed', async () => {
    const asked: string[] = [];
    const origin = await aPlugin();
    const { taxNexus, taxService } = await aPlugin({
      credentials: (name) => {
        asked.push(name);
        return name === 'merchant-7' ? origin.source : null;
      },
    });
    await taxNexus.start();
    const url = 'http://host.example/tax-nexus/webhooks/merchant-7';
    const deliver = async (): Promise<number> =>
      (await taxNexus.handler(requestOf(shopifyWebhook(orderPayload(orderId)), url))).status;
    expect(await deliver()).toBe(401);

    const merchant = await taxNexus.storefronts.add('merchant-7');
    expect(taxNexus.storefronts.list()).toStrictEqual(['us-store', 'merchant-7']);
    expect(taxNexus.storefronts.find('merchant-7')).toBe(merchant);
    expect(await deliver()).toBe(200);
    await eventually(() => taxService.journal().length === 1);

    taxNexus.storefronts.remove(merchant);
    expect(await deliver()).toBe(401);
    expect(taxNexus.storefronts.find('merchant-7')).toBeUndefined();
    await expect(taxNexus.storefronts.add('merchant-8')).rejects.toMatchObject({ code: 'UNKNOWN_STOREFRONT' });
    expect(asked).toStrictEqual(['merchant-7', 'merchant-8']);
  });

  it('that lost their credentials, or always fail, do not slow the others', async () => {
    const { taxNexus, taxService, shop, events } = await aPlugin();
    const revoked = shopify({
      shop: shop.domain,
      accessToken: 'shpat_revoked',
      webhookSecrets: ['other'],
      apiOrigin: shop.origin,
    });
    await taxNexus.storefronts.add('revoked', revoked);
    await taxNexus.start();
    const refused = shopifyWebhook(orderPayload(orderId), { secret: 'other' });
    await taxNexus.handler(requestOf(refused, 'http://host.example/webhooks/revoked'));
    await eventually(() => events.some(({ type }) => type === 'storefront.stopped'));
    await taxNexus.handler(ring(orderId));
    expect(
      await isOverWithin(
        30_000,
        eventually(() => taxService.journal().length === 1),
      ),
    ).toBe(true);
  });

  it('take a name that can stand in an address, and no other', async () => {
    const { taxNexus, source } = await aPlugin();
    for (const name of ['', 'a b', '../x', '__proto__', 'x'.repeat(64)]) {
      await expect(taxNexus.storefronts.add(name, source)).rejects.toMatchObject({ code: 'CONFIGURATION' });
    }
  });

  it('show nothing of what the host’s function threw', async () => {
    const { taxNexus } = await aPlugin({
      credentials: () => Promise.reject(new Error('password canary')),
    });
    await expect(taxNexus.storefronts.add('x')).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.not.stringContaining('canary'),
    });
  });
});

describe('live before history', () => {
  it('sends a new order within seconds while a historical sync is rate limited', async () => {
    const orders = await pushedOrders(await aPlugin({}, { shop: { orders: 120 } }));
    const newest = orders.at(-1) ?? '';
    const sandbox = { shop: { orders: 120 } };
    // Started by hand, because the options need the address of the sandbox that they are for.
    const slow = await aPlugin({}, sandbox);
    const taxNexus = slow.another({ service: { ...slow.configuration.service, requestsPerMinute: 300 } });
    await taxNexus.start();
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    for await (const { considered } of taxNexus.historicalSync.watch(id)) if (considered > 0) break;
    const isPushed = (): boolean => slow.taxService.journal().some((entry) => entry.id.endsWith(`:${newest}`));
    expect(isPushed()).toBe(false);
    await taxNexus.handler(ring(newest));
    await eventually(isPushed);
    expect(slow.taxService.journal().length).toBeLessThan(orders.length);
    await taxNexus.historicalSync.pause(id);
  });
});
