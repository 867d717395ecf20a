import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { right } from '../../support/right.ts';
import type { Opened } from './opened.ts';

type IsGone = (owner: string) => boolean;
const noneHasEnded: IsGone = () => false;

export const itKeepsLeases = ({ store }: Opened): void => {
  describe('as a keeper of leases', () => {
    const lease = async (owner: string, now: number, isGone = noneHasEnded): Promise<O.Option<string>> =>
      right(await store().acquireLease('us-store', owner, { now, until: now + 1000 }, isGone)());

    it('gives a storefront to one owner, and names that owner to the others', async () => {
      expect(await lease('a', 0)).toStrictEqual(O.none);
      expect(await lease('b', 999)).toStrictEqual(O.some('a'));
    });

    it('renews the lease of its owner', async () => {
      await lease('a', 0);
      expect(await lease('a', 900)).toStrictEqual(O.none);
      expect(await lease('b', 1500)).toStrictEqual(O.some('a'));
    });

    it('gives it on when the lease has run out', async () => {
      await lease('a', 1_790_000_000_000);
      expect(await lease('b', 1_790_000_001_000)).toStrictEqual(O.none);
      expect(await lease('a', 1_790_000_001_001)).toStrictEqual(O.some('b'));
    });

    it('gives it to another process when the owner has ended, and checks no other process', async () => {
      await lease('a', 0);
      expect(await lease('b', 1, (owner) => owner === 'a')).toStrictEqual(O.none);
      expect(await lease('c', 2, (owner) => owner === 'a')).toStrictEqual(O.some('b'));
    });

    it('gives it to another process when a clock that was hours ahead extended it: its owner may have ended long ago', async () => {
      const fiveHours = 5 * 60 * 60_000;
      await lease('a', fiveHours);
      expect(await lease('b', 0)).toStrictEqual(O.none);
      expect(await lease('a', 1)).toStrictEqual(O.some('b'));
    });

    it('keeps it for an owner with a long lease when the one who asks wants a short one', async () => {
      const hour = 60 * 60_000;
      const short = { now: 0, until: 1_000, maxUntil: hour };
      right(await store().acquireLease('us-store', 'a', { now: 0, until: hour }, noneHasEnded)());
      expect(right(await store().acquireLease('us-store', 'b', short, noneHasEnded)())).toStrictEqual(O.some('a'));
    });

    it('keeps it for an owner whose clock is minutes ahead', async () => {
      await lease('a', 5 * 60_000);
      expect(await lease('b', 0)).toStrictEqual(O.some('a'));
    });

    it('keeps storefronts apart', async () => {
      await lease('a', 0);
      expect(right(await store().acquireLease('eu-store', 'b', { now: 0, until: 9 }, noneHasEnded)())).toStrictEqual(
        O.none,
      );
    });

    it('renews only the lease of its owner, and names the new owner otherwise', async () => {
      const renew = async (owner: string, now: number): Promise<O.Option<string>> =>
        right(await store().acquireLease('us-store', owner, { now, until: now + 1000, renews: true }, noneHasEnded)());
      await lease('a', 0);
      expect(await renew('a', 900)).toStrictEqual(O.none);
      expect(await lease('b', 1_500)).toStrictEqual(O.some('a'));
      expect(await lease('b', 1_900)).toStrictEqual(O.none);
      expect(await renew('a', 5_000)).toStrictEqual(O.some('b'));
      right(await store().releaseLease('us-store', 'b')());
      expect(await renew('a', 5_001)).toStrictEqual(O.some(''));
      expect(await lease('c', 5_002)).toStrictEqual(O.none);
    });

    it('is released by its owner only', async () => {
      await lease('a', 0);
      right(await store().releaseLease('us-store', 'b')());
      expect(await lease('b', 1)).toStrictEqual(O.some('a'));
      right(await store().releaseLease('us-store', 'a')());
      expect(await lease('b', 2)).toStrictEqual(O.none);
    });
  });
};
