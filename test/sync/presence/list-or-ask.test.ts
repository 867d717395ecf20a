import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { Sale } from '../../../src/mapping/sale.ts';
import { aSync, paged, sales, type Sync, type SyncOptions, transactionId } from '../../support/a-sync.ts';
import { faults, memoryTaxService } from '../../support/memory-tax-service.ts';
import { right } from '../../support/right.ts';
import { anOrder, twoStorefronts } from '../../support/two-storefronts.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

interface Situation extends Partial<SyncOptions> {
  readonly sold: readonly Sale[];
  /** Transactions of others, all newer than what is there of ours. */
  readonly foreign: number;
  /** Of ours, those that the service holds before. */
  readonly held?: readonly Sale[];
  /** Pages that are read before anything else; default 5. */
  readonly atFirst?: number;
  /** Transactions to a page of the list; default 1. */
  readonly pageSize?: number;
}

/** What a run tells when it knows all of the list, so that it can be told again by another one. */
const tell = async (clock: Sync['clock'], world: Sync['world'], sold: readonly Sale[]): Promise<void> => {
  await aSync({ script: { pages: paged(sold, 50) }, clock, world }).finish();
};

const aLongList = async ({ sold, foreign, held = [], atFirst = 5, pageSize = 1, ...options }: Situation) => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock, pageSize, ...options.service });
  await tell(clock, world, held);
  const pushedBefore = world.journal.length;
  for (let n = 1; n <= foreign; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
  const ports = { pagesAtFirst: atFirst, ...options.ports };
  const sync = aSync({ script: { pages: paged(sold, 10) }, clock, world, ...options, ports });
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

describe('walking the list of the service, or asking by id', () => {
  it('asks by id for a day of sales, where the list is long', async () => {
    const { sync, calls, inserted } = await aLongList({ sold: sales(30), foreign: 1_000 });
    expect((await sync.finish()).status).toBe('finished');
    expect(calls()).toStrictEqual({ list: 30, find: 30, push: 30 });
    expect(inserted()).toBe(30);
  });

  it('asks nothing by id when the service is empty, however much was sold', async () => {
    const { sync, calls } = await aLongList({ sold: sales(300), foreign: 0 });
    await sync.finish();
    expect(calls()).toStrictEqual({ list: 1, find: 0, push: 300 });
  });

  it('asks nothing by id when the pages that are read at first are the whole list', async () => {
    const { sync, calls } = await aLongList({ sold: sales(10), foreign: 50, atFirst: 100 });
    await sync.finish();
    expect(calls()).toStrictEqual({ list: 50, find: 0, push: 10 });
  });

  it.each([
    [10, 400],
    [40, 40],
    [95, 30],
    [200, 100],
    [200, 201],
    [300, 7],
  ])('never costs %i sales over %i pages twice the better way, but for the pages at first', async (sold, pages) => {
    const [atFirst, pageSize] = [5, 10];
    const { sync, calls, inserted } = await aLongList({
      sold: sales(sold),
      foreign: pages * pageSize,
      atFirst,
      pageSize,
    });
    await sync.finish();
    const { list, find } = calls();
    // What is pushed meanwhile moves the rest of the list down, and stands at its head when that is read at last.
    const pushed = Math.ceil(sold / pageSize) + 1;
    const better = Math.min(sold, pages + pushed);
    expect(find).toBeLessThanOrEqual(better + pushed);
    expect(list).toBeLessThanOrEqual(better + pushed + atFirst);
    expect(inserted()).toBe(sold);
  });

  it('finds by id what the service holds deep down in its list, and pushes the rest', async () => {
    const held = sales(20);
    const { sync, calls, inserted } = await aLongList({ sold: sales(30), held, foreign: 1_000 });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ considered: 30, alreadyPresent: 20, succeeded: 10 });
    expect(calls()).toMatchObject({ find: 30, push: 10 });
    expect(inserted()).toBe(10);
  });

  it('remembers what it found by id, and asks for it once', async () => {
    const held = sales(20);
    const { sync, calls } = await aLongList({ sold: held, held, foreign: 1_000 });
    await sync.finish();
    const before = calls();
    await sync.finish();
    expect(await sync.report()).toMatchObject({ alreadyPresent: 20 });
    expect(calls().find - before.find).toBe(0);
  });

  it('compares what it finds by id: another sale under our id is a conflict, in this run and in the next', async () => {
    const [sale] = sales(1);
    if (sale === undefined) throw new Error('no sale');
    const dearer = { ...sale, lines: sale.lines.map((line) => ({ ...line, listed: line.listed + 100n })) };
    const { sync, calls } = await aLongList({ sold: [dearer], held: [sale], foreign: 100 });
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'conflict' }]);
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'conflict' }]);
    expect(calls().push).toBe(0);
  });

  it('tells in a dry run what is there and what would be pushed, without a push', async () => {
    const { sync, calls } = await aLongList({ sold: sales(30), held: sales(20), foreign: 1_000 });
    await sync.finish({ dryRun: true });
    expect(await sync.report()).toMatchObject({ alreadyPresent: 20, skipped: { 'dry run': 10 } });
    expect(calls()).toMatchObject({ find: 30, push: 0 });
  });

  it('goes on with the walk in later runs, until the list is known; then it reads the head alone', async () => {
    const { sync, world } = await aLongList({ sold: [], foreign: 12, atFirst: 5 });
    for (let run = 1; run <= 3; run += 1) await sync.finish();
    const walked = ['', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', ''];
    expect(world.requests.slice(-walked.length).map(({ about }) => about)).toEqual(walked);
    expect(right(await sync.book.presence())).toMatchObject({ complete: true, cursor: O.none });
    const before = world.count('list');
    await sync.finish();
    expect(world.count('list') - before).toBe(1);
  });

  it('goes on as well with a later walk that was left off, so that a head which grows is read once', async () => {
    const { sync, world } = await aLongList({ sold: [], foreign: 3, atFirst: 5 });
    await sync.finish();
    for (let n = 4; n <= 12; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    const before = world.requests.length;
    await sync.finish();
    await sync.finish();
    expect(world.requests.slice(before).map(({ about }) => about)).toEqual(
      '0123456789'.split('').map((n) => (n === '0' ? '' : n)),
    );
  });

  it('finds a name under another id wherever it stands, when the service calls it taken', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock, pageSize: 1 });
    const sold = sales(3);
    const named = aSync({ script: { pages: paged(sold, 3) }, clock });
    await named.finish({ dryRun: true });
    const [, second] = await named.entries();
    world.insertForeign({ id: 'theirs', name: second?.name ?? null });
    for (let n = 1; n <= 50; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    const sync = aSync({ script: { pages: paged(sold, 3) }, clock, world, ports: { pagesAtFirst: 5 } });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ succeeded: 2, failed: 1 });
    expect((await sync.entries())[1]).toMatchObject({ outcome: 'failed', reason: 'conflict' });
    expect(right(await sync.book.presence())).toMatchObject({ complete: true });
  });

  it('reads the whole list first where storefronts of two platforms may know one sale', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({ clock, pageSize: 1 });
    for (let n = 1; n <= 50; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    const two = twoStorefronts({ shop: [anOrder(1)], stripe: [], clock, world, ports: { pagesAtFirst: 5 } });
    await two.finish();
    expect(world.count('list')).toBe(50);
  });

  it('asks by id when the list gives no answer any more after the pages at first', async () => {
    const { sync, calls, inserted } = await aLongList({
      sold: sales(30),
      held: sales(20),
      foreign: 1_000,
      service: { fault: ({ kind, about }) => (kind === 'list' && about === '7' ? faults.lostBefore : undefined) },
    });
    expect((await sync.finish()).status).toBe('finished');
    expect(await sync.report()).toMatchObject({ alreadyPresent: 20, succeeded: 10 });
    expect(calls()).toMatchObject({ find: 30, push: 10 });
    expect(inserted()).toBe(10);
  });

  it('pushes nothing that it had no clear answer about, and settles it in a later run', async () => {
    const state = { isDown: true };
    const [sale] = sales(1);
    if (sale === undefined) throw new Error('no sale');
    const { sync, calls } = await aLongList({
      sold: [sale],
      held: [sale],
      foreign: 100,
      service: {
        fault: ({ kind, about }) =>
          kind === 'find' && state.isDown && about === transactionId(sale.identity.recordId)
            ? faults.lostBefore
            : undefined,
      },
    });
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'failed', reason: 'gave up' }]);
    expect(calls().push).toBe(0);
    state.isDown = false;
    await sync.finish();
    expect(await sync.entries()).toMatchObject([{ outcome: 'alreadyPresent' }]);
  });
});
