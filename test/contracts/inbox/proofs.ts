import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { ListedTransaction } from '../../../src/domain/proof-store.ts';
import { right } from '../../support/right.ts';

const listed = (n: number, differences: Partial<ListedTransaction> = {}): ListedTransaction => ({
  id: `shopify:1:${n}`,
  position: 10_000_000_000 - n,
  owner: 'shopify:1:',
  day: '2026-01-01',
  hash: 2 ** 28 - 1,
  night: 1,
  ...differences,
});

const state = { name: 'list', json: '{"night":1}' };

export const itKeepsProofs = (store: () => SyncDatabase): void => {
  describe('as the memory of the nightly proof', () => {
    it('keeps what the list held, and where the next night goes on, in one step', async () => {
      const { proof } = store();
      expect(right(await proof.proofState('list')())).toStrictEqual(O.none);
      right(await proof.saveListed([listed(1), listed(2)], state)());
      right(await proof.saveListed([listed(2, { night: 2, day: '' })], { ...state, json: '{"night":2}' })());
      expect(right(await proof.proofState('list')())).toStrictEqual(O.some('{"night":2}'));
      const found = right(await proof.findListed(['shopify:1:2', 'shopify:1:3'])());
      expect(found).toStrictEqual([listed(2, { night: 2, day: '' })]);
      expect(right(await proof.countListed())).toBe(2);
      right(await proof.saveListed([listed(3)], null)());
      expect(right(await proof.proofState('list')())).toStrictEqual(O.some('{"night":2}'));
    });

    it('writes nothing for a process that no longer has the lease of the list', async () => {
      const { proof } = store();
      const times = { now: 1, until: 9 };
      right(await store().acquireLease('list', 'one', times, () => false)());
      const fence = { storefront: 'list', owner: 'one' };
      right(await proof.saveListed([listed(1)], state, fence)());
      right(await store().acquireLease('list', 'another', times, () => true)());
      const refused = { left: { problem: 'taken over' } };
      expect(await proof.saveListed([listed(2)], { ...state, json: '{}' }, fence)()).toMatchObject(refused);
      expect(await proof.forgetListed(['shopify:1:1'], fence)()).toMatchObject(refused);
      expect(right(await proof.findListed(['shopify:1:1', 'shopify:1:2'])())).toStrictEqual([listed(1)]);
      expect(right(await proof.proofState('list')())).toStrictEqual(O.some(state.json));
    });

    it('gives what no night since one has read at a position or before it, from the head on', async () => {
      const { proof } = store();
      right(await proof.saveListed([listed(1), listed(2), listed(3, { night: 2 }), listed(4), listed(5)], state)());
      const idsOf = async (night: number, position: number, limit: number): Promise<readonly string[]> =>
        right(await proof.notReadSince(night, position, limit)()).map(({ id }) => id);
      expect(await idsOf(2, listed(4).position, 9)).toStrictEqual(['shopify:1:1', 'shopify:1:2', 'shopify:1:4']);
      expect(await idsOf(3, listed(4).position, 3)).toStrictEqual(['shopify:1:1', 'shopify:1:2', 'shopify:1:3']);
      expect(await idsOf(1, listed(5).position, 9)).toStrictEqual([]);
      right(await proof.forgetListed(['shopify:1:1'])());
      expect(await idsOf(2, listed(4).position, 9)).toStrictEqual(['shopify:1:2', 'shopify:1:4']);
    });

    it('counts and sums up each day of an owner, and gives what the list showed of days and of unknown days', async () => {
      const { proof } = store();
      const shown = { total: '10' };
      const transactions = [1, 2, 3, 4].map((n) => ({ id: `shopify:1:${n}`, name: `name ${n}`, shown }));
      right(await store().saveRemoteIndexPage({ scan: 0, transactions, next: O.none, completesScan: false })());
      const others = [
        listed(2, { hash: 5 }),
        listed(3, { day: '2026-01-02' }),
        listed(4, { day: '', owner: 'stripe' }),
      ];
      right(await proof.saveListed([listed(1), ...others], state)());
      expect(right(await proof.listedDays(['shopify:1:', 'stripe'])())).toStrictEqual([
        { owner: 'shopify:1:', day: '2026-01-01', count: 2, sum: 2 ** 28 + 4 },
        { owner: 'shopify:1:', day: '2026-01-02', count: 1, sum: 2 ** 28 - 1 },
        { owner: 'stripe', day: '', count: 1, sum: 2 ** 28 - 1 },
      ]);
      expect(right(await proof.listedDays(['stripe'])())).toHaveLength(1);
      const on = async (owners: readonly string[], from: string, to: string): Promise<readonly string[]> =>
        right(await proof.listedOn(owners, { from, to })())
          .map(({ id }) => id)
          .sort();
      expect(await on(['shopify:1:', 'stripe'], '2026-01-01', '2026-01-01')).toStrictEqual([
        'shopify:1:1',
        'shopify:1:2',
        'shopify:1:4',
      ]);
      const [one] = right(await proof.listedOn(['shopify:1:'], { from: '2026-01-02', to: '2026-01-09' })());
      expect(one).toStrictEqual({ id: 'shopify:1:3', name: 'name-3', shown, night: 1, position: listed(3).position });
    });

    it('keeps when each day of a storefront was proved, and by which digest', async () => {
      const { proof } = store();
      const days = [
        { day: '2026-01-02', digest: null, provedAt: 1_790_000_000_000 },
        { day: '2026-01-01', digest: 'a', provedAt: 1 },
      ];
      right(await proof.saveProvedDays('us-store', days)());
      right(await proof.saveProvedDays('us-store', [{ day: '2026-01-01', digest: 'b', provedAt: 2 }])());
      right(await proof.saveProvedDays('eu-store', [{ day: '2026-01-03', digest: 'c', provedAt: 3 }])());
      expect(right(await proof.provedDays('us-store')())).toStrictEqual([
        { day: '2026-01-01', digest: 'b', provedAt: 2 },
        { day: '2026-01-02', digest: null, provedAt: 1_790_000_000_000 },
      ]);
    });
  });
};
