import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { CursorRefused } from '../../src/domain/tax-service.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { faults, memoryTaxService, type MemoryTaxServiceOptions } from '../support/memory-tax-service.ts';
import { left, right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const gone: CursorRefused = { _tag: 'CursorRefused', message: 'the cursor is gone' };

/** A service that already holds `count` transactions of others, and a run without its own sales. */
const walk = (count: number, service: Omit<MemoryTaxServiceOptions, 'clock'> = {}) => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock, pageSize: 10, ...service });
  for (let n = 1; n <= count; n += 1) world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
  const store = memoryStore();
  return aSync({ script: { pages: [[]] }, clock, world, store });
};

const known = async ({ store }: ReturnType<typeof walk>, count: number): Promise<number> => {
  const wanted = Array.from({ length: count }, (_, n) => ({ id: `foreign-${n + 1}`, name: '' }));
  return right(await store.lookUpTransactions('', wanted)()).remoteById.size;
};

describe('reading the list of the service', () => {
  it('reads all of it the first time, page by page, and notes ids and names', async () => {
    const sync = walk(35);
    await sync.finish();
    expect(sync.world.requests.map(({ about }) => about)).toEqual(['', '10', '20', '30']);
    expect(await known(sync, 35)).toBe(35);
    expect(right(await sync.store.remoteIndexState())).toMatchObject({ isComplete: true });
  });

  it('reads the first ten pages again later, and behind them only to the first one that was wholly seen', async () => {
    const sync = walk(150, { pageSize: 1 });
    const readAgain = async (): Promise<number> => {
      const before = sync.world.count('list');
      await sync.finish();
      return sync.world.count('list') - before;
    };
    expect(await readAgain()).toBe(150);
    for (let n = 151; n <= 160; n += 1) sync.world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    expect(await readAgain()).toBe(11);
    for (let n = 161; n <= 265; n += 1) sync.world.insertForeign({ id: `foreign-${n}`, name: `Foreign ${n}` });
    expect(await readAgain()).toBe(106);
    expect(await known(sync, 265)).toBe(265);
  });

  it('compares again in each run what the first pages show: a correction at the service is seen', async () => {
    const sync = aSync({ script: { pages: paged(sales(3), 3) } });
    await sync.finish();
    const { world, clock } = sync;
    const id = transactionId('9002');
    const stored = O.toUndefined(right(await clock.run(world.service.find(id))));
    world.remove(id);
    world.insertForeign({ ...stored, id, total: 1 });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ alreadyPresent: 3, differing: 1 });
    world.remove(id);
    world.insertForeign({ ...stored, id });
    await sync.finish();
    expect(await sync.report()).toMatchObject({ alreadyPresent: 3, differing: 0 });
  });

  it('goes on where it was, when the first walk was cut short, and reads the head again', async () => {
    const state = { isInterrupted: false };
    const sync = walk(95, {
      fault: ({ about }) => {
        if (about === '40') state.isInterrupted = true;
        return undefined;
      },
    });
    const interrupted = aSync({
      script: { pages: [[]] },
      clock: sync.clock,
      world: sync.world,
      store: sync.store,
      ports: { isInterrupted: () => state.isInterrupted },
    });
    expect((await interrupted.finish()).status).toBe('paused');
    expect(right(await sync.store.remoteIndexState())).toMatchObject({ isComplete: false, cursor: O.some('50') });
    await sync.finish();
    expect(sync.world.requests.map(({ about }) => about).slice(5)).toEqual(['50', '60', '70', '80', '90', '']);
  });

  it('begins again from the head, once, when its cursor is refused', async () => {
    const sync = walk(35, { cursorFault: (cursor, count) => (cursor === '20' && count === 1 ? gone : undefined) });
    await sync.finish();
    expect(sync.world.requests.map(({ about }) => about)).toEqual(['', '10', '20', '', '10', '20', '30']);
    expect(await known(sync, 35)).toBe(35);
  });

  it('begins again from the head when a later run gets no answer to the cursor of an earlier one', async () => {
    let heads = 0;
    const sync = walk(35, {
      fault: ({ about }) => {
        heads += about === '' ? 1 : 0;
        return about === '10' && heads < 2 ? faults.lostBefore : undefined;
      },
    });
    left(await sync.run());
    expect(right(await sync.store.remoteIndexState())).toMatchObject({ isComplete: false, cursor: O.some('10') });
    expect((await sync.finish()).status).toBe('finished');
    expect(await known(sync, 35)).toBe(35);
  });

  it('does not read in circles when the same cursor comes again', async () => {
    const sync = walk(95, { cursorFault: (cursor) => (cursor === '30' ? { next: '10' } : undefined) });
    expect((await sync.finish()).status).toBe('finished');
    expect(sync.world.count('list')).toBe(8);
  });

  it('loses no sale when rows move between pages while it reads: what the list lacks is pushed, and 409 decides', async () => {
    const clock = virtualClock();
    const world = memoryTaxService({
      clock,
      pageSize: 5,
      fault: ({ kind, about }, count) => {
        if (kind === 'list' && count === 1) world.insertForeign({ id: `late-${about}`, name: `Late ${about}` });
        return undefined;
      },
    });
    const script = { pages: paged(sales(30), 10) };
    await aSync({ script, clock, world }).finish();
    const again = aSync({ script, clock, world });
    await again.finish();
    expect(world.journal).toHaveLength(30);
    expect(await again.report()).toMatchObject({ considered: 30, alreadyPresent: 30 });
  });

  it('fails the run when the list cannot be read, before anything is pushed', async () => {
    const sync = aSync({
      script: { pages: paged(sales(3), 3) },
      service: { fault: ({ kind }) => (kind === 'list' ? faults.lostBefore : undefined) },
    });
    expect(left(await sync.run())).toMatchObject({ _tag: 'ServiceFailed' });
    expect(sync.world.count('push')).toBe(0);
    expect(await sync.report()).toMatchObject({ status: 'stopped' });
  });

  it('retries a list that fails for a moment', async () => {
    const sync = walk(35, {
      fault: ({ about }, count) => (about === '20' && count < 4 ? faults.lostBefore : undefined),
    });
    expect((await sync.finish()).status).toBe('finished');
    expect(await known(sync, 35)).toBe(35);
  });
});
