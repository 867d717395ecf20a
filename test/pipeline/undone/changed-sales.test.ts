import { describe, expect, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { faults, memoryTaxService } from '../../support/memory-tax-service.ts';
import { right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { defaultPolicy, type Policy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { aSync, paged, sales, type Sync, transactionId } from '../../support/a-sync.ts';

const saleId = transactionId('9001');

const [sale] = sales(1);
if (sale === undefined) throw new Error('no sale');

const sends = { adjustments: { ...defaultPolicy.adjustments, undoneSales: 'send' } } as const;

/** The sale at a price that its platform changed on that day. */
const costing = (price: bigint, lastChangedAt = '2026-03-09T08:00:00Z'): Partial<Sale> => ({
  lastChangedAt,
  lines: sale.lines.map((line) => ({ ...line, listed: price })),
});

/** A shop with one sale, which can be changed between two runs. */
const aShop = (policy: Partial<Policy> = sends, options: Parameters<typeof aSync>[0] | object = {}) => {
  const script = { pages: paged([sale], 1) };
  const shows = (differences: Partial<Sale>): void => {
    script.pages = paged([{ ...sale, ...differences }], 1);
  };
  return { ...aSync({ script, policy, ...options }), shows, script };
};

const held = ({ world }: Pick<Sync, 'world'>): readonly (readonly unknown[])[] =>
  world.journal.map(({ id, body }) => {
    const { total, taxCollected, transactedAt, parentId } = JSON.parse(body) as Record<string, unknown>;
    return [id.replace(saleId, 'sale'), total, taxCollected, transactedAt, parentId];
  });

const net = ({ world }: Pick<Sync, 'world'>): number =>
  Math.round(world.journal.reduce((all, { body }) => all + (JSON.parse(body) as { total: number }).total, 0) * 100) /
  100;

const at = '2026-03-09T08:00:00Z';
const first = ['sale', 112.26, 7.25, sale.occurredAt, undefined];
const pair = [
  ['sale:undone:changed-1', -112.26, -7.25, at, saleId],
  ['sale:restored:changed-1', 107.25, 7.25, at, undefined],
];

/** Decides as the inbox does. */
const decide = async (shop: Sync, action: 'send' | 'accept') => {
  const { reviews } = shop.store as SyncDatabase;
  const filter = { storefronts: ['us-store'], what: 'differs', state: 'open', now: instantNow(shop) } as const;
  const word = { action, note: '', by: 'Ada', at: instantNow(shop), until: null, batch: 'b-1' } as const;
  return right(await reviews.decide(filter, word)());
};

const instantNow = ({ clock }: Sync) => instantOfMilliseconds(clock.now());

describe('a decision of the inbox', () => {
  it('corrects the sale that it was made about, and no later change of it', async () => {
    const shop = aShop({});
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish();
    await shop.clock.run(shop.clock.sleep(1_000));
    expect(await decide(shop, 'send')).toBe(1);
    await shop.finish();
    expect(held(shop)).toStrictEqual([first, ...pair]);
    await shop.clock.run(shop.clock.sleep(1_000));
    shop.shows(costing(9_000n));
    await shop.finish();
    expect(held(shop)).toHaveLength(3);
    expect(await shop.report()).toMatchObject({ differing: 1 });
    const lines = await shop.entries();
    expect(lines.find(({ findings }) => findings.includes('differs'))?.id).toBe(`${saleId}:restored:changed-1`);
  });
});

describe('a sale that the platform changed after it was sent', () => {
  it('is offset, and sent again as it is now, both on the day of its change', async () => {
    const shop = aShop();
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish();
    expect(held(shop)).toStrictEqual([first, ...pair]);
    const lines = await shop.entries();
    expect(lines.map(({ id, outcome, findings }) => [id.replace(saleId, 'sale'), outcome, findings])).toStrictEqual([
      ['sale', 'alreadyPresent', ['total not stated', 'taken back']],
      ['sale:undone:changed-1', 'succeeded', []],
      ['sale:restored:changed-1', 'succeeded', []],
    ]);
    expect(lines[0]?.message).toMatch(/^It changed after it was sent\. Corrected by offset and replacement: /);
  });

  it('is corrected once, however often it is read, also by a new sync database', async () => {
    const shop = aShop();
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish();
    shop.shows(costing(9_500n, '2026-05-01T00:00:00Z'));
    await shop.finish();
    const { world, clock, script } = shop;
    const renewed = aSync({ script, policy: sends, world, clock, store: memoryStore() });
    await renewed.finish();
    await renewed.finish();
    expect(held(shop)).toHaveLength(3);
    expect(await renewed.report()).toMatchObject({ considered: 3, alreadyPresent: 3, differing: 0, noLongerTrue: 0 });
  });

  it('stays corrected where an older reading of it comes later, such as that of a bulk result', async () => {
    const shop = aShop();
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish();
    shop.shows({ lastChangedAt: '2026-03-08T08:00:00Z' });
    await shop.finish();
    expect(held(shop)).toStrictEqual([first, ...pair]);
  });

  it('is not sent again where the service refuses its offset: both would stand there', async () => {
    const clock = virtualClock();
    const isRefused = { now: true };
    const world = memoryTaxService({
      clock,
      fault: ({ kind, about }) =>
        kind === 'push' && about.includes(':undone:') && isRefused.now ? faults.refused : undefined,
    });
    const shop = aShop(sends, { clock, world });
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish();
    expect(held(shop)).toStrictEqual([first]);
    expect(await shop.report()).toMatchObject({ failed: 1, differing: 1 });
    isRefused.now = false;
    await shop.finish();
    expect(held(shop)).toStrictEqual([first, ...pair]);
  });

  it('has a pair for each change, also when it changes back', async () => {
    const shop = aShop();
    await shop.finish();
    const steps = [
      [9_500n, 107.25],
      [9_000n, 102.25],
      [10_001n, 112.26],
    ] as const;
    for (const [price, right] of steps) {
      shop.shows(costing(price));
      await shop.finish();
      expect(net(shop)).toBe(right);
      await shop.finish();
    }
    expect(held(shop)).toHaveLength(7);
    expect(held(shop).at(-1)?.[0]).toBe('sale:restored:changed-3');
  });

  it('is only a finding where the policy reports it', async () => {
    const shop = aShop({});
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish();
    expect(held(shop)).toHaveLength(1);
    expect((await shop.report()).differing).toBe(1);
  });

  it('would be corrected, says a dry run', async () => {
    const shop = aShop();
    await shop.finish();
    shop.shows(costing(9_500n));
    await shop.finish({ dryRun: true });
    expect(held(shop)).toHaveLength(1);
    expect(await shop.report()).toMatchObject({ skipped: { 'would be sent': 2 }, differing: 1 });
  });

  it('stays where the service was corrected by hand', async () => {
    const shop = aShop();
    await shop.finish();
    shop.world.change(saleId, { total: 107.25, subtotal: 95, lineItems: [{ quantity: 1, amount: 95 }] });
    shop.shows(costing(9_500n));
    await shop.finish();
    expect(held(shop)).toHaveLength(1);
  });

  it('stays as it was sent where a setting changed it, and is reported', async () => {
    const shop = aShop();
    await shop.finish();
    shop.shows(costing(9_500n));
    const { world, clock, script, store } = shop;
    const later = aSync({ script, policy: { ...sends, fees: 'leave out' }, world, clock, store });
    await later.finish();
    expect(held(shop)).toHaveLength(1);
    expect((await later.report()).differing).toBe(1);
  });

  it('is corrected by a policy that was switched on later', async () => {
    const shop = aShop({});
    await shop.finish();
    shop.shows(costing(9_500n));
    const { world, clock, script, store } = shop;
    await aSync({ script, policy: sends, world, clock, store }).finish();
    expect(held(shop)).toStrictEqual([first, ...pair]);
  });
});
