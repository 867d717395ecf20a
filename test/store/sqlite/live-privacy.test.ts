import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadSqliteDriver, openDatabaseFile } from '../../../src/store/sqlite/driver.ts';
import { type Later, storeOverSqlite } from '../../../src/store/sqlite/store-over-sqlite.ts';
import { aLiveShop } from '../../support/a-live-shop.ts';
import { aLiveWorld, theSale } from '../../support/a-live-world.ts';
import { right } from '../../support/right.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts';

const folder = temporaryFolder();

const laterOn =
  (clock: VirtualClock): Later =>
  (milliseconds, work) => {
    let isCalledOff = false;
    void clock
      .sleep(milliseconds)()
      .then(() => {
        if (!isCalledOff) work();
      });
    return () => {
      isCalledOff = true;
    };
  };

const bytesOf = (path: string): string =>
  ['', '-wal', '-shm']
    .map((suffix) => (existsSync(path + suffix) ? readFileSync(path + suffix, 'latin1') : ''))
    .join('');

describe('the addresses of settled sales, in live work', () => {
  it('leave the bytes of the database and its log within a minute, while the process goes on and another one reads', async () => {
    const path = join(folder, 'live.db');
    const clock = virtualClock();
    const driver = right(await loadSqliteDriver());
    const { database } = right(openDatabaseFile(driver, path));
    const store = right(await storeOverSqlite(database, path, 5_000, laterOn(clock))());
    const shop = aLiveShop(clock);
    const world = aLiveWorld({ clock, store, shops: { 'us-store': shop } });
    const streets = Array.from({ length: 11 }, (_, index) => `${index} CANARY_STREET`);
    await world.live(async () => {
      for (const [index, line1] of streets.entries()) {
        const sale = theSale(index + 1);
        const [destination] = sale.destinations;
        if (destination === undefined) throw new Error('a sale goes to a place');
        const id = shop.put({
          ...sale,
          destinations: [{ ...destination, address: { ...destination.address, line1 } }],
        });
        await world.deliver(id, `delivery ${index}`);
      }
      await world.wait(5_000);
      expect(world.service.journal).toHaveLength(streets.length);
      expect(bytesOf(path)).toContain('CANARY_STREET');

      // A reader keeps the log from being cut: it is tried again.
      const reader = right(openDatabaseFile(driver, path)).database;
      reader.exec('begin');
      reader.prepare('select count(*) from run').all();
      await world.wait(30_000);
      expect(bytesOf(path)).toContain('CANARY_STREET');
      reader.exec('commit');
      reader.close();
      await world.wait(25_000);
      expect(bytesOf(path)).not.toContain('CANARY_STREET');
      expect(bytesOf(path)).toContain(world.service.journal[0]?.id);
    });
    right(await store.close());
  });
});
