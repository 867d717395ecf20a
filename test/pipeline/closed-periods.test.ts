import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SyncDatabase } from '../../src/domain/inbox.ts';
import type { ReportLine } from '../../src/domain/run.ts';
import { memoryStore } from '../support/memory-store.ts';
import { retryRun } from '../../src/pipeline/retry-run.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSync, paged, sales, type Sync, type SyncOptions, transactionId } from '../support/a-sync.ts';
import { faults } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { sendsRefunds } from '../support/a-policy.ts';

/** The sales of the script are made on 3 February 2026. */
const close = async (store: SyncDatabase, month = '2026-02'): Promise<void> => {
  right(await store.reviews.closePeriod({ month, by: 'Ada', at: '2026-03-20T00:00:00Z' })());
};

const withClosed = async (options: Partial<SyncOptions> = {}, month = '2026-02'): Promise<Sync> => {
  const store = memoryStore();
  await close(store, month);
  return aSync({ script: { pages: paged(sales(3), 2) }, store, ...options });
};

const printed = (entries: readonly ReportLine[]): readonly string[] =>
  entries.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`));

describe('a sale whose month is closed', () => {
  it('is held by a historical sync, with its amounts and with what to do about it', async () => {
    const sync = await withClosed();
    await sync.finish();
    expect(sync.world.journal).toHaveLength(0);
    const entries = await sync.entries();
    expect(printed(entries)).toEqual(Array(3).fill('held: closed period'));
    expect(entries[0]).toMatchObject({
      message: '2026-02 is a closed period. Reopen it, or retry into closed periods.',
      amounts: { month: '2026-02', currency: 'USD' },
    });
    expect(await sync.report()).toMatchObject({ considered: 3, attempted: 0, held: { 'closed period': 3 } });
    expect((await sync.report()).review.decide[0]).toMatchObject({ what: 'closed period', count: 3 });
  });

  it('leaves sales of other months alone', async () => {
    const sync = await withClosed({}, '2026-01');
    await sync.finish();
    expect(sync.world.journal).toHaveLength(3);
  });

  it('is sent once a person agreed', async () => {
    const sync = await withClosed();
    await sync.finish({ intoClosedPeriods: true });
    expect(printed(await sync.entries())).toEqual(Array(3).fill('succeeded'));
  });

  it('is held by a dry run as by a sync, and would be sent where a person agreed', async () => {
    const sync = await withClosed();
    await sync.finish({ dryRun: true });
    expect(await sync.report()).toMatchObject({ held: { 'closed period': 3 } });
    await sync.finish({ dryRun: true, intoClosedPeriods: true });
    expect(await sync.report()).toMatchObject({ skipped: { 'would be sent': 3 }, held: {} });
  });

  it('stays already present when the service holds it, also after the sync database was lost, and costs no question', async () => {
    const first = aSync({ script: { pages: paged(sales(3), 2) } });
    await first.finish();
    const sync = await withClosed({ world: first.world, clock: first.clock });
    await sync.finish();
    expect(printed(await sync.entries())).toEqual(Array(3).fill('alreadyPresent'));
    // About the first transaction of all.
    expect(sync.world.count('find')).toBe(1);
  });

  it('keeps its line when it was sent before its month was closed', async () => {
    const store = memoryStore();
    const sync = aSync({ script: { pages: paged(sales(3), 2) }, store });
    await sync.finish();
    await close(store);
    await sync.finish();
    expect(printed(await sync.entries())).toEqual(Array(3).fill('alreadyPresent'));
  });

  it('whose push is unconfirmed is looked up, and is not pushed again', async () => {
    const store = memoryStore();
    const state = { isBroken: true };
    const options: SyncOptions = {
      script: { pages: paged(sales(2), 2) },
      store,
      service: {
        fault: ({ kind, about }) => {
          if (!state.isBroken) return undefined;
          if (kind === 'find') return faults.lostBefore;
          if (kind !== 'push') return undefined;
          return about === transactionId('9001') ? faults.lostAfter : faults.lostBefore;
        },
      },
    };
    const sync = aSync(options);
    await sync.finish();
    expect(printed(await sync.entries())).toEqual(Array(2).fill('failed: no definitive response'));
    state.isBroken = false;
    await close(store);
    const pushed = sync.world.count('push');
    await sync.finish();
    expect(printed(await sync.entries())).toEqual(['succeeded', 'held: closed period']);
    expect(sync.world.count('push')).toBe(pushed);
    await sync.finish({ intoClosedPeriods: true });
    expect(printed(await sync.entries())).toEqual(['alreadyPresent', 'succeeded']);
  });

  it('whose push is unconfirmed is one of a closed month in a dry run, also where the service gives no answer about it', async () => {
    const state = { isDown: true };
    const store = memoryStore();
    const sync = aSync({
      script: { pages: paged(sales(1), 1) },
      store,
      service: { fault: ({ kind }) => (state.isDown && kind !== 'list' ? faults.lostBefore : undefined) },
    });
    await sync.finish();
    await close(store);
    const recorded = async (): Promise<readonly string[]> =>
      right(await store.reviews.auditRecords({}, O.none)()).records.map(({ answer }) => answer);
    expect(await recorded()).toStrictEqual(['no answer']);
    await sync.finish({ dryRun: true });
    expect(printed(await sync.entries())).toStrictEqual(['held: closed period']);
    // Of a run that sends nothing more, as well.
    await sync.finish();
    expect(printed(await sync.entries())).toStrictEqual(['failed: no definitive response']);
    expect(await recorded()).toStrictEqual(['no answer']);
  });

  it('is sent by a retry with the agreement, and held again by one without it', async () => {
    const sync = await withClosed();
    const { id } = await sync.finish();
    right(await sync.clock.run(retryRun(sync.ports)(id)));
    expect(printed(await sync.entries())).toEqual(Array(3).fill('held: closed period'));
    right(await sync.clock.run(retryRun(sync.ports)(id, {}, { intoClosedPeriods: true })));
    expect(printed(await sync.entries())).toEqual(Array(3).fill('succeeded'));
  });

  it('needs its own agreement for a retry, whatever the run was begun with', async () => {
    const state = { isBroken: true };
    const sync = await withClosed({
      service: { fault: ({ kind }) => (kind === 'push' && state.isBroken ? faults.refused : undefined) },
    });
    expect(left(await sync.run({ intoClosedPeriods: true }))).toMatchObject({ cause: 'refused' });
    const { runId: id } = await sync.report();
    state.isBroken = false;
    right(await sync.clock.run(retryRun(sync.ports)(id)));
    expect(printed(await sync.entries())).toEqual(Array(3).fill('held: closed period'));
    expect(sync.world.journal).toHaveLength(0);
  });

  it('is decided page by page: a month that is closed during a run is closed for the rest of it', async () => {
    const store = memoryStore();
    let pages = 0;
    const sync: Sync = aSync({
      script: { pages: paged(sales(4), 1) },
      store,
      ports: {
        crashPoint: (point) => {
          if (point === 'after_page_commit' && (pages += 1) === 2) void close(store);
        },
      },
    });
    await sync.finish();
    expect(printed(await sync.entries())).toEqual([
      'succeeded',
      'succeeded',
      'held: closed period',
      'held: closed period',
    ]);
  });
});

describe('a refund whose own month is closed', () => {
  const refundId = `${transactionId('9001')}:refund:901`;
  const pages = paged(
    sales(1).map((sale) => ({ ...sale, refunds: [aRefund({ occurredAt: '2026-03-10T12:00:00Z' })] })),
    1,
  );

  it('is held, though its sale is sent', async () => {
    const sync = await withClosed({ script: { pages }, policy: sendsRefunds }, '2026-03');
    await sync.finish();
    expect(await sync.entries()).toMatchObject([
      { id: transactionId('9001'), outcome: 'succeeded' },
      { id: refundId, outcome: 'held', reason: 'closed period' },
    ]);
    await sync.finish({ intoClosedPeriods: true });
    expect(sync.world.journal.map(({ id }) => id)).toEqual([transactionId('9001'), refundId]);
  });

  it('waits for its sale when that is held', async () => {
    const sync = await withClosed({ script: { pages }, policy: sendsRefunds }, '2026-02');
    await sync.finish();
    expect(printed(await sync.entries())).toEqual(['held: closed period', 'held: waiting for its sale']);
  });
});
