import { describe, expect, it } from '@jest/globals';
import type { Random } from '../../../../src/domain/environment.ts';
import { defaultPolicy, type Policy } from '../../../../src/mapping/policy.ts';
import { memoryStore } from '../../../support/memory-store.ts';
import { aSync, paged } from '../../../support/a-sync.ts';
import { memoryTaxService } from '../../../support/memory-tax-service.ts';
import { randomOf, sized } from '../../../support/size.ts';
import { virtualClock } from '../../../support/virtual-clock.ts';
import { type Life, shopifyOrder, stripeCharge, stripeInvoice, unpaidOrder, whole, wholeTax } from '../lives.ts';

const policy: Partial<Policy> = {
  unpaid: 'send',
  adjustments: {
    ...defaultPolicy.adjustments,
    ...{ refunds: 'send', disputes: 'send', undoneAdjustments: 'send', undoneSales: 'send' },
  },
};

const range = { from: '2026-01-01', to: '2026-12-31' };

/** A life of that many moves: after each, everything that was sent of the sale adds up to what is left of it. */
const live = async (random: Random, { entry, moves, left }: Life, steps: number): Promise<void> => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock });
  let store = memoryStore();
  const script = { pages: paged([entry()], 1) };
  const happened: string[] = [];
  let isKnown = true;
  const sums = (): readonly [number, number] => {
    const all = world.journal.map(({ body }) => JSON.parse(body) as { total: number; taxCollected: number });
    const sumOf = (read: (one: (typeof all)[number]) => number): number =>
      Math.round(all.reduce((sum, one) => sum + read(one), 0) * 100) + 0;
    return [sumOf(({ total }) => total), sumOf(({ taxCollected }) => taxCollected)];
  };
  const settle = async (): Promise<void> => {
    const sync = aSync({ script, policy, clock, world, store });
    await sync.finish({ range });
    const { failed, held, noLongerTrue, differing } = await sync.report();
    const about = `${happened.join(', ')}: ${world.journal.map(({ id, body }) => `${id} ${(JSON.parse(body) as { total: number }).total}`).join(', ')}`;
    expect([about, failed, held, noLongerTrue]).toStrictEqual([about, 0, {}, 0]);
    // What changed of what a lost database sent is reported, and corrected by a person.
    if (isKnown || differing === 0) expect([about, sums()[0]]).toStrictEqual([about, left()]);
  };
  await settle();
  for (let step = 0; step < steps; step += 1) {
    const possible = moves();
    const [name, move] = possible[Math.floor(random.next() * possible.length)] ?? ['nothing', () => undefined];
    happened.push(name);
    move();
    script.pages = paged([entry()], 1);
    if (random.next() < 0.15) {
      store = memoryStore();
      happened.push('database lost');
      isKnown = false;
    }
    await settle();
    const count = world.journal.length;
    await settle();
    expect([happened.join(', '), world.journal.length]).toStrictEqual([happened.join(', '), count]);
    // Of what a lost database sent, no cent of tax is moved without a person.
    const [total, tax] = sums();
    const share = total === 0 ? 0 : (total * wholeTax) / whole;
    if (isKnown && possible.length > 2) expect(Math.abs(tax - share)).toBeLessThan(total === 0 ? 0.5 : 2);
  }
};

describe.each([
  ['a card payment at Stripe', stripeCharge],
  ['an invoice at Stripe', stripeInvoice],
  ['an order at Shopify', shopifyOrder],
  ['an unpaid order at Shopify', unpaidOrder],
] as const)('%s whose changes are taken back', (_, lifeOf) => {
  const seeds = Array.from({ length: sized({ quick: 6, all: 200 }) }, (_one, index) => index + 1);

  it.each(seeds)('nets what is true to the cent after each settle, whatever happens (%i)', async (seed) => {
    const random = randomOf(seed);
    await live(random, lifeOf(random, policy), 8);
  });
});
