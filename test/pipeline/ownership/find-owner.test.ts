import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { held, type HoldReason, skipped, type SkipReason } from '../../../src/domain/exclusion.ts';
import type { SourceError } from '../../../src/domain/errors.ts';
import { unopenedConnector } from '../../../src/app/plugin/storefront-table.ts';
import { retryRun } from '../../../src/pipeline/retry-run.ts';
import { right } from '../../support/right.ts';
import { ambiguous, leftElsewhere } from '../../support/two-storefront-stories.ts';
import { aCharge, anOrder, chargeId, orderId, twoStorefronts, type TwoOptions } from '../../support/two-storefronts.ts';

const unreachable: SourceError = { _tag: 'SourceUnreachable', message: 'no answer', cause: 'ETIMEDOUT' };
const aside = (sourceId: string): { sourceId: string; name: string } => ({ sourceId, name: sourceId });

describe('ids that prove nothing', () => {
  it.each(['order:1001', 'shopify:payment:7'])(
    'such as %s, which others may count as well, make no two sales one',
    async (id) => {
      const more = { references: [id] };
      const two = twoStorefronts({ shop: [anOrder(1, {}, more)], stripe: [aCharge(2, {}, more)] });
      await two.finish();
      expect(await two.report()).toMatchObject({ succeeded: 2 });
      expect(two.asked).toEqual({ shop: [], stripe: [] });
    },
  );

  it('of another record of the shop, found under its number, are not taken for it', async () => {
    const answer = E.right(O.some(E.right(anOrder(9))));
    const two = twoStorefronts({ shop: [], stripe: [aCharge(1)] });
    const shop = two.ports.storefronts['shop'];
    if (shop === undefined) throw new Error('a shop is needed');
    const connector = { ...shop.connector, readRecord: () => () => Promise.resolve(answer) };
    const odd = twoStorefronts({
      shop: [],
      stripe: [aCharge(1)],
      ports: { storefronts: { ...two.ports.storefronts, shop: { ...shop, connector } } },
    });
    await odd.finish();
    expect(await odd.pushed()).toEqual({ [chargeId(1)]: 'succeeded' });
  });
});

