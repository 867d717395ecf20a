import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import type { Address } from '../../src/domain/transaction.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { memoryStore } from '../support/memory-store.ts';
import { duplicateKeyOf } from '../../src/pipeline/freeze-body.ts';
import { right } from '../support/right.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { aCharge, anOrder, chargeId, orderId, twoStorefronts } from '../support/two-storefronts.ts';

const to = (parts: Partial<Address>): Partial<Sale> => {
  const [destination] = anOrder(1).destinations;
  if (destination === undefined) throw new Error('an order has a destination');
  return { destinations: [{ ...destination, address: { ...destination.address, ...parts } }] };
};

const keyOf = (sale: Sale): string => duplicateKeyOf(right(saleToTransaction(defaultPolicy)(sale)).transaction);

describe('two sales that look alike', () => {
  it.each([
    ['are', 'in all that counts', {}],
    ['are', 'though one ZIP has four digits more', to({ zip: '94607-1234' })],
    ['are', 'though they happened at two seconds of one minute', { occurredAt: '2026-02-03T17:20:59Z' }],
    ['are not', 'when the minutes differ', { occurredAt: '2026-02-03T17:21:00Z' }],
    ['are not', 'when the ZIPs differ', to({ zip: '94608' })],
    ['are not', 'when the currencies differ', { currency: { code: 'CAD', digits: 2 } }],
    [
      'are not',
      'when the totals differ by a cent',
      { shipping: [{ name: 'x', price: 501n, discount: 0n, taxes: [] }] },
    ],
  ] as const)('%s so %s', (_are, _why, differences) => {
    expect(keyOf(aCharge(1, {}, differences)) === keyOf(anOrder(1))).toBe(_are === 'are');
  });

  it('are known by their state where they have no ZIP', () => {
    expect(keyOf(aCharge(1, {}, to({ zip: null })))).toBe(keyOf(anOrder(1, {}, to({ zip: ' ' }))));
    expect(keyOf(aCharge(1, {}, to({ zip: null, state: 'OR' })))).not.toBe(keyOf(anOrder(1, {}, to({ zip: null }))));
  });

  it('are both sent, and the later one is remarked on', async () => {
    const two = twoStorefronts({ shop: [anOrder(1, {}), anOrder(2, {})], stripe: [aCharge(1, {}), aCharge(3, {})] });
    await two.finish();
    expect(two.world.journal).toHaveLength(4);
    expect(await two.report()).toMatchObject({ succeeded: 4, findings: { likeness: 1 } });
    const first = await two.entry(orderId(1));
    expect(first.findings).not.toContain('likeness');
    expect(first.message).toBeNull();
    const { findings, message } = await two.entry(chargeId(1));
    expect(findings).toContain('likeness');
    expect(message).toContain(`${orderId(1)} of shop`);
    const { decide } = (await two.report()).review;
    expect(decide).toContainEqual(expect.objectContaining({ what: 'likeness', count: 1 }));
  });

  it('are remarked on in the same way by a later run, whichever storefront it reads first', async () => {
    const two = twoStorefronts({ shop: [anOrder(1, {})], stripe: [aCharge(1, {})] });
    await two.finish();
    await two.finish({ storefronts: ['stripe', 'shop'] });
    expect(await two.report()).toMatchObject({ alreadyPresent: 2, findings: { likeness: 1 } });
    expect((await two.entry(chargeId(1))).findings).toContain('likeness');
  });

  it('are remarked on by a dry run, too', async () => {
    const two = twoStorefronts({ shop: [anOrder(1, {})], stripe: [aCharge(1, {})] });
    await two.finish({ dryRun: true });
    expect(await two.report()).toMatchObject({ skipped: { 'dry run': 2 }, findings: { likeness: 1 } });
  });

  it('of one and the same storefront are nothing to remark on', async () => {
    const [one, two] = [anOrder(1, {}), anOrder(2, {})];
    const shop = twoStorefronts({
      shop: [one, { ...one, identity: two.identity, references: two.references }],
      stripe: [],
    });
    await shop.finish();
    expect(await shop.report()).toMatchObject({ succeeded: 2, findings: { 'total not stated': 2 } });
    expect((await shop.report()).findings).not.toHaveProperty('likeness');
  });

  it('leave no ZIP in the sync database', async () => {
    const store = memoryStore();
    const seen: unknown[] = [];
    const watched = {
      ...store,
      commitPage: (...all: Parameters<typeof store.commitPage>) => {
        seen.push(all[0].references);
        return store.commitPage(...all);
      },
    };
    await twoStorefronts({ shop: [anOrder(1, {})], stripe: [], store: watched }).finish();
    const references = inspect(seen, { depth: 9 });
    expect(references).toContain('like:');
    expect(references).not.toMatch(/94607|CA\b/);
  });
});
