import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { held } from '../../src/domain/exclusion.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aLiveWorld, type LiveWorld, type LiveWorldOptions, theSale } from '../support/a-live-world.ts';
import { aRefund } from '../support/a-refund.ts';
import { aRequest } from '../support/a-report-line.ts';
import { transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

/** It is noon of 1 April 2026, and the shop is in New York. */
const on = (day: string, n = 1, differences: Partial<Sale> = {}): Sale =>
  theSale(n, { occurredAt: `${day}T16:00:00Z`, ...differences });

const printed = async (world: LiveWorld): Promise<readonly string[]> =>
  (await world.entries()).map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`));

/** Webhooks about sales, one after the other. */
const announced = async (options: LiveWorldOptions, ...rings: readonly Sale[]): Promise<LiveWorld> => {
  const world = aLiveWorld(options);
  await world.live(async () => {
    for (const sale of rings) {
      await world.deliver(world.shop.put(sale), sale.identity.recordId);
      await world.wait(3_000);
    }
  });
  return world;
};

describe('the first day of a storefront', () => {
  it('is the setting: a webhook about an older sale is skipped, and names the command that would send it', async () => {
    const world = await announced({ since: '2026-03-10' }, on('2026-03-09', 1), on('2026-03-10', 2));
    expect(world.service.journal.map(({ id }) => id)).toEqual([transactionId('9002')]);
    expect(await world.entries()).toMatchObject([
      {
        outcome: 'skipped',
        reason: 'before the first day',
        message:
          'It was made on 2026-03-09, before the first day of us-store (2026-03-10). To send it: tax-nexus sync --storefront us-store --from 2026-03-09 --to 2026-03-09',
        findings: [],
        adjustments: [],
      },
      { outcome: 'succeeded' },
    ]);
    expect(world.events).toMatchObject([
      { type: 'record.settled', outcome: 'skipped', reason: 'before the first day' },
      { type: 'record.settled', outcome: 'succeeded' },
    ]);
    expect(right(await world.worker.state())).toStrictEqual([]);
  });

  it('does not count for a sale that a person decided to send', async () => {
    const world = aLiveWorld({ since: '2026-03-10' });
    const sale = on('2026-03-09', 1, { payment: 'partially paid' });
    await world.live(async () => {
      await world.deliver(world.shop.put(sale), 'd1');
      await world.wait(3_000);
      expect(await printed(world)).toEqual(['held: partially paid']);
      const at = '2026-04-01T12:00:00Z';
      const decided = { action: 'send', note: '', by: 'Ada', at, until: null, batch: 'b-1' } as const;
      right(await world.store.reviews.decide({ storefronts: ['us-store'], state: 'open', now: at }, decided)());
      await world.deliver('9001', 'd2');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['succeeded']);
    expect(world.service.count('push')).toBe(1);
  });

  it('counts for a retry of what was held before it', async () => {
    const world = aLiveWorld({ since: '2026-03-10' });
    await world.live(async () => {
      world.shop.put(E.left(held({ sourceId: '9001', name: '#1' }, 'missing address', 'it has no address')));
      await world.deliver('9001', 'd1');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['held: missing address']);
    world.shop.put(on('2026-03-09', 1));
    right(await world.clock.run(retryRun(world.ports.sync)('live:us-store')));
    expect(await printed(world)).toEqual(['skipped: before the first day']);
    expect(world.service.count('push')).toBe(0);
  });

  it('begins and ends by the storefront’s own clock', async () => {
    const late = theSale(1, { occurredAt: '2026-03-10T03:59:59Z' });
    const early = theSale(2, { occurredAt: '2026-03-10T04:00:00Z' });
    const world = await announced({ since: '2026-03-10' }, late, early);
    expect(await printed(world)).toEqual(['skipped: before the first day', 'succeeded']);
    expect((await world.entries())[0]?.message).toContain('--from 2026-03-09 --to 2026-03-09');
  });

  it('is by default the day on which it went live', async () => {
    const world = await announced({ since: null }, on('2026-03-31', 1), on('2026-04-01', 2));
    expect(await printed(world)).toEqual(['skipped: before the first day', 'succeeded']);
  });

  it('is by default the day from which it was first synced where that is earlier, also when that comes later', async () => {
    const store = memoryStore();
    const world = aLiveWorld({ since: null, store });
    const sync = async (from: string, dryRun: boolean): Promise<void> => {
      const range = { from, to: '2026-03-31' };
      right(
        await store.openRun(aRequest({ range, dryRun }), { id: `${from} ${dryRun}`, at: '2026-04-01T12:00:00Z' })(),
      );
    };
    await world.live(async () => {
      await sync('2026-03-10', false);
      await sync('2026-02-01', true);
      for (const [n, day] of ['2026-03-09', '2026-03-10'].entries()) {
        await world.deliver(world.shop.put(on(day, n + 1)), day);
      }
      await world.wait(5_000);
      expect(await printed(world)).toEqual(['skipped: before the first day', 'succeeded']);
      await sync('2026-03-09', false);
      await world.deliver('9001', 'once more');
      await world.wait(5_000);
    });
    expect(await printed(world)).toEqual(['succeeded', 'succeeded']);
  });

  it('is the day on which it went live where that is earlier', async () => {
    const store = memoryStore();
    const range = { from: '2026-04-02', to: '2026-04-30' };
    right(await store.openRun(aRequest({ range }), { id: 'run-1', at: '2026-04-01T12:00:00Z' })());
    const world = await announced({ since: null, store }, on('2026-04-01'));
    expect(await printed(world)).toEqual(['succeeded']);
  });

  it('is respected by catch-up', async () => {
    const world = aLiveWorld({ since: '2026-03-10', ports: { schedule: { catchUp: '* * * * *', reconcile: null } } });
    world.shop.put(on('2026-03-09', 1));
    world.shop.put(on('2026-03-10', 2));
    await world.live(() => world.wait(10_000));
    expect(await printed(world)).toEqual(['skipped: before the first day', 'succeeded']);
    expect(world.service.journal).toHaveLength(1);
  });

  it('leaves alone what the service holds, also when the sync database was lost', async () => {
    const first = await announced({}, on('2026-03-09'));
    const world = aLiveWorld({ since: '2026-03-10', clock: first.clock, sync: { service: first.service.service } });
    await world.live(async () => {
      await world.deliver(world.shop.put(on('2026-03-09')), 'd1');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['alreadyPresent']);
    expect(first.service.count('push')).toBe(1);
  });

  it('leaves alone what was tried before, whatever became of it', async () => {
    const store = memoryStore();
    const state = { isRefused: true };
    const fault = ({ kind }: { readonly kind: string }) =>
      kind === 'push' && state.isRefused ? faults.refused : undefined;
    const first = await announced({ store, service: { fault } }, on('2026-03-09'));
    expect(await printed(first)).toEqual(['failed: refused']);
    state.isRefused = false;
    const world = aLiveWorld({ since: '2026-03-10', store, clock: first.clock });
    await world.live(async () => {
      await world.deliver(world.shop.put(on('2026-03-09')), 'd2');
      await world.wait(3_000);
    });
    expect(await printed(world)).toEqual(['succeeded']);
  });

  it('is no matter for a refund: it follows its sale', async () => {
    const refunds = [aRefund({ occurredAt: '2026-03-20T16:00:00Z' })];
    const old = await announced({ since: '2026-03-10', policy: sendsRefunds }, on('2026-03-09', 1, { refunds }));
    // The refund is listed with its amount next to the sale.
    expect(await printed(old)).toEqual(['skipped: before the first day', 'skipped: before the first day']);
    expect(old.service.journal).toHaveLength(0);
    const store = memoryStore();
    const first = await announced({ store }, on('2026-03-09'));
    const world = aLiveWorld({
      since: '2026-03-25',
      policy: sendsRefunds,
      store,
      clock: first.clock,
      sync: { service: first.service.service },
    });
    await world.live(async () => {
      await world.deliver(world.shop.put(on('2026-03-09', 1, { refunds })), 'd2');
      await world.wait(3_000);
    });
    expect(first.service.journal.map(({ id }) => id)).toEqual([
      transactionId('9001'),
      `${transactionId('9001')}:refund:901`,
    ]);
  });
});
