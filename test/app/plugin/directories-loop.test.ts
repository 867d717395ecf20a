import { describe, expect, it } from '@jest/globals';
import { directoriesOf } from '../../../src/app/plugin/directories.ts';
import { storefrontTable } from '../../../src/app/plugin/storefront-table.ts';
import { broken, domainOf, memoryDirectory, type MemoryDirectory } from '../../support/a-directory.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const minute = 60_000;

/** Directories over a table, on a clock on which minutes cost nothing. */
const aLoop = (...directories: readonly MemoryDirectory[]) => {
  const clock = virtualClock();
  const warned: string[] = [];
  const ignore = (): void => undefined;
  const table = storefrontTable({}, { clock }, (_, connector) => connector);
  const loop = directoriesOf({
    directories,
    table,
    accounts: { hasKey: true, hasAccounts: false },
    clock,
    sleep: (milliseconds, signal) =>
      Promise.race([
        clock.sleep(milliseconds)(),
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve());
        }),
      ]),
    log: { debug: ignore, info: ignore, warn: (message) => warned.push(message), error: ignore },
    onEvent: ignore,
    added: ignore,
    removed: ignore,
  });
  return { loop, clock, table, warned, after: (milliseconds: number) => clock.sleep(milliseconds)() };
};

const listings = ({ asked }: MemoryDirectory): number => asked.filter((question) => question === 'page 0').length;

describe('the list of a directory', () => {
  it('is read every five minutes, every 30 seconds while it fails, and no more after stop', async () => {
    const directory = memoryDirectory(['a']);
    const { loop, clock, table, after } = aLoop(directory);
    await clock.run(async () => {
      await loop.start();
      expect(table.names()).toStrictEqual(['a']);
      directory.shops.set('b', 'first');
      await after(4.9 * minute);
      expect(table.names()).toStrictEqual(['a']);
      await after(0.2 * minute);
      expect(table.names()).toStrictEqual(['a', 'b']);
      expect(listings(directory)).toBe(2);
      directory.fault = () => broken;
      await after(5 * minute);
      await after(1.1 * minute);
      expect(listings(directory)).toBe(5);
      directory.fault = null;
      await after(minute);
      expect(listings(directory)).toBe(6);
      loop.stop();
      await after(20 * minute);
      expect(listings(directory)).toBe(6);
      await loop.start();
      expect(listings(directory)).toBe(7);
      loop.stop();
    });
  });

  it('is waited for ten seconds at a start; one that comes later is used, and another directory is not kept waiting', async () => {
    const slow = memoryDirectory(['slow'], { name: 'slow' });
    const { loop, clock, table, warned, after } = aLoop(slow, memoryDirectory(['quick']));
    await clock.run(async () => {
      slow.fault = async () => {
        await after(minute);
        return undefined;
      };
      const began = clock.now();
      await loop.start();
      expect(clock.now() - began).toBeLessThan(11_000);
      expect(table.names()).toStrictEqual(['quick']);
      expect(warned).toStrictEqual([
        'The list of storefronts is not available yet. Missing storefronts are added when it is.',
      ]);
      await after(minute);
      expect(table.names()).toStrictEqual(['quick', 'slow']);
      loop.stop();
    });
  });

  it('that never comes counts as a failure after some minutes, and removes nothing', async () => {
    const directory = memoryDirectory(['a']);
    const { loop, clock, table, warned, after } = aLoop(directory);
    await clock.run(async () => {
      await loop.start();
      directory.shops.clear();
      directory.fault = () => new Promise(() => undefined);
      await after(10 * minute);
      expect(table.names()).toStrictEqual(['a']);
      expect(warned).toHaveLength(1);
      directory.fault = null;
      await after(10 * minute);
      expect(table.names()).toStrictEqual([]);
      loop.stop();
    });
  });

  it('is read once for all who ask during one reading, and only after it', async () => {
    const directory = memoryDirectory(['a']);
    const { loop, clock, table, after } = aLoop(directory);
    await clock.run(async () => {
      directory.fault = async () => {
        await after(1_000);
        return undefined;
      };
      const first = loop.refresh();
      await after(500);
      // The list that is being read does not have it.
      directory.shops.set('b', 'first');
      const results = await Promise.all([loop.refresh(), loop.refresh(), loop.refresh()]);
      expect(await first).toMatchObject({ added: ['a'] });
      expect(results.map(({ added }) => added)).toStrictEqual([['b'], ['b'], ['b']]);
      expect(listings(directory)).toBe(2);
      expect(table.names()).toStrictEqual(['a', 'b']);
    });
  });

  it('removes no storefront that was added while it was read, and adds none that was uninstalled in between', async () => {
    const directory = memoryDirectory(['a', 'gone', 'back']);
    const { loop, clock, table, after } = aLoop(directory);
    await clock.run(async () => {
      await loop.refresh();
      directory.fault = async (question) => {
        if (question.startsWith('page')) await after(1_000);
        return undefined;
      };
      directory.shops.delete('back');
      const listing = loop.refresh();
      await after(500);
      await loop.onUninstalled('back');
      directory.shops.set('back', 'second');
      expect(await add(loop, 'back')).toBe('Received');
      directory.shops.delete('gone');
      directory.shops.set('new', 'first');
      await loop.onUninstalled('gone');
      expect(await add(loop, 'new')).toBe('Received');
      expect(await listing).toStrictEqual({ added: [], removed: [], problems: [] });
      expect(table.names()).toStrictEqual(['a', 'back', 'new']);
      expect(await loop.refresh()).toStrictEqual({ added: [], removed: [], problems: [] });
    });
  });
});

/** A verified delivery of the shop. */
const add = async ({ receive }: ReturnType<typeof aLoop>['loop'], shop: string): Promise<string> => {
  const meaning = { _tag: 'Right', right: { _tag: 'RecordChanged', recordId: '1', deliveryId: '1' } } as const;
  return (await receive({ accountAt: () => domainOf(shop), read: () => meaning }))._tag;
};
