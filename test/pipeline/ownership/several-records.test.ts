import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Exclusion, held, skipped } from '../../../src/domain/exclusion.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { memoizeRecent } from '../../../src/pipeline/other-storefronts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { faults } from '../../support/memory-tax-service.ts';
import { ambiguous, leftElsewhere } from '../../support/two-storefront-stories.ts';
import { aCharge, anOrder, chargeId, orderId, twoStorefronts } from '../../support/two-storefronts.ts';

const record = { sourceId: '7001', name: '#1' };

describe('a sale that names several records of another storefront', () => {
  const charge = aCharge(1, {}, { references: ['stripe:ch_1', 'shopify:order:7001', 'shopify:order:7002'] });
  const isHeld = held(record, 'no destination', 'so');

  it('is held where one of them is, and there is no other', async () => {
    const two = twoStorefronts({ shop: [E.left(isHeld)], stripe: [charge] });
    await two.finish({ storefronts: ['stripe'] });
    expect(two.asked.shop).toEqual(['7001', '7002']);
    expect(await two.pushed()).toEqual({ [chargeId(1)]: ambiguous });
    expect((await two.entry(chargeId(1))).message).toContain('cannot push it yet (no destination)');
  });

  it('is left to the other storefront where one of them is a sale there, whatever the others are', async () => {
    const two = twoStorefronts({ shop: [E.left(isHeld), anOrder(2)], stripe: [charge] });
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual({ [chargeId(1)]: leftElsewhere });
  });
});

describe('a storefront that comes later in the configuration', () => {
  it.each<[string, Exclusion]>([
    ['holds', held(record, 'no destination', 'so')],
    ['skips for all', skipped(record, 'gift cards only', 'so')],
    ['skips for now', skipped(record, 'not paid', 'so')],
  ])('decides nothing for those before it by a record that it %s, if it sent nothing itself', async (_, exclusion) => {
    // The sync database was lost: it does not know what the service's transactions refer to.
    const store = { ...memoryStore(), hasSalesWithoutReferences: () => TE.right(true) };
    const shop = [E.left(exclusion)];
    const two = twoStorefronts({ precedence: ['stripe', 'shop'], shop, stripe: [aCharge(1)], store });
    await two.finish({ storefronts: ['stripe'] });
    expect(two.asked.shop).toEqual(['7001']);
    expect(await two.pushed()).toEqual({ [chargeId(1)]: 'succeeded' });
  });
});

describe('a sale that the service refused from the first storefront', () => {
  it('is not recorded, and is still left to it', async () => {
    const two = twoStorefronts({
      ...{ shop: [anOrder(1)], stripe: [aCharge(1)] },
      service: { fault: ({ kind }) => (kind === 'push' ? faults.refused : undefined) },
    });
    await two.finish({ storefronts: ['shop'] });
    await two.finish({ storefronts: ['stripe'] });
    expect((await two.entry(chargeId(1))).message).toBe(
      `recorded by shop as ${orderId(1)}: shop comes first among the storefronts, and pushes it when it is synced`,
    );
  });
});

describe('two sales of a storefront that share a payment', () => {
  it('are both sent where neither is that payment', async () => {
    const invoice = (n: number) => {
      const sale = aCharge(n, {}, { references: ['stripe:pi_9'] });
      return { ...sale, identity: { ...sale.identity, recordId: `in_${n}` } };
    };
    const stripe = [invoice(1)];
    const two = twoStorefronts({ shop: [], stripe });
    await two.finish();
    stripe.push(invoice(2));
    await two.finish();
    expect(Object.values(await two.pushed())).toEqual(['alreadyPresent', 'succeeded']);
  });
});

describe('a storefront whose platform hangs', () => {
  it('is asked for five minutes, and for no further sale', async () => {
    const unreachable: SourceError = { _tag: 'SourceUnreachable', message: 'no answer yet', cause: 'ETIMEDOUT' };
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    const base = twoStorefronts({ shop: [], stripe: numbers.map((n) => aCharge(n)) });
    const { shop, stripe } = base.ports.storefronts;
    if (shop === undefined || stripe === undefined) throw new Error('two storefronts are needed');
    const asked = new Set<string>();
    const readRecord = (id: string) => async () => {
      asked.add(id);
      await base.clock.sleep(100_000)();
      return E.left(unreachable);
    };
    const storefronts = { shop: { ...shop, connector: { ...shop.connector, readRecord } }, stripe };
    const { clock, world, store } = base;
    const two = twoStorefronts({ shop: [], stripe: [], clock, world, store, ports: { storefronts } });
    const start = clock.now();
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual(Object.fromEntries(numbers.map((n) => [chargeId(n), ambiguous])));
    expect((await two.entry(chargeId(8))).message).toContain('could not be read (The platform did not respond within');
    // Those of the first page are asked for at the same time.
    expect([...asked].sort()).toEqual(['7001', '7002', '7003']);
    expect(clock.now() - start).toBeGreaterThan(5 * 60_000);
    expect(clock.now() - start).toBeLessThan(10 * 60_000);
  });
});

describe('an answer that is remembered', () => {
  it('is asked for once, until newer ones take its place; what is not worth keeping is asked for again', async () => {
    const asked: string[] = [];
    const remember = memoizeRecent<string>(2, (answer) => answer !== 'no');
    const ask = (question: string, answer = 'yes') =>
      remember(question, () => {
        asked.push(question);
        return Promise.resolve(answer);
      });
    await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')]);
    expect([await ask('a', 'other'), asked]).toStrictEqual(['yes', ['a', 'b']]);
    await ask('c');
    await ask('b');
    expect(asked).toStrictEqual(['a', 'b', 'c']);
    await ask('a');
    expect(asked).toStrictEqual(['a', 'b', 'c', 'a']);
    expect([await ask('d', 'no'), await ask('d', 'no'), await ask('d'), await ask('d')]).toStrictEqual([
      ...['no', 'no', 'yes', 'yes'],
    ]);
    expect(asked.slice(4)).toStrictEqual(['d', 'd', 'd']);
  });
});
