import { describe, expect, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { right } from '../../support/right.ts';

const now = Date.UTC(2026, 3, 1);

export const itSharesTheLane = (store: () => SyncDatabase): void => {
  describe('as what processes of one key know of each other', () => {
    const pausedUntil = async (): Promise<number> => right(await store().rateLimit.pausedUntil());
    const pauseUntil = async (until: number): Promise<void> =>
      right(await store().rateLimit.pauseUntil(until, 60_000)());
    const takeTurns = async (at: number, count: number, interval: number): Promise<number> =>
      right(await store().rateLimit.reserveStarts({ now: at, count, interval, maxAhead: 60_000 })());

    it('knows of no pause at first', async () => {
      expect(await pausedUntil()).toBe(0);
    });

    it('keeps the longest pause when a later one is shorter', async () => {
      await pauseUntil(now + 5_000);
      await pauseUntil(now + 2_000);
      expect(await pausedUntil()).toBe(now + 5_000);
      await pauseUntil(now + 9_000.5);
      expect(await pausedUntil()).toBe(now + 9_001);
    });

    it('remembers no pause that lies hours behind the next one: a wrong clock has noted it', async () => {
      await pauseUntil(now + 5 * 60 * 60_000);
      await pauseUntil(now + 5_000);
      expect(await pausedUntil()).toBe(now + 5_000);
      await pauseUntil(now + 65_000);
      await pauseUntil(now + 5_000);
      expect(await pausedUntil()).toBe(now + 65_000);
    });

    it('gives each one who takes turns those behind the last, and none in the past', async () => {
      expect(await takeTurns(now, 4, 250)).toBe(now);
      expect(await takeTurns(now, 2, 250)).toBe(now + 1_000);
      expect(await takeTurns(now + 100, 1, 250)).toBe(now + 1_500);
      expect(await takeTurns(now + 60_000, 1, 250)).toBe(now + 60_000);
    });

    it('gives turns to many at the same time, and none of them twice', async () => {
      const firsts = await Promise.all(Array.from({ length: 12 }, () => takeTurns(now, 2, 100)));
      expect(firsts.sort((a, b) => a - b)).toStrictEqual(Array.from({ length: 12 }, (_, n) => now + n * 200));
    });

    it('gives turns from now on when the last was given out by a clock that is hours ahead', async () => {
      await takeTurns(now + 5 * 60 * 60_000, 4, 250);
      expect(await takeTurns(now, 4, 250)).toBe(now);
      expect(await takeTurns(now, 1, 250)).toBe(now + 1_000);
      await takeTurns(now, 220, 250);
      expect(await takeTurns(now, 1, 250)).toBe(now + 56_250);
    });

    it('keeps pauses and turns apart', async () => {
      await takeTurns(now, 1, 100);
      await pauseUntil(now + 5_000);
      expect(await takeTurns(now, 1, 100)).toBe(now + 100);
      expect(await pausedUntil()).toBe(now + 5_000);
    });
  });
};
