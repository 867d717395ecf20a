import { afterAll, describe, expect, it } from '@jest/globals';
import { memoryStore } from '../support/memory-store.ts';
import { storeMeaning } from '../../src/web/index.ts';
import { silent } from '../support/a-sync.ts';
import { aWeb } from '../support/a-web.ts';
import { right } from '../support/right.ts';
import { orderPayload, requestOf, shopifyWebhook, stripeWebhook } from '../support/signed-webhook.ts';
import { reportCounts } from '../support/report-counts.ts';
import { itInAll } from '../support/it-in-all.ts';

const replays = 500;
const billing = 'http://host.example/tax-nexus/webhooks/billing';

let attempts = 0;
afterAll(() => reportCounts('Attacks', { replays: attempts }));

/** Sends a recorded delivery again and again under headers of the sender's own; gives the ids under which it was stored. */
const replayed = async (body: string, topics: readonly string[]): Promise<readonly string[]> => {
  const web = aWeb();
  const { headers } = shopifyWebhook(body);
  for (let index = 0; index < replays; index += 1) {
    attempts += 1;
    const own = {
      'x-shopify-event-id': `made-up-${index}`,
      'x-shopify-webhook-id': `${index}`.repeat(1_000),
      'x-shopify-topic': topics[index % topics.length] ?? '',
    };
    const { status } = await web.handler(requestOf({ body, headers: { ...headers, ...own } }));
    expect(status).toBe(200);
  }
  return [...new Set(web.deliveries.map(({ deliveryId }) => deliveryId))];
};

describe('a recorded delivery that is sent again under invented ids', () => {
  const changed = JSON.stringify({ ...orderPayload('1001'), updated_at: '2026-02-03T12:00:00Z' });

  itInAll('is stored once', async () => {
    expect(await replayed(changed, ['orders/updated'])).toHaveLength(1);
    expect(await replayed('{"id":1001}', ['orders/delete'])).toHaveLength(1);
  });

  it('is stored a handful of times under invented topics, and never under a long id', async () => {
    const topics = ['orders/updated', 'orders/paid', 'orders/made-up', 'orders/x', 'refunds/create'];
    const ids = await replayed(changed, topics);
    expect(ids).toHaveLength(4);
    expect(Math.max(...ids.map((id) => id.length))).toBeLessThan(80);
  });

  it('of Stripe is stored under the id that was signed, within five minutes, and refused later', async () => {
    let now = Date.now();
    const web = aWeb({ now: () => now });
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'charge.succeeded',
      livemode: true,
      data: { object: { id: 'ch_1' } },
    };
    const recorded = stripeWebhook(event);
    for (let index = 0; index < 50; index += 1) {
      attempts += 1;
      const headers = { ...recorded.headers, 'x-shopify-event-id': `${index}`, 'idempotency-key': `${index}` };
      expect((await web.handler(requestOf({ ...recorded, headers }, billing))).status).toBe(200);
    }
    expect(new Set(web.deliveries.map(({ deliveryId }) => deliveryId))).toStrictEqual(new Set(['evt_1']));
    now = Date.now() + 301_000;
    expect((await web.handler(requestOf(recorded, billing))).status).toBe(401);
  });

  it('asks for its record to be read again once', async () => {
    const { inbox } = memoryStore();
    const store = storeMeaning({
      inbox: () => Promise.resolve({ _tag: 'Right', right: inbox }),
      wake: () => undefined,
      onEvent: () => undefined,
      clock: { now: Date.now, sleep: () => () => Promise.resolve() },
      log: silent,
    });
    const web = aWeb();
    for (let index = 0; index < 20; index += 1) {
      attempts += 1;
      await web.handler(requestOf(shopifyWebhook(changed, { deliveryId: `made-up-${index}` })));
    }
    for (const { deliveryId, receivedAt } of web.deliveries) {
      right(await store('us-store', { _tag: 'RecordChanged', recordId: '1001', deliveryId }, receivedAt)());
    }
    const [request] = right(
      await inbox.claim('us-store', { now: Date.now(), until: Date.now() + 1, owner: 'me', limit: 9 })(),
    );
    expect(request).toMatchObject({ recordId: '1001', requestCount: 1 });
  });
});
