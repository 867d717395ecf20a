import { describe, expect, it } from '@jest/globals';
import type { ResyncRequest, ResyncOutcome, SyncDatabase } from '../../../src/domain/inbox.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { ringTime } from '../../support/a-delivery.ts';
import { aCommit, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';

export const itClaimsRequests = (store: () => SyncDatabase): void => {
  describe('resync requests', () => {
    const ring = async (recordId: string, after = 0): Promise<void> =>
      right(await store().inbox.enqueue('us-store', [recordId], instantOfMilliseconds(ringTime + after))());
    const claim = async (after: number, owner = 'me', limit = 9): Promise<readonly ResyncRequest[]> => {
      const now = ringTime + after;
      return right(await store().inbox.claim('us-store', { now, until: now + 1_000, owner, limit })());
    };
    const claimOne = async (after: number, owner?: string): Promise<ResyncRequest> => {
      const [request] = await claim(after, owner);
      if (request === undefined) throw new Error('no request is due');
      return request;
    };
    const answer = async (request: ResyncRequest, word: ResyncOutcome, owner = 'me'): Promise<void> =>
      right(await store().inbox.recordOutcome(request, owner, word)());
    const ids = (requests: readonly ResyncRequest[]): readonly string[] => requests.map(({ recordId }) => recordId);

    it('lets only the owner of a claim commit, and not after another process took it or completed it', async () => {
      right(await store().openRun(aRequest(), { id: 'run-1', at: instantOfMilliseconds(ringTime) })());
      const commit = (owner: string) =>
        store().commitPage(aCommit('run-1'), instantOfMilliseconds(ringTime), {
          storefront: 'us-store',
          recordId: 'a',
          owner,
        })();
      const refused = { _tag: 'Left', left: { problem: 'taken over' } };
      await ring('a');
      expect(await commit('me')).toMatchObject(refused);
      await claim(0);
      right(await commit('me'));
      const request = await claimOne(1_000, 'other');
      expect(await commit('me')).toMatchObject(refused);
      right(await commit('other'));
      await answer(request, { _tag: 'Settled' }, 'other');
      expect(await commit('other')).toMatchObject(refused);
    });

    it('hands out as many as are wanted, the ones that are due the longest first', async () => {
      for (const [index, id] of ['c', 'a', 'b'].entries()) await ring(id, index);
      expect(ids(await claim(10, 'me', 2))).toStrictEqual(['c', 'a']);
      expect(ids(await claim(10, 'me', 2))).toStrictEqual(['b']);
    });

    it('name the storefronts that have one to hand out, and no others', async () => {
      const named = async (after: number): Promise<readonly string[]> => {
        const now = ringTime + after;
        return right(await store().inbox.storefrontsWithRequests({ now, until: now + 1_000 })());
      };
      expect(await named(0)).toStrictEqual([]);
      for (const storefront of ['a-shop', 'us-store', 'zz-shop']) {
        right(await store().inbox.enqueue(storefront, ['a', 'b'], instantOfMilliseconds(ringTime + 5))());
      }
      expect(await named(4)).toStrictEqual([]);
      expect(await named(5)).toStrictEqual(['a-shop', 'us-store', 'zz-shop']);
      const [first, second] = await claim(5);
      if (first === undefined || second === undefined) throw new Error('two are due');
      // All of it is claimed; the claim expires.
      expect(await named(6)).toStrictEqual(['a-shop', 'zz-shop']);
      expect(await named(2_000)).toContain('us-store');
      await answer(first, { _tag: 'Later', retryAt: ringTime + 60_000, reason: 'no answer' });
      await answer(second, { _tag: 'Parked', reason: 'failed too often' });
      expect(await named(2_000)).toStrictEqual(['a-shop', 'zz-shop']);
      expect(await named(60_000)).toContain('us-store');
    });

    it('hands out nothing of another storefront, and nothing before its time', async () => {
      await ring('a', 5);
      expect(await claim(4)).toStrictEqual([]);
      expect(
        right(
          await store().inbox.claim('eu-store', { now: ringTime + 9, until: ringTime + 10, owner: 'me', limit: 9 })(),
        ),
      ).toStrictEqual([]);
    });

    it('gives a claimed request to no other process until the claim has expired', async () => {
      await ring('a');
      await claim(0);
      expect(await claim(999, 'other')).toStrictEqual([]);
      expect(ids(await claim(1_000, 'other'))).toStrictEqual(['a']);
    });

    it('ignores a claim from a clock that was hours ahead, and honors one that was minutes ahead', async () => {
      const [minutes, hours] = [5 * 60_000, 5 * 60 * 60_000];
      await ring('a', 0);
      await claim(hours);
      expect(ids(await claim(minutes, 'other'))).toStrictEqual(['a']);
      expect(await claim(0, 'third')).toStrictEqual([]);
    });

    it('hands out what a wrong clock has put off for longer than an hour, once nothing else is due', async () => {
      const hour = 60 * 60_000;
      for (const id of ['put off', 'day ahead', 'due']) await ring(id, id === 'day ahead' ? 24 * hour : 0);
      const [due, putOff] = await claim(0);
      if (due === undefined || putOff === undefined) throw new Error('two requests are due');
      await answer(putOff, { _tag: 'Later', retryAt: ringTime + hour, reason: 'no answer' });
      await answer(due, { _tag: 'Released' });
      expect(ids(await claim(0))).toStrictEqual(['due']);
      expect(ids(await claim(0))).toStrictEqual(['day ahead']);
      expect(await claim(0)).toStrictEqual([]);
    });

    it('deletes a settled request', async () => {
      await ring('a');
      await answer(await claimOne(0), { _tag: 'Settled' });
      expect(await claim(5_000)).toStrictEqual([]);
      expect(right(await store().inbox.state())).toStrictEqual([]);
    });

    it('returns a settled request again at once when it was enqueued in between', async () => {
      await ring('a');
      const request = await claimOne(0);
      await ring('a', 10);
      await answer(request, { _tag: 'Settled' });
      expect(await claimOne(20)).toMatchObject({ recordId: 'a', requestCount: 2, attempts: 0 });
    });

    it('returns a postponed request at its time, and counts the attempt', async () => {
      await ring('a');
      await answer(await claimOne(0), { _tag: 'Later', retryAt: ringTime + 500, reason: 'no answer' });
      expect(await claim(499)).toStrictEqual([]);
      expect(await claimOne(500)).toMatchObject({ recordId: 'a', attempts: 1 });
    });

    it('counts a postponed request as later, also when its time has come', async () => {
      await ring('a');
      await ring('b', 7);
      await answer(await claimOne(0), { _tag: 'Later', retryAt: ringTime, reason: 'no answer' });
      expect(right(await store().inbox.state())).toMatchObject([
        { due: 1, deferred: 1, parked: 0, oldest: instantOfMilliseconds(ringTime + 7) },
      ]);
    });

    it('keeps the pause of a postponed request that is enqueued again', async () => {
      await ring('a');
      await answer(await claimOne(0), { _tag: 'Later', retryAt: ringTime + 500, reason: 'no answer' });
      await ring('a', 10);
      expect(await claim(20)).toStrictEqual([]);
      expect(await claimOne(500)).toMatchObject({ requestCount: 2, attempts: 1 });
    });

    it('forgets a parked request once its record was read since, and no other', async () => {
      for (const id of ['read', 'requested later', 'waiting', 'of another page'])
        await ring(id, id === 'requested later' ? 20 : 0);
      for (const request of await claim(20))
        if (request.recordId !== 'waiting') await answer(request, { _tag: 'Parked', reason: 'no answer' });
      const readAt = instantOfMilliseconds(ringTime + 10);
      right(await store().inbox.forgetParked('us-store', ['read', 'requested later', 'waiting'], readAt)());
      expect(right(await store().inbox.state())).toMatchObject([{ due: 1, parked: 2 }]);
    });

    it('returns a released request at once, and counts no attempt', async () => {
      await ring('a');
      await answer(await claimOne(0), { _tag: 'Released' });
      expect(await claimOne(0, 'other')).toMatchObject({ recordId: 'a', attempts: 0 });
    });

    it('keeps a parked request until its record changes, and then starts over', async () => {
      await ring('a');
      await answer(await claimOne(0), { _tag: 'Later', retryAt: ringTime, reason: 'no answer' });
      await answer(await claimOne(0), { _tag: 'Parked', reason: 'tried too often' });
      expect(await claim(1_000_000)).toStrictEqual([]);
      expect(right(await store().inbox.state())).toMatchObject([{ due: 0, deferred: 0, parked: 1, oldest: null }]);
      await ring('a', 2_000_000);
      expect(await claimOne(2_000_000)).toMatchObject({
        attempts: 0,
        firstRequestedAt: instantOfMilliseconds(ringTime + 2_000_000),
      });
    });

    it('does not park a request that was enqueued in between', async () => {
      await ring('a');
      const request = await claimOne(0);
      await ring('a', 1);
      await answer(request, { _tag: 'Parked', reason: 'tried too often' });
      expect(await claimOne(2)).toMatchObject({ attempts: 0 });
    });

    it('ignores the answer of one whose claim ran out and was taken by another', async () => {
      await ring('a');
      const late = await claimOne(0);
      const request = await claimOne(1_000, 'other');
      await answer(late, { _tag: 'Settled' });
      await answer(request, { _tag: 'Later', retryAt: ringTime, reason: 'no answer' }, 'other');
      expect(await claimOne(2_000)).toMatchObject({ attempts: 1 });
    });

    it('lets two processes claim at the same time, and gives each request to one of them', async () => {
      for (let n = 0; n < 20; n += 1) await ring(`record-${n}`);
      const claimed = await Promise.all([claim(0, 'one', 12), claim(0, 'other', 12)]);
      const all = claimed.flatMap(ids);
      expect(all).toHaveLength(20);
      expect(new Set(all).size).toBe(20);
    });
  });
};
