import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { skipped } from '../../src/domain/exclusion.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import { mapTasks } from '../../src/pipeline/store-with-retry.ts';
import { memoryStore } from '../../src/store/memory/memory-store.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aRefund } from '../support/a-refund.ts';
import { faults } from '../support/memory-tax-service.ts';
import { aCharge, anOrder, orderId, twoStorefronts } from '../support/two-storefronts.ts';

const diskFull: StoreError = { _tag: 'StoreError', problem: 'disk full', message: 'no space left' };

/**
 * A second run over two storefronts that share sales: with refunds, a push that an earlier run left without an answer, one whose
 * record is excluded by now, and one that the platform's list shows twice. The database fails at the `nth` operation, counted from 1.
 */
const secondRun = async (nth: number) => {
  const inner = memoryStore();
  const state = { calls: 0, isCounting: false, isLosing: true };
  const store = mapTasks(inner, { tasks: ['remoteIndexState'], kept: ['close'] }, (name, task) => async () => {
    if (state.isCounting && name !== 'releaseLease') state.calls += 1;
    return state.isCounting && name !== 'releaseLease' && state.calls === nth ? E.left(diskFull) : task();
  });
  const shop = [anOrder(1), anOrder(2), anOrder(3, {}, { refunds: [aRefund()] })];
  const lost = [orderId(2), orderId(3)];
  const two = twoStorefronts({
    store,
    shop,
    stripe: [aCharge(1), aCharge(4), aCharge(5)],
    policy: sendsRefunds,
    service: {
      fault: ({ kind, about }) =>
        kind === 'push' && state.isLosing && lost.includes(about) ? faults.lostBefore : undefined,
    },
  });
  await two.finish({ storefronts: ['shop'] });
  const voided = E.left(skipped({ sourceId: '7002', name: '#2' }, 'voided', 'its payment was voided.'));
  Object.assign(shop, [anOrder(1), voided, shop[2], anOrder(6), anOrder(6), voided]);
  state.isLosing = false;
  state.isCounting = true;
  const run = await two.run();
  state.isCounting = false;
  return { two, run, state };
};

describe('a run whose database fails once', () => {
  it('ends with that failure, wherever it is, and the next run does the rest', async () => {
    const outcome = async ({ two }: Awaited<ReturnType<typeof secondRun>>) => ({
      // What the run pushed before it failed is present for the next one, if that is another run.
      entries: Object.entries(await two.pushed()).map(([id, how]) => [id, how.replace('succeeded', 'alreadyPresent')]),
      pushed: two.world.journal.map(({ id }) => id).sort(),
    });
    const undisturbed = await secondRun(0);
    const expected = await outcome(undisturbed);
    expect(expected.pushed).toHaveLength(6);
    for (let nth = 1; nth <= undisturbed.state.calls; nth += 1) {
      const failed = await secondRun(nth);
      expect(failed.run).toStrictEqual(E.left(diskFull));
      await failed.two.finish();
      expect(await outcome(failed)).toStrictEqual(expected);
    }
  });
});
