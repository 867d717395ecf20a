import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { skipped } from '../../../src/domain/exclusion.ts';
import type { StoreError } from '../../../src/domain/sync-store.ts';
import { retryRun } from '../../../src/pipeline/retry-run.ts';
import { mapTasks } from '../../../src/pipeline/store-with-retry.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { aRefund } from '../../support/a-refund.ts';
import { aLine } from '../../support/a-sale.ts';
import { oddTaxService } from '../../support/odd-tax-service.ts';
import { aCharge, anOrder, twoStorefronts } from '../../support/two-storefronts.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const diskFull: StoreError = { _tag: 'StoreError', problem: 'disk full', message: 'no space left' };

interface Story {
  /** Who assigns ids. */
  readonly identity: 'client' | 'service';
  readonly isLater: boolean;
  readonly isRetry?: boolean;
}

/**
 * A run over two storefronts that share sales, or a retry of it, with refunds and a sale that the platform's list shows twice. A
 * later one finds a push without an answer, another whose record is excluded by now, and a sale that changed. The database fails at
 * the `nth` operation, counted from 1.
 */
const runStory = async ({ identity, isLater, isRetry = false }: Story, nth: number) => {
  const inner = memoryStore();
  const state = { calls: 0, failed: '', isCounting: false, isLosing: isLater };
  // A lease that is not released ends by itself.
  const task =
    <A>(name: string, work: () => Promise<A>) =>
    async () => {
      const counts = state.isCounting && name !== 'releaseLease';
      if (counts) state.calls += 1;
      if (counts && state.calls === nth) state.failed = name;
      return counts && state.calls === nth ? (E.left(diskFull) as A) : work();
    };
  const clock = virtualClock();
  const shop = [anOrder(1), anOrder(2), anOrder(3, {}, { refunds: [aRefund()] })];
  const odd = oddTaxService({
    ...{ clock, identity, answers: 'nothing' },
    fault: (name) => (state.isLosing && /#[23] /.test(name) ? 'before' : undefined),
  });
  const store = mapTasks(inner, { tasks: ['remoteIndexState'], kept: ['close'] }, task);
  const two = twoStorefronts({
    ...{ clock, store, shop, stripe: [aCharge(1), aCharge(4), aCharge(5)], policy: sendsRefunds },
    ports: {
      service: odd.service,
      reviews: mapTasks(inner.reviews, { tasks: ['closedPeriods'], kept: [] }, task),
    },
  });
  const act = { now: two.run };
  if (isLater) {
    const { id } = await two.finish({ storefronts: ['shop'] });
    const voided = E.left(skipped({ sourceId: '7002', name: '#2' }, 'voided', 'its payment was voided.'));
    const changed = anOrder(1, {}, { lines: [aLine({ listed: 12_000n })] });
    Object.assign(shop, [changed, voided, shop[2], anOrder(6), anOrder(6), voided]);
    state.isLosing = false;
    if (isRetry) act.now = () => clock.run(retryRun(two.ports)(id));
  }
  state.isCounting = true;
  const result = await act.now();
  state.isCounting = false;
  return { two, odd, state, result, again: () => act.now() };
};

describe('a database that fails once', () => {
  it.each<[string, Story, number]>([
    ['a first run at a service that assigns ids', { identity: 'service', isLater: false }, 6],
    ['a later run', { identity: 'client', isLater: true }, 6],
    ['a retry', { identity: 'client', isLater: true, isRetry: true }, 3],
  ])('ends %s with that failure, wherever it is, and the next one does the rest', async (_, story, count) => {
    const outcome = async ({ two, odd }: Awaited<ReturnType<typeof runStory>>) => ({
      // What was pushed before the failure is present for the next one, if that is another run.
      entries: Object.entries(await two.pushed()).map(([id, how]) => [id, how.replace('succeeded', 'alreadyPresent')]),
      stored: odd.stored.map(({ wire }) => wire.name).sort(),
    });
    const undisturbed = await runStory(story, 0);
    const expected = await outcome(undisturbed);
    expect(expected.stored).toHaveLength(count);
    for (let nth = 1; nth <= undisturbed.state.calls; nth += 1) {
      const failed = await runStory(story, nth);
      // A run looks each second whether it was ended, and goes on where it cannot see that.
      if (failed.state.failed !== 'findRun' || E.isLeft(failed.result))
        expect(failed.result).toStrictEqual(E.left(diskFull));
      await failed.again();
      expect(await outcome(failed)).toStrictEqual(expected);
    }
  });
});
