import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { World } from '../../support/a-world.ts';
import { reportCounts } from '../../support/report-counts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { aDeadlyWorld, finishAndCheck, startSync } from '../a-deadly-world.ts';
import { aCampaign } from '../campaign.ts';
import { randomOf } from '../../support/size.ts';
import { copyBook } from '../read-store.ts';

const folder = temporaryFolder();

const { expectDeath, end } = aCampaign();
const damage = { 'logs cut': 0, 'older copies put back': 0 };
afterAll(() => reportCounts('Sync databases', damage));

const dieAt = async (world: World, death: string): Promise<void> =>
  expectDeath(world, death, await startSync(world, { TAX_NEXUS_CRASH_POINT: death }).ended);

/** What a power cut leaves of a log whose end was not on the disk yet. */
const cutLog = (store: string, share: number): void => {
  const log = `${store}-wal`;
  const size = existsSync(log) ? statSync(log).size : 0;
  if (size > 0) {
    truncateSync(log, Math.floor(share * size));
    damage['logs cut'] += 1;
  }
  rmSync(`${store}-shm`, { force: true });
};

const remove = (store: string): void =>
  ['', '-wal', '-shm'].forEach((suffix) => rmSync(`${store}${suffix}`, { force: true }));

describe('a sync database that is not what it was', () => {
  it.concurrent('may be deleted after a kill: what the service has is recognized, and nothing is doubled', async () => {
    const world = await aDeadlyWorld();
    await dieAt(world, 'after_post_before_commit:60');
    const there = world.taxService.journal().length;
    remove(world.store);
    const report = await finishAndCheck(world);
    expect(there).toBeGreaterThanOrEqual(60);
    expect(report).toMatchObject({ alreadyPresent: there });
    await world.end();
  }, 120_000);

  it.concurrent('may be an older copy, time and again: it heals by itself', async () => {
    const world = await aDeadlyWorld();
    const backup = join(world.folder, 'backup.db');
    await dieAt(world, 'after_page_commit:2');
    copyBook(world.store, backup);
    for (const death of ['after_post_before_commit:20', 'after_intents:1', 'after_page_commit:1', 'before_post:30']) {
      await dieAt(world, death);
      remove(world.store);
      copyBook(backup, world.store);
      damage['older copies put back'] += 1;
    }
    await end(world);
  }, 240_000);

  it.concurrent('may have lost the end of its log, at any byte, to a power cut', async () => {
    const random = randomOf(70);
    const world = await aDeadlyWorld();
    const deaths = ['after_intents:1', 'after_post_before_commit:12', 'before_post:7', 'after_page_commit:1'];
    const times = 3;
    for (const death of Array.from({ length: times }, () => deaths).flat()) {
      await dieAt(world, death);
      cutLog(world.store, random.next());
    }
    expect(damage['logs cut']).toBeGreaterThan(2 * times);
    await end(world);
  }, 360_000);

  it.concurrent('may be damaged: the message names the remedy, nothing is read or sent, and nothing is lost later', async () => {
    const world = await aDeadlyWorld();
    await dieAt(world, 'after_post_before_commit:60');
    const there = world.taxService.journal().length;
    remove(`${world.store}-wal`);
    writeFileSync(world.store, readFileSync(world.store).fill(0x5a, 100));
    const { code, out, err } = await startSync(world).ended;
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(err).toContain('is damaged, or is not a sync database. Move it away');
    expect(world.taxService.journal()).toHaveLength(there);

    remove(world.store);
    await finishAndCheck(world);
    await world.end();
  }, 120_000);

  it.concurrent('cannot be made where no file can be: exit code 2, and nothing was sent', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const world = await aDeadlyWorld({ bookPath: join(folder, 'a-file', 'book.db') });
    const { code, out, err } = await startSync(world).ended;
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(err).toContain('cannot be opened. Check that its folder exists');
    expect(world.taxService.journal()).toHaveLength(0);
    await world.end();
  }, 120_000);
});
