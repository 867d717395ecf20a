import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { erasureGate } from '../../src/app/plugin/erasure-gate.ts';
import { linkedConnector } from '../../src/mapping/connector-link.ts';
import { WireTransaction } from '../../src/domain/wire-transaction.ts';
import { explain } from '../../src/reconcile/explain.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { sampleRange } from '../../sandbox/index.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { aLiveWorld, theSale } from '../support/a-live-world.ts';
import { eventually, last, plugins } from '../support/a-plugin.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aSale } from '../support/a-sale.ts';
import { aRefund } from '../support/a-refund.ts';
import { right } from '../support/right.ts';
import { orderPayload, requestOf, shopifyWebhook, webhookShop } from '../support/signed-webhook.ts';
import { virtualClock } from '../support/virtual-clock.ts';
import { itInAll } from '../support/it-in-all.ts';

const aPlugin = plugins();

const shopRedact = shopifyWebhook(
  { shop_id: 61_000_000_001, shop_domain: webhookShop },
  { topic: 'shop/redact', deliveryId: 'redaction' },
);

const outcomeOf = (work: Promise<unknown>): Promise<unknown> => work.then(String, String);

describe('after shop/redact', () => {
  itInAll(
    'no path reads the shop or sends a sale of it, until the merchant is back',
    async () => {
      const { taxNexus, taxService, shop, folder, another, events } = await aPlugin({
        schedule: { catchUp: '* * * * * *', reconcile: null },
      });
      // Refused sales are the ones that every later reading would try again.
      taxService.setFaults([{ on: 'push', fault: { kind: 'status', status: 422, when: 'before' } }]);
      await taxNexus.start();
      const { id } = await taxNexus.historicalSync.start(sampleRange);
      await last(taxNexus.historicalSync.watch(id));
      const { items: lines } = await taxNexus.historicalSync.lines(id, { outcomes: ['failed'] });
      const [first] = lines;
      expect(lines.length).toBeGreaterThan(3);
      expect((await taxNexus.handler(requestOf(shopRedact))).status).toBe(200);
      await eventually(() => events.some(({ type }) => type === 'privacy.erased'));
      taxService.setFaults([]);
      const [before, pushed] = [JSON.stringify(shop.answers()), taxService.answers()];

      const order = first?.sourceId ?? '';
      expect(
        (await taxNexus.handler(requestOf(shopifyWebhook(orderPayload(order), { deliveryId: 'later' })))).status,
      ).toBe(200);
      const outcomes = [
        await outcomeOf(taxNexus.decisions.resync()),
        await outcomeOf(taxNexus.tick({ budgetMs: 1_500 })),
        await outcomeOf(taxNexus.explain('us-store', order)),
        await outcomeOf(taxNexus.corrections.find('us-store', order)),
        await outcomeOf(taxNexus.corrections.sendAgain({ storefront: 'us-store', by: 'Ada', expected: 0 })),
        await outcomeOf(taxNexus.reconcile({ from: sampleRange.from, to: sampleRange.to })),
        await outcomeOf(taxNexus.tieOut({ month: sampleRange.from.slice(0, 7) })),
        await outcomeOf(taxNexus.check()),
        await outcomeOf(
          taxNexus.webhooks.apply({ storefront: 'us-store', address: 'https://app.example/webhooks/us-store' }),
        ),
      ];
      expect((await taxNexus.presence()).notRead).toMatchObject([
        { storefront: 'us-store', reason: expect.stringContaining('The merchant of us-store left') },
      ]);
      const other = another();
      for (const [at, start] of [
        [taxNexus, () => taxNexus.historicalSync.start(sampleRange)],
        [taxNexus, () => taxNexus.historicalSync.resume(id)],
        [taxNexus, () => taxNexus.historicalSync.retry(id)],
        // A process that begins later.
        [other, () => other.historicalSync.start({ ...sampleRange, to: sampleRange.from })],
      ] as const) {
        const begun = await start().catch(() => null);
        if (begun !== null) await last(at.historicalSync.watch(begun.id)).catch(() => undefined);
      }
      await other.stop();
      expect(JSON.stringify(shop.answers())).toBe(before);
      expect(taxService.journal()).toStrictEqual([]);
      expect(taxService.answers()['push']).toStrictEqual(pushed['push']);
      expect(outcomes.join('\n')).toContain('tax-nexus storefront reopen --storefront us-store');
      const streets = readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes('CANARY_ADDR'));
      expect(streets).toStrictEqual([]);

      expect(await taxNexus.storefronts.reopen('us-store')).toBe(true);
      expect(await taxNexus.storefronts.reopen('us-store')).toBe(false);
      await last(taxNexus.historicalSync.watch((await taxNexus.historicalSync.start(sampleRange)).id));
      expect(taxService.journal().length).toBeGreaterThan(lines.length);
    },
    60_000,
  );
});

