import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Sale } from '../../../src/mapping/sale.ts';
import { pagesReadAgain } from '../../../src/pipeline/limits.ts';
import { aSync, paged, sales, type Sync, type SyncOptions } from '../../support/a-sync.ts';
import { memoryTaxService } from '../../support/memory-tax-service.ts';
import { left, right } from '../../support/right.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

interface Situation extends Partial<SyncOptions> {
  readonly sold: readonly Sale[];
  /** Transactions of others, all newer than what is there of ours. */
  readonly foreign: number;
  /** Of ours, the ones that the service holds before. */
  readonly held?: readonly Sale[];
  /** Transactions to a page of the list; default 1. */
  readonly pageSize?: number;
}

/** What an earlier life sent, whose sync database was lost. */
const tell = async (clock: Sync['clock'], world: Sync['world'], sold: readonly Sale[]): Promise<void> => {
  await aSync({ script: { pages: paged(sold, 50) }, clock, world }).finish();
};

const aLongList = async ({ sold, foreign, held = [], pageSize = 1, ...options }: Situation) => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock, pageSize, ...options.service });
  await tell(clock, world, held);
  const pushedBefore = world.journal.length;
  for (let n = 1; n <= foreign; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
  const sync = aSync({ script: { pages: paged(sold, 10) }, clock, world, ...options });
  const [lists, finds, pushes] = [world.count('list'), world.count('find'), world.count('push')];
  return {
    sync,
    world,
    /** Requests since the situation was made. */
    calls: () => ({
      list: world.count('list') - lists,
      find: world.count('find') - finds,
      push: world.count('push') - pushes,
    }),
    inserted: () => world.journal.length - pushedBefore,
  };
};

