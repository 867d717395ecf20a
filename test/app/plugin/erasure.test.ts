import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { loadSqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { eventually, last, plugins } from '../../support/a-plugin.ts';
import { right } from '../../support/right.ts';
import { orderPayload, requestOf, shopifyWebhook, webhookShop } from '../../support/signed-webhook.ts';

const aPlugin = plugins();
const { DatabaseSync } = right(await loadSqliteDriver());

const shopRedact = { shop_id: 61_000_000_001, shop_domain: webhookShop };
const customersRedact = (orders: readonly string[]): object => ({
  ...shopRedact,
  customer: { id: 191_167, email: 'canary@example.com' },
  orders_to_redact: orders.map(Number),
});

const filesHold = (folder: string, words: string): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(words));

describe('an erasure that Shopify asks for while another process reads the sync database', () => {
  it('is answered at once, and confirmed when the addresses have left the bytes of the files, no sooner', async () => {
    const { taxNexus, taxService, events, folder } = await aPlugin();
    // No push gets an answer, so that every address is still needed.
    taxService.setFaults([{ on: 'push', fault: { kind: 'drop', when: 'after' } }]);
    await taxNexus.start();
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await eventually(() => taxService.journal().length > 0);
    await taxNexus.historicalSync.cancel(id);
    const path = join(folder, 'book.db');
    const reader = new DatabaseSync(path);
    reader.exec('begin');
    const rows = reader.prepare('select body from submission_body').all();
    const streets = rows.flatMap(
      (row) => /"line1":"([^"]+)"/.exec(JSON.stringify(row).replaceAll('\\', ''))?.[1] ?? [],
    );
    expect(streets.length).toBeGreaterThan(0);

    const redaction = shopifyWebhook(shopRedact, { topic: 'shop/redact', deliveryId: 'redaction' });
    expect((await taxNexus.handler(requestOf(redaction))).status).toBe(200);
    const isConfirmed = (): boolean => events.some(({ type }) => type === 'privacy.erased');
    await sleep(2_500);
    expect(isConfirmed()).toBe(false);
    expect(streets.some((street) => filesHold(folder, street))).toBe(true);

    reader.exec('commit');
    await eventually(isConfirmed);
    expect(streets.filter((street) => filesHold(folder, street))).toStrictEqual([]);
    reader.close();
  });
});

describe('an erasure that Shopify asks for', () => {
  it.each([
    ['of a customer', 'customers/redact', customersRedact],
    ['of a whole shop, whose app is installed again', 'shop/redact', () => shopRedact],
  ])(
    '%s pushes nothing a second time: neither by webhooks nor by another historical sync',
    async (_, topic, bodyOf) => {
      const { taxNexus, taxService, events, source } = await aPlugin();
      await taxNexus.start();
      const sync = async (): Promise<void> => {
        const { id } = await taxNexus.historicalSync.start(sampleRange);
        await last(taxNexus.historicalSync.watch(id));
      };
      await sync();
      const pushed = taxService.journal().map(({ id }) => id);
      const orders = pushed.slice(0, 5).map((id) => id.split(':')[2] ?? '');

      const redaction = shopifyWebhook(bodyOf(orders), { topic, deliveryId: 'redaction' });
      expect((await taxNexus.handler(requestOf(redaction))).status).toBe(200);
      expect(events.some(({ type }) => type === 'privacy.erased')).toBe(true);

      if (topic === 'shop/redact') expect(await taxNexus.storefronts.reopen('us-store')).toBe(true);
      taxNexus.storefronts.remove('us-store');
      await taxNexus.storefronts.add('us-store', source);
      for (const order of orders) {
        const webhook = shopifyWebhook(orderPayload(order), { deliveryId: `after-${order}` });
        expect((await taxNexus.handler(requestOf(webhook))).status).toBe(200);
      }
      await eventually(async () => (await taxNexus.waiting()).every(({ due, deferred }) => due + deferred === 0));
      await sync();
      expect(taxService.journal().map(({ id }) => id)).toStrictEqual(pushed);
      expect(events.filter(({ type }) => type === 'record.failed' || type === 'record.held')).toStrictEqual([]);
    },
    60_000,
  );
});
