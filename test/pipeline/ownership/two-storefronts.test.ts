import { describe, expect, it } from '@jest/globals';
import { retryRun } from '../../../src/pipeline/retry-run.ts';
import { aRefund } from '../../support/a-refund.ts';
import { faults } from '../../support/memory-tax-service.ts';
import { everyOrder, idOf, leftElsewhere, other, precedences, sides } from '../../support/two-storefront-stories.ts';
import { aCharge, anOrder, chargeId, orderId, twoStorefronts } from '../../support/two-storefronts.ts';
import { sendsRefunds } from '../../support/a-policy.ts';

describe('a sale that two storefronts know', () => {
  it.each(everyOrder)('is sent once: $precedence, $first read first, named by $names', async (story) => {
    const { precedence, first, names } = story;
    const two = twoStorefronts({ precedence, shop: [anOrder(1, names)], stripe: [aCharge(1, names)] });
    await two.finish({ storefronts: [first] });
    await two.finish({ storefronts: [other[first]] });
    await two.finish({ storefronts: [first, other[first]] });
    expect(two.world.journal).toHaveLength(1);
    const pushed = await two.pushed();
    expect(Object.values(pushed).sort()).toEqual(['alreadyPresent', leftElsewhere]);
  });

  it.each(sides)('and that %s has recorded is its own, whatever the precedence', async (owner) => {
    // Only the one that comes later names the other: the first could not know.
    const names = owner === 'stripe' ? { payment: true } : { order: true };
    for (const precedence of precedences) {
      const two = twoStorefronts({ precedence, shop: [anOrder(1, names)], stripe: [aCharge(1, names)] });
      await two.finish({ storefronts: [owner] });
      await two.finish({ storefronts: [other[owner]] });
      expect(await two.entry(idOf[other[owner]](1))).toMatchObject({
        outcome: 'skipped',
        reason: 'belongs to another storefront',
        message: `recorded by ${owner} as ${idOf[owner](1)}`,
      });
    }
  });

  it('is left to the storefront that comes first, also when that one is not part of the run', async () => {
    const two = twoStorefronts({ shop: [anOrder(1)], stripe: [aCharge(1), aCharge(2)] });
    await two.finish({ storefronts: ['stripe'] });
    expect(two.world.journal.map(({ id }) => id)).toEqual([chargeId(2)]);
    const { outcome, message } = await two.entry(chargeId(1));
    expect(outcome).toBe('skipped');
    expect(message).toContain(`recorded by shop as ${orderId(1)}`);
    await two.finish();
    expect(two.world.journal.map(({ id }) => id)).toEqual([chargeId(2), orderId(1)]);
  });

  it('is sent by a later storefront when it is the only one in the configuration', async () => {
    const two = twoStorefronts({ precedence: ['stripe'], shop: [anOrder(1)], stripe: [aCharge(1)] });
    await two.finish();
    expect(await two.pushed()).toEqual({ [chargeId(1)]: 'succeeded' });
  });

  it("is sent once with the merchant's other sales around it, and the report adds up", async () => {
    const two = twoStorefronts({
      shop: [1, 2, 3, 4, 5].map((n) => anOrder(n)),
      stripe: [4, 5, 6, 7].map((n) => aCharge(n)),
    });
    await two.finish();
    expect(two.world.journal.map(({ id }) => id).sort()).toEqual(
      [1, 2, 3, 4, 5].map(orderId).concat([6, 7].map(chargeId)),
    );
    expect(await two.report()).toMatchObject({
      considered: 9,
      attempted: 7,
      succeeded: 7,
      skipped: { 'belongs to another storefront': 2 },
      held: {},
      findings: {},
    });
  });

  it('is counted where it is sent: the other storefront’s findings are in no count', async () => {
    const lines = aCharge(1).lines.map((line) => ({ ...line, taxes: [] }));
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [aCharge(1, undefined, { lines }), aCharge(2, {}, { lines })],
    });
    await two.finish();
    expect((await two.entry(chargeId(1))).findings).toStrictEqual([]);
    expect((await two.report()).findings).toHaveProperty('no tax collected', 1);
  });

  it('is not asked for at the platform when the sync database knows whose it is', async () => {
    const two = twoStorefronts({ shop: [anOrder(1), anOrder(2)], stripe: [aCharge(1), aCharge(2)] });
    await two.finish();
    expect(two.asked).toEqual({ shop: [], stripe: [] });
  });

  it('keeps its owner when the service refuses it once and takes it later', async () => {
    const state = { isRefused: true };
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [],
      service: { fault: ({ kind }) => (kind === 'push' && state.isRefused ? faults.refused : undefined) },
    });
    const run = await two.finish();
    state.isRefused = false;
    await two.clock.run(retryRun(two.ports)(run.id));
    expect(await two.pushed()).toEqual({ [orderId(1)]: 'succeeded' });
  });

  it('that the service refused from one storefront may be sent by another', async () => {
    const two = twoStorefronts({
      precedence: ['stripe', 'shop'],
      shop: [anOrder(1)],
      stripe: [aCharge(1, {})],
      service: { fault: ({ kind, about }) => (kind === 'push' && about === orderId(1) ? faults.refused : undefined) },
    });
    await two.finish({ storefronts: ['shop'] });
    expect(await two.pushed()).toEqual({ [orderId(1)]: leftElsewhere });
    const alone = twoStorefronts({
      precedence: ['shop', 'stripe'],
      shop: [anOrder(1)],
      stripe: [aCharge(1, {})],
      service: { fault: ({ kind, about }) => (kind === 'push' && about === orderId(1) ? faults.refused : undefined) },
    });
    await alone.finish();
    expect(await alone.pushed()).toEqual({ [orderId(1)]: 'failed: refused', [chargeId(1)]: 'succeeded' });
  });

  it('belongs to the storefront under whose id the service holds it, whatever it holds', async () => {
    const two = twoStorefronts({ precedence: ['stripe', 'shop'], shop: [anOrder(1, {})], stripe: [aCharge(1)] });
    two.world.insertForeign({ id: chargeId(1), name: 'another program' });
    await two.finish();
    expect(await two.pushed()).toEqual({ [chargeId(1)]: 'alreadyPresent', [orderId(1)]: leftElsewhere });
  });

  it('does not compete with itself when one shop is configured under two names', async () => {
    const { ports } = twoStorefronts({ shop: [anOrder(1)], stripe: [] });
    const { shop } = ports.storefronts;
    if (shop === undefined) throw new Error('a shop is needed');
    const two = twoStorefronts({ shop: [], stripe: [], ports: { storefronts: { shop, outlet: shop } } });
    await two.finish({ storefronts: ['shop', 'outlet'], dryRun: true });
    expect(await two.pushed()).toEqual({ [orderId(1)]: 'skipped: would be sent' });
    await two.finish({ storefronts: ['shop', 'outlet'] });
    expect(two.world.journal).toHaveLength(1);
  });

  it('sends its refunds where it is sent itself', async () => {
    const refunds = [aRefund()];
    const two = twoStorefronts({
      policy: sendsRefunds,
      shop: [anOrder(1, undefined, { refunds })],
      stripe: [aCharge(1, undefined, { refunds })],
    });
    await two.finish();
    expect(await two.pushed()).toEqual({
      [orderId(1)]: 'succeeded',
      [`${orderId(1)}:refund:901`]: 'succeeded',
      [chargeId(1)]: leftElsewhere,
    });
    expect((await two.report()).adjustments).toMatchObject([{ kind: 'refund', count: 1, sent: true }]);
  });
});
