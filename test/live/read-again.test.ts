import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { skipped } from '../../src/domain/exclusion.ts';
import { instantOfMilliseconds } from '../../src/domain/instant.ts';
import { outcomeOfRequest } from '../../src/live/answer-resync-request.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { aLiveWorld, type LiveWorldOptions, theSale } from '../support/a-live-world.ts';
import { right } from '../support/right.ts';

const minute = 60_000;
const everyQuarter: LiveWorldOptions = { ports: { schedule: { catchUp: '*/15 * * * *', reconcile: null } } };

/** As a connector answers for a sale whose metadata may still come. */
const awaiting = (until: number): SourceResult =>
  E.left({
    ...skipped({ sourceId: '9001', name: '#1001' }, 'awaiting metadata', 'Its metadata has no "tax" yet.'),
    readAgainAt: instantOfMilliseconds(until),
  });

describe('a record that is to be read again at a time', () => {
  it('is read every five minutes until then, though no webhook comes for what changed, and sent once', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      await world.deliver(world.shop.put(awaiting(world.clock.now() + 15 * minute)), 'd1');
      await world.wait(7 * minute);
      expect(await world.entries()).toMatchObject([{ outcome: 'skipped', reason: 'awaiting metadata' }]);
      expect(world.shop.reads).toHaveLength(2);
      world.shop.put(theSale(1));
      await world.wait(2 * minute);
      expect(world.service.journal).toHaveLength(0);
      await world.wait(2 * minute);
      expect(world.service.journal).toHaveLength(1);
    });
    expect(right(await world.worker.state())).toStrictEqual([]);
    expect(await world.entries()).toMatchObject([{ outcome: 'succeeded' }]);
    expect(world.events.map(({ type }) => type)).toContain('record.settled');
  });

  it('is read at the end of that time', async () => {
    const world = aLiveWorld();
    await world.live(async () => {
      const until = world.clock.now() + 12 * minute;
      await world.deliver(world.shop.put(awaiting(until)), 'd1');
      await world.wait(11 * minute);
      world.shop.put(theSale(1));
      await world.wait(2 * minute);
      expect(world.service.journal).toHaveLength(1);
      expect(world.service.journal[0]?.at ?? 0).toBeGreaterThanOrEqual(until);
    });
  });

  it('is read as well if catch-up found it and no webhook came at all', async () => {
    const world = aLiveWorld(everyQuarter);
    await world.live(async () => {
      await world.wait(14 * minute);
      world.shop.put(awaiting(world.clock.now() + 15 * minute));
      await world.wait(2 * minute);
      expect(await world.entries()).toMatchObject([{ reason: 'awaiting metadata' }]);
      world.shop.put(theSale(1));
      // Before the next catch-up.
      await world.wait(8 * minute);
      expect(world.service.journal).toHaveLength(1);
    });
  });

  it('is settled when it waits no longer', () => {
    const request = { storefront: 'us-store', recordId: '1', isDeletion: false, requestCount: 1, attempts: 0 } as const;
    const of = (readAgainAt: number) =>
      outcomeOfRequest(
        { ...request, firstRequestedAt: '2026-04-01T12:00:00Z' },
        { _tag: 'Settled', lines: [], readAgainAt },
        { now: 1_000_000, random: 0.5 },
      );
    expect(of(1_000_001)).toMatchObject({ _tag: 'Later', retryAt: 1_000_001 });
    expect(of(1_000_000)).toStrictEqual({ _tag: 'Settled' });
  });
});
