import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type World } from '../support/a-world.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { aDeadlyWorld, finishAndCheck, startSync } from './a-deadly-world.ts';
import { copyBook } from './read-book.ts';

const folder = temporaryFolder();

const dieAt = async (world: World, death: string): Promise<void> => {
  const { signal } = await startSync(world, { TAX_NEXUS_CRASH_POINT: death }).ended;
  expect(signal).toBe('SIGKILL');
};

const remove = (book: string): void =>
  ['', '-wal', '-shm'].forEach((suffix) => rmSync(`${book}${suffix}`, { force: true }));

describe('a record book that is not what it was', () => {
  it.concurrent(
    'may be deleted after a kill: what the service has is recognised, and nothing is doubled',
    async () => {
      const world = await aDeadlyWorld();
      await dieAt(world, 'after_post_before_commit:60');
      const there = world.taxService.journal().length;
      remove(world.book);
      const report = await finishAndCheck(world);
      expect(there).toBeGreaterThanOrEqual(60);
      expect(report).toMatchObject({ alreadyPresent: there });
      await world.end();
    },
    120_000,
  );

  it.concurrent(
    'may be an older copy: it heals by itself',
    async () => {
      const world = await aDeadlyWorld();
      await dieAt(world, 'after_page_commit:2');
      const backup = join(world.folder, 'backup.db');
      copyBook(world.book, backup);
      await dieAt(world, 'after_post_before_commit:90');
      remove(world.book);
      copyBook(backup, world.book);
      await finishAndCheck(world);
      await world.end();
    },
    120_000,
  );

  it.concurrent(
    'may have lost the end of its log, at any byte, to a power cut',
    async () => {
      const random = seededRandom(7);
      const world = await aDeadlyWorld();
      let cuts = 0;
      for (const death of ['after_intents:2', 'after_post_before_commit:30', 'after_page_commit:3', 'before_page:3']) {
        await dieAt(world, death);
        const log = `${world.book}-wal`;
        const size = statSync(log).size;
        truncateSync(log, Math.floor(random.next() * size));
        rmSync(`${world.book}-shm`, { force: true });
        if (size > 0) cuts += 1;
      }
      expect(cuts).toBeGreaterThan(0);
      await finishAndCheck(world);
      await world.end();
    },
    120_000,
  );

  it.concurrent(
    'may be damaged: that is said with what to do, nothing is read or sent, and after it nothing is lost',
    async () => {
      const world = await aDeadlyWorld();
      await dieAt(world, 'after_post_before_commit:60');
      const there = world.taxService.journal().length;
      remove(`${world.book}-wal`);
      writeFileSync(world.book, readFileSync(world.book).fill(0x5a, 100));
      const { code, out, err } = await startSync(world).ended;
      expect({ code, out }).toStrictEqual({ code: 2, out: '' });
      expect(err).toContain('is damaged, or is no record book. Move it away');
      expect(world.taxService.journal()).toHaveLength(there);

      remove(world.book);
      await finishAndCheck(world);
      await world.end();
    },
    120_000,
  );

  it.concurrent(
    'cannot be made where no file can be: exit code 2, and nothing was sent',
    async () => {
      writeFileSync(join(folder, 'a-file'), '');
      const world = await aDeadlyWorld({ bookPath: join(folder, 'a-file', 'book.db') });
      const { code, out, err } = await startSync(world).ended;
      expect({ code, out }).toStrictEqual({ code: 2, out: '' });
      expect(err).toContain('cannot be opened. Check that its folder exists');
      expect(world.taxService.journal()).toHaveLength(0);
      await world.end();
    },
    120_000,
  );
});
