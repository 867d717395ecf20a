import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreError, SyncStore } from '../../src/domain/sync-store.ts';
import { asTakenOver, leaseOf, renewingLeases, withFence } from '../../src/pipeline/run-context.ts';
import { aCommit, anIntent } from '../support/a-report-line.ts';
import { aSync, type Sync } from '../support/a-sync.ts';
import { left } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const sync = (): Sync => aSync({ script: { pages: [] } });
const broken: StoreError = { _tag: 'StoreError', problem: 'busy', message: '' };

/** A lease whose database answers as `holder` says, and what it was asked for. */
const aLease = (leaseLength?: number) => {
  const clock = virtualClock();
  const start = clock.now();
  const state: { holder: E.Either<StoreError, O.Option<string>> } = { holder: E.right(O.none) };
  const asked: (readonly unknown[])[] = [];
  const store: Pick<SyncStore, 'acquireLease' | 'releaseLease'> = {
    acquireLease: (storefront, owner, { now, until, maxUntil, renews }) => {
      asked.push([storefront, owner, now - start, until - now, (maxUntil ?? 0) - now, renews]);
      return () => Promise.resolve(state.holder);
    },
    releaseLease: (storefront, owner) => {
      asked.push(['released', storefront, owner]);
      return TE.right(undefined);
    },
  };
  const heldLeases = new Set<() => void>();
  const length = leaseLength === undefined ? {} : { leaseLength };
  const lease = leaseOf({ ports: { clock, owner: 'me', isGone: () => false, ...length }, heldLeases, store }, 'shop');
  return { lease, clock, state, asked, heldLeases };
};

describe('the lease of a storefront', () => {
  it('is taken for two minutes, and renewed when a third of that is over', async () => {
    const { lease, clock, asked } = aLease();
    expect(lease.fence).toStrictEqual({ storefront: 'shop', owner: 'me' });
    await clock.run(async () => {
      for (const sleep of [0, 0, 39_999, 1, 10_000]) {
        await clock.sleep(sleep)();
        expect(await lease.renew()).toStrictEqual(E.right(undefined));
      }
    });
    expect(asked).toStrictEqual([
      ['shop', 'me', 0, 120_000, 120_000, false],
      ['shop', 'me', 40_000, 120_000, 120_000, true],
    ]);
  });

  it('is as short as the host says; a lease that ends later than the longest comes from a wrong clock', async () => {
    const { lease, clock, asked } = aLease(9_000);
    await clock.run(async () => {
      await lease.renew();
      await clock.sleep(2_999)();
      await lease.renew();
      await clock.sleep(1)();
      await lease.renew();
    });
    expect(asked).toStrictEqual([
      ['shop', 'me', 0, 9_000, 120_000, false],
      ['shop', 'me', 3_000, 9_000, 120_000, true],
    ]);
  });

  it('is renewed after the clock was set back', async () => {
    const state = { now: 100_000 };
    const asked: number[] = [];
    const store = {
      acquireLease: () => () => {
        asked.push(state.now);
        return Promise.resolve(E.right(O.none));
      },
      releaseLease: () => TE.right(undefined),
    };
    const clock = { now: () => state.now, sleep: () => () => Promise.resolve() };
    const { renew } = leaseOf({ ports: { clock, owner: 'me', isGone: () => false }, store }, 'shop');
    await renew();
    state.now = 99_999;
    await renew();
    expect(asked).toStrictEqual([100_000, 99_999]);
  });

  it('is busy when another process holds it at first, and taken over when it has it since', async () => {
    const { lease, clock, state, heldLeases } = aLease();
    state.holder = E.right(O.some('host/1/a'));
    expect(left(await lease.renew()).message).toContain('Another process works on shop (process 1 on host)');
    expect(heldLeases.size).toBe(0);
    state.holder = E.left(broken);
    expect(await lease.renew()).toStrictEqual(E.left(broken));
    state.holder = E.right(O.none);
    await lease.renew();
    await clock.run(() => clock.sleep(40_000)());
    state.holder = E.right(O.some('host/1/a'));
    expect(left(await lease.renew()).message).toContain('Another process took over shop');
  });

  it('is renewed in the background while the run is asked whether it is interrupted, until it is given back', async () => {
    const { lease, clock, asked, heldLeases } = aLease();
    const ports = renewingLeases({ ...sync().ports, isInterrupted: () => true }, heldLeases);
    await clock.run(async () => {
      await lease.renew();
      expect(heldLeases.size).toBe(1);
      await clock.sleep(50_000)();
      expect(ports.isInterrupted()).toBe(true);
      await clock.sleep(1)();
      expect(asked).toHaveLength(2);
      expect(heldLeases.size).toBe(1);
      await lease.release();
      await clock.sleep(50_000)();
      ports.isInterrupted();
      await clock.sleep(1)();
    });
    expect(asked.slice(2)).toStrictEqual([['released', 'shop', 'me']]);
    // A renewal that was in progress keeps it no longer.
    await lease.renew();
    expect(heldLeases.size).toBe(0);
  });

  it('guards each intent and each page', async () => {
    const fences: unknown[] = [];
    const { store } = sync();
    const fenced = withFence(
      {
        ...store,
        saveIntents: (intents, at, fence) => {
          fences.push(fence);
          return store.saveIntents(intents, at);
        },
        commitPage: (page, at, fence) => {
          fences.push(fence);
          return store.commitPage(page, at);
        },
      },
      { storefront: 'shop', owner: 'me' },
    );
    await fenced.saveIntents([anIntent()], '2026-03-01T00:00:00Z')();
    await fenced.commitPage(aCommit('run'), '2026-03-01T00:00:00Z')();
    expect(fences).toStrictEqual([
      { storefront: 'shop', owner: 'me' },
      { storefront: 'shop', owner: 'me' },
    ]);
  });

  it('that was lost at a commit is a storefront that was taken over, and no failure of the sync database', () => {
    const lost: StoreError = { ...broken, problem: 'taken over' };
    expect(left(asTakenOver('shop')(E.left(lost)))).toMatchObject({ _tag: 'StorefrontBusy', storefront: 'shop' });
    for (const result of [E.left(broken), E.right(1)]) expect(asTakenOver('shop')(result)).toBe(result);
  });
});