describe('a storefront that is asked for one of its sales', () => {
  const passing: readonly SkipReason[] = ['not paid', 'only authorized'];
  const final: readonly SkipReason[] = [
    ...(['test order', 'voided', 'payment failed', 'canceled before payment', 'payment expired'] as const),
    ...([
      'outside the chosen days',
      'deleted on the platform',
      'before the first day',
      'belongs to another storefront',
    ] as const),
    ...([
      'payment of another account',
      'skipped by your app',
      'zero total',
      'credit document',
      'left out by decision',
      'would be sent',
    ] as const),
  ];
  const waiting: readonly HoldReason[] = ['missing address', 'totals do not add up', 'unreadable record'];

  it('and has no such record leaves it to the other one', async () => {
    const two = twoStorefronts({ shop: [], stripe: [aCharge(1)] });
    await two.finish();
    expect(await two.pushed()).toEqual({ [chargeId(1)]: 'succeeded' });
    expect(two.asked.shop).toEqual(['7001']);
  });

  it.each(final)('and has set it aside as %s leaves it to the other one', async (reason) => {
    const two = twoStorefronts({ shop: [E.left(skipped(aside('7001'), reason, 'so'))], stripe: [aCharge(1)] });
    await two.finish();
    expect(await two.pushed()).toMatchObject({ [chargeId(1)]: 'succeeded' });
  });

  it.each(['gift cards only', 'no items', 'marketplace sale'] as const)(
    'and left it out for good (%s) decides for the other storefront as well',
    async (reason) => {
      const two = twoStorefronts({ shop: [E.left(skipped(aside('7001'), reason, 'so'))], stripe: [aCharge(1)] });
      await two.finish();
      expect(await two.pushed()).toMatchObject({ [chargeId(1)]: leftElsewhere });
      expect(two.world.journal).toEqual([]);
      const { message } = await two.entry(chargeId(1));
      expect(message).toBe(
        `Not sent by any storefront: shop comes first among the storefronts, has the same sale, and skips it (${reason})`,
      );
    },
  );

  it.each(passing)('and does not send it yet (%s) delays it, and a retry settles it', async (reason) => {
    const shop: TwoOptions['shop'][number][] = [E.left(skipped(aside('7001'), reason, 'so'))];
    const two = twoStorefronts({ shop, stripe: [aCharge(1)] });
    const run = await two.finish();
    expect(await two.pushed()).toMatchObject({ [chargeId(1)]: ambiguous });
    expect((await two.entry(chargeId(1))).message).toContain(`cannot push it yet (${reason})`);
    shop[0] = anOrder(1);
    await two.finish({ storefronts: ['shop'] });
    await two.clock.run(retryRun(two.ports)(run.id));
    expect(right(await two.store.summarizeRun(run.id)()).skipped).toMatchObject({
      'belongs to another storefront': 1,
    });
    expect(two.world.journal.map(({ id }) => id)).toEqual([orderId(1)]);
  });

  it.each(waiting)('and holds it (%s) holds it up', async (reason) => {
    const two = twoStorefronts({ shop: [E.left(held(aside('7001'), reason, 'so'))], stripe: [aCharge(1)] });
    await two.finish();
    expect(await two.pushed()).toMatchObject({ [chargeId(1)]: ambiguous });
  });

  it('and whose own mapping sets it aside decides as it would for itself', async () => {
    const unpaid = twoStorefronts({ shop: [anOrder(1, {}, { payment: 'not paid' })], stripe: [aCharge(1)] });
    await unpaid.finish({ storefronts: ['stripe'] });
    expect(await unpaid.pushed()).toEqual({ [chargeId(1)]: ambiguous });
    const test = twoStorefronts({ shop: [anOrder(1, {}, { isTest: true })], stripe: [aCharge(1)] });
    await test.finish({ storefronts: ['stripe'] });
    expect(await test.pushed()).toEqual({ [chargeId(1)]: 'succeeded' });
  });

  it('and on which our own mapping fails holds it up', async () => {
    const broken = { ...anOrder(1), lines: undefined } as unknown as ReturnType<typeof anOrder>;
    const two = twoStorefronts({ shop: [broken], stripe: [aCharge(1)] });
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual({ [chargeId(1)]: ambiguous });
  });

  it('and does not answer holds it up, is not waited for again with each sale, and a retry settles it', async () => {
    const state = { isDown: true };
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => aCharge(n)),
      fault: (side) => (state.isDown && side === 'shop' ? unreachable : undefined),
    });
    const run = await two.finish({ storefronts: ['stripe'] });
    expect((await two.report()).held).toEqual({ 'possible duplicate': 8 });
    expect((await two.entry(chargeId(1))).message).toContain('shop may have the same sale');
    // Those that were asked at the same time waited side by side.
    expect(two.asked.shop.length).toBeLessThanOrEqual(4 * 8);
    expect(two.world.journal).toHaveLength(0);
    state.isDown = false;
    await two.clock.run(retryRun(two.ports)(run.id));
    expect(await two.report()).toMatchObject({
      succeeded: 7,
      skipped: { 'belongs to another storefront': 1 },
      held: {},
    });
  });

  it('leaves to the other one what the host skips, and holds what the host’s hook fails on', async () => {
    for (const [beforePush, word] of [
      [() => 'skip' as const, 'succeeded'],
      [() => Promise.reject(new TypeError('CANARY')), ambiguous],
    ] as const) {
      const two = twoStorefronts({
        shop: [anOrder(1)],
        stripe: [aCharge(1)],
        ports: { beforePush: (transaction, { storefront }) => (storefront === 'shop' ? beforePush() : transaction) },
      });
      await two.finish({ storefronts: ['stripe'] });
      expect(await two.pushed()).toEqual({ [chargeId(1)]: word });
    }
  });

  it('is not asked by another of its own platform, whose ids are its own', async () => {
    const one = twoStorefronts({ shop: [anOrder(1)], stripe: [] });
    const other = twoStorefronts({ shop: [anOrder(2)], stripe: [] });
    const { shop } = one.ports.storefronts;
    const { shop: outlet } = other.ports.storefronts;
    if (shop === undefined || outlet === undefined) throw new Error('two shops are needed');
    const two = twoStorefronts({ shop: [], stripe: [], ports: { storefronts: { shop, outlet } } });
    await two.finish({ storefronts: ['outlet'] });
    expect(await two.pushed()).toEqual({ [orderId(2)]: 'succeeded' });
    expect([one.asked.shop, other.asked.shop]).toEqual([[], []]);
  });

  it('and refuses the question about one record holds up that one alone', async () => {
    const two = twoStorefronts({
      shop: [],
      stripe: [1, 2, 3, 4, 5, 6].map((n) => aCharge(n)),
      fault: (side, id) =>
        side === 'shop' && id === '7001' ? { _tag: 'SourceRefused', message: 'an odd query' } : undefined,
    });
    await two.finish();
    const others = [2, 3, 4, 5, 6].map((n) => [chargeId(n), 'succeeded']);
    expect(await two.pushed()).toEqual({ [chargeId(1)]: ambiguous, ...Object.fromEntries(others) });
    expect((await two.entry(chargeId(1))).message).toContain('(an odd query)');
  });

  it('and could not be opened delays it, although its platform is unknown', async () => {
    const storefronts = {
      ...twoStorefronts({ shop: [anOrder(1)], stripe: [aCharge(1), aCharge(2, {})] }).ports.storefronts,
    };
    const { shop } = storefronts;
    if (shop === undefined) throw new Error('a shop is needed');
    const unopened = { ...shop, connector: unopenedConnector(new TypeError()) };
    const two = twoStorefronts({ shop: [], stripe: [], ports: { storefronts: { ...storefronts, shop: unopened } } });
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual({ [chargeId(1)]: ambiguous, [chargeId(2)]: 'succeeded' });
  });

  it('and answers late is waited for', async () => {
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [aCharge(1)],
      fault: (_side, _id, count) => (count < 4 ? unreachable : undefined),
    });
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual({ [chargeId(1)]: leftElsewhere });
  });

  it('is asked once for what two sales of one page name', async () => {
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [aCharge(1), aCharge(2, {}, { references: ['stripe:ch_2', 'shopify:order:7001'] })],
    });
    await two.finish({ storefronts: ['stripe'] });
    expect(await two.pushed()).toEqual({ [chargeId(1)]: leftElsewhere, [chargeId(2)]: leftElsewhere });
    expect(two.asked.shop).toEqual(['7001']);
  });

  it('leaves a sale pending when the run is interrupted, and the same run resumes it', async () => {
    const state = { isInterrupted: false };
    const two = twoStorefronts({
      shop: [anOrder(1)],
      stripe: [aCharge(1)],
      fault: () => {
        if (state.isInterrupted) return undefined;
        state.isInterrupted = true;
        return unreachable;
      },
      ports: { isInterrupted: () => state.isInterrupted },
    });
    expect((await two.finish({ storefronts: ['stripe'] })).status).toBe('paused');
    expect(await two.report()).toMatchObject({ considered: 0 });
    const again = twoStorefronts({
      ...{ shop: [anOrder(1)], stripe: [aCharge(1)], store: two.store, clock: two.clock, world: two.world },
    });
    await again.finish({ storefronts: ['stripe'] });
    expect(await again.pushed()).toEqual({ [chargeId(1)]: leftElsewhere });
  });
});