describe('what a buyer or a merchant wrote into a product', () => {
  it('is shown without e-mail addresses and phone numbers, also of a sale that is held', async () => {
    const [line] = aSale().lines;
    if (line === undefined) throw new Error('a sale has a line');
    const name = 'For CANARY_MAIL@example.com, (415) 555-0134';
    const held = aSale({
      lines: [{ ...line, name, sku: 'CANARY_MAIL@example.com' }],
      shipping: [{ name, price: 0n, discount: 0n, taxes: [] }],
      statedTotal: 1n,
    });
    const clock = virtualClock();
    const shop = aLiveShop(clock);
    const world = aLiveWorld({ clock, shops: { 'us-store': shop } });
    await clock.run(async () => {
      const explained = await explain(world.ports.sync)('us-store', shop.put(held))();
      expect(explained).toMatchObject({ right: { result: { _tag: 'Excluded', reason: 'totals do not add up' } } });
      const text = JSON.stringify(explained);
      expect(text).toContain('For [email], [phone]');
      expect(text).not.toMatch(/CANARY_MAIL|555/);
    });
  });
});

const bodyOf = (text: string): WireTransaction => {
  const body: unknown = JSON.parse(text);
  if (!WireTransaction.is(body)) throw new Error('it is no transaction');
  return body;
};

describe('after customers/redact', () => {
  it.each(['still shows the address', 'has erased the address'])(
    'a later refund is settled without the person, where the platform %s, and nothing differs for that',
    async (which) => {
      const clock = virtualClock();
      const shop = aLiveShop(clock);
      const store = right(await sqliteStore(':memory:')());
      const gate = erasureGate({ erasedOf: store.inbox.erasedOf }, 'us-store', shop.connector.platform);
      const connector = linkedConnector(shop.connector, gate);
      const world = aLiveWorld({ clock, store, policy: sendsRefunds, shops: { 'us-store': { ...shop, connector } } });
      await world.live(async () => {
        const sale = theSale(1);
        const recordId = shop.put(sale);
        await world.deliver(recordId, 'first');
        await world.wait(5_000);
        expect(world.service.journal.map(({ body }) => bodyOf(body).shipToAddress.line1)).toStrictEqual([
          sale.destinations[0]?.address.line1,
        ]);
        right(await store.inbox.eraseRecords('us-store', [recordId])());

        const refunds = [aRefund({ total: 100n, adjustment: { amount: 100n, tax: 0n } })];
        const destinations = which === 'has erased the address' ? [] : sale.destinations;
        shop.put({ ...sale, refunds, destinations });
        await world.deliver(recordId, 'second');
        await world.wait(5_000);
        const [sold, refunded, ...more] = world.service.journal.map(({ body }) => bodyOf(body));
        expect(more).toStrictEqual([]);
        expect(refunded).toMatchObject({
          parentId: sold?.id,
          total: -1,
          shipToAddress: {
            ...{ line1: null, line2: null, city: null, zip: null },
            ...{ state: sold?.shipToAddress.state, country: sold?.shipToAddress.country },
          },
        });
        const lines = await world.entries();
        expect(lines.map(({ outcome }) => outcome).sort()).toStrictEqual(['succeeded', 'succeeded']);
        for (const line of lines) {
          expect(line.findings).toContain('erased, not compared');
          expect(line.findings).not.toContain('differs');
          expect(line.adjustments.map(({ kind }) => kind)).not.toContain('drift');
          expect(line.detail?.zip ?? null).toBeNull();
        }
        const record = await connector.readRecord(recordId)();
        expect(
          JSON.stringify(record, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
        ).not.toContain('CANARY');
        expect(E.isRight(record) && O.isSome(record.right)).toBe(true);
      });
    },
  );
});