describe('a service whose list is long', () => {
  it('is read whole before the first push, and asked for no sale one by one', async () => {
    const { sync, world, calls, inserted } = await aLongList({ sold: sales(30), foreign: 1_000 });
    expect((await sync.finish()).status).toBe('finished');
    // The one question is about the first transaction.
    expect(calls()).toStrictEqual({ list: 1_000, find: 1, push: 30 });
    expect(world.requests.slice(0, 1_000).every(({ kind }) => kind === 'list')).toBe(true);
    expect(inserted()).toBe(30);
  });

  it('costs one page and no question when it is empty, however much was sold', async () => {
    const { sync, calls } = await aLongList({ sold: sales(300), foreign: 0 });
    await sync.finish();
    expect(calls()).toStrictEqual({ list: 1, find: 1, push: 300 });
  });

  it('shows what it holds deep down, and the rest is pushed', async () => {
    const held = sales(20);
    const { sync, calls, inserted } = await aLongList({ sold: sales(30), held, foreign: 1_000 });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 30, alreadyPresent: 20, succeeded: 10, notCompared: 0 });
    expect(calls()).toStrictEqual({ list: 1_020, find: 0, push: 10 });
    expect(inserted()).toBe(10);
  });

  it('is read once: a later run reads its first pages alone, and still knows what lies behind them', async () => {
    const held = sales(20);
    const { sync, calls } = await aLongList({ sold: held, held, foreign: 1_000 });
    await sync.finish();
    const before = calls();
    await sync.finish();
    expect(await sync.report()).toMatchObject({ alreadyPresent: 20, notCompared: 0 });
    expect(calls().list - before.list).toBe(pagesReadAgain);
    expect(calls().push).toBe(0);
  });

  it.each([
    { held: 5, pageSize: 1, newer: 0, passed: [0, 0] },
    { held: 20, pageSize: 1, newer: 0, passed: [13, 13] },
    { held: 20, pageSize: 2, newer: 0, passed: [3, 3] },
    // The first one reads on to the newest row that a list showed before.
    { held: 20, pageSize: 1, newer: 1_000, passed: [19, 23] },
  ])(
    'has what a later run did not read counted in its report: %j',
    async ({ held: count, pageSize, newer, passed }) => {
      const held = sales(count);
      const { sync, world } = await aLongList({ sold: [...held, ...sales(3, 21)], held, foreign: 0, pageSize });
      await sync.finish();
      expect(await sync.report()).toMatchObject({ alreadyPresent: count, succeeded: 3, notReadAgain: 0 });
      for (let n = 1; n <= newer; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
      for (const [index, dryRun] of [false, true].entries()) {
        await sync.finish({ dryRun });
        expect(await sync.report()).toMatchObject({ alreadyPresent: count + 3, notReadAgain: passed[index] });
      }
    },
  );

  it('is compared: another sale under our id is present and differs, in this run and in the next', async () => {
    const [sale] = sales(1);
    if (sale === undefined) throw new Error('no sale');
    const dearer = { ...sale, lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 100n })) };
    const { sync, calls } = await aLongList({ sold: [dearer], held: [sale], foreign: 1_000 });
    for (let run = 1; run <= 2; run += 1) {
      await sync.finish();
      const [entry] = await sync.entries();
      expect(entry).toMatchObject({
        outcome: 'alreadyPresent',
        reason: null,
        findings: expect.arrayContaining(['differs']),
      });
      expect(entry?.message).toContain('total 113.26 in the sale, 112.26 in the service');
      expect(await sync.report()).toMatchObject({ failed: 0, alreadyPresent: 1, differing: 1 });
    }
    expect(calls().push).toBe(0);
  });

  it('reports in a dry run what is present and what would be pushed, without a push', async () => {
    const { sync, calls } = await aLongList({ sold: sales(30), held: sales(20), foreign: 1_000 });
    await sync.finish({ dryRun: true });
    expect(await sync.report()).toMatchObject({ alreadyPresent: 20, skipped: { 'would be sent': 10 } });
    expect(calls()).toMatchObject({ find: 0, push: 0 });
  });

  it('is read on in a later run where that of a later walk was left off, and then its head', async () => {
    const state = { isInterrupted: false };
    const { sync, world } = await aLongList({
      sold: [],
      foreign: 3,
      service: {
        fault: ({ about }) => {
          if (about === '4') state.isInterrupted = true;
          return undefined;
        },
      },
      ports: { isInterrupted: () => state.isInterrupted },
    });
    await sync.finish();
    for (let n = 4; n <= 9; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    const before = world.requests.length;
    expect((await sync.finish()).status).toBe('paused');
    expect(right(await sync.store.remoteIndexState())).toMatchObject({ isComplete: true, cursor: O.some('5') });
    state.isInterrupted = false;
    await sync.finish();
    expect(world.requests.slice(before).map(({ about }) => about)).toEqual([
      '',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '',
    ]);
    expect(right(await sync.store.remoteIndexState())).toMatchObject({ isComplete: true, cursor: O.none });
  });

  it('finds a name under another id at any position', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock, pageSize: 1 });
    const sold = sales(3);
    const named = aSync({ script: { pages: paged(sold, 3) }, clock });
    await named.finish({ dryRun: true });
    const [, second] = await named.entries();
    world.insertForeign({ id: 'theirs', name: second?.name.toUpperCase() ?? null, total: 112.27 });
    for (let n = 1; n <= 500; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    const sync = aSync({ script: { pages: paged(sold, 3) }, clock, world });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ succeeded: 2, alreadyPresent: 1, differing: 0, notCompared: 1 });
    expect((await sync.entries())[1]).toMatchObject({ outcome: 'alreadyPresent' });
    expect(world.count('push')).toBe(2);
  });
});

describe('a list that loses its place twice', () => {
  const circling = { cursorFault: (cursor: string) => (cursor === '3' ? { next: '1' } : undefined) };

  it('lets nothing be pushed as long as only a whole list could show what is there', async () => {
    const { sync, calls } = await aLongList({ sold: sales(3), foreign: 20, service: circling });
    expect(left(await sync.run())).toMatchObject({
      _tag: 'ServiceFailed',
      message: expect.stringContaining('cannot be read to its end'),
    });
    expect(calls().push).toBe(0);
    expect(await sync.report()).toMatchObject({ considered: 0, status: 'stopped' });
  });

  it('keeps nothing back once it is known that the service keeps our ids', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock, pageSize: 1, ...circling });
    await tell(clock, world, sales(1));
    for (let n = 1; n <= 20; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    const sync = aSync({ script: { pages: paged(sales(3), 3) }, clock, world });
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ succeeded: 2, alreadyPresent: 1, failed: 0 });
    expect(world.journal).toHaveLength(3);
  });
});
