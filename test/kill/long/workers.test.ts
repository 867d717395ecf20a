import { describe, expect, it } from '@jest/globals';
import type { CrashPoint } from '../../../src/pipeline/ports.ts';
import { databasePassword } from '../../support/start-postgres.ts';
import { eventually } from '../../support/a-plugin.ts';
import type { Ended, Started } from '../../support/a-process.ts';
import { syncAll } from '../../support/a-world.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { sharedCampaign, type SharedWorld, sharedWorlds } from '../a-shared-world.ts';

const sharedWorld = sharedWorlds();
const { noteDeath, expectNothingWrong } = sharedCampaign();

/** Seconds; half a minute outside of tests. */
const deadAfter = 3;
const points: readonly CrashPoint[] = ['after_intents', 'after_post_before_commit', 'after_page_commit'];
const onWorkers = [...syncAll, '--on-workers'];

const startWorker = async (world: SharedWorld, env: Readonly<Record<string, string>> = {}): Promise<Started> => {
  const worker = world.begin(['worker', '--dead-after', String(deadAfter)], env);
  await worker.heard('"ready"');
  return worker;
};

const leave = async (worker: Started): Promise<void> => {
  worker.send('SIGTERM');
  const { code, err } = await worker.ended;
  expect({ code, isCalm: !err.includes('"level":"error"') }).toStrictEqual({ code: 0, isCalm: true });
  expect(err).not.toContain(databasePassword);
};

const expectAllPushed = async (world: SharedWorld, ended: Ended): Promise<void> => {
  expectFinished(ended);
  await expectNothingWrong(world);
};

describe('workers that share a sync database', () => {
  it('finish a historical sync though one is killed, one leaves and one joins in the middle of it', async () => {
    const world = await sharedWorld();
    const [doomed, leaving] = [await startWorker(world), await startWorker(world)];
    const sync = world.begin(onWorkers);
    await intoItsWork(world, sync, { inserts: 30, milliseconds: 5 });
    doomed.send('SIGKILL');
    expect((await doomed.ended).signal).toBe('SIGKILL');
    await noteDeath(world);
    await intoItsWork(world, sync, { inserts: 20, milliseconds: 0 });
    const joining = await startWorker(world);
    await leave(leaving);
    await expectAllPushed(world, await sync.ended);
    await leave(joining);
    await world.end();
  }, 240_000);

  it.each<CrashPoint>(points)(
    'take over from one that died at the point %s, soon and with nothing lost or doubled',
    async (point) => {
      const world = await sharedWorld();
      const doomed = await startWorker(world, { TAX_NEXUS_CRASH_POINT: `${point}:2` });
      const sync = world.begin(onWorkers);
      expect((await doomed.ended).signal).toBe('SIGKILL');
      await noteDeath(world);
      const [died, before] = [Date.now(), world.taxService.journal().length];
      const heir = await startWorker(world);
      await eventually(() => world.taxService.journal().length > before);
      expect(Date.now() - died).toBeLessThan((deadAfter + 10) * 1_000);
      await expectAllPushed(world, await sync.ended);
      await leave(heir);
      await world.end();
    },
    240_000,
  );

  it('keep one job of a storefront waiting when any of them dies, and none when everything is done', async () => {
    const world = await sharedWorld();
    const doomed = await startWorker(world, { TAX_NEXUS_CRASH_POINT: 'after_page_commit:1' });
    const sync = world.begin(onWorkers);
    expect((await doomed.ended).signal).toBe('SIGKILL');
    await noteDeath(world);
    const jobs = (which: string): Promise<readonly unknown[]> =>
      world.ask(world.address, `select id from tax_nexus_worker.jobs where task_identifier = 'next page' ${which}`);
    expect(await jobs('and key is not null')).toHaveLength(1);
    const heir = await startWorker(world);
    await expectAllPushed(world, await sync.ended);
    // What the dead one had in hand finds nothing left to do.
    await eventually(async () => (await jobs('')).length === 0);
    await leave(heir);
    expect(await world.ask(world.address, 'select id from tax_nexus.worker')).toStrictEqual([]);
    await world.end();
  }, 240_000);

  it('double nothing when one that was stopped comes back after another took over', async () => {
    const world = await sharedWorld();
    const stopped = await startWorker(world);
    const sync = world.begin(onWorkers);
    await intoItsWork(world, sync, { inserts: 20, milliseconds: 0 });
    stopped.send('SIGSTOP');
    const heir = await startWorker(world);
    const before = world.taxService.journal().length;
    await eventually(() => world.taxService.journal().length >= before + 20);
    stopped.send('SIGCONT');
    await expectAllPushed(world, await sync.ended);
    await leave(stopped);
    await leave(heir);
    await world.end();
  }, 240_000);

  it('are not needed by a sync of its own process, which they let finish first', async () => {
    const world = await sharedWorld();
    const worker = await startWorker(world);
    const sync = world.begin();
    await expectAllPushed(world, await sync.ended);
    await leave(worker);
    await world.end();
  }, 240_000);

  it('cannot share a file: a message says it, and nothing is done', async () => {
    const world = await sharedWorld();
    const { code, err } = await world.begin(['worker'], { DATABASE_URL: 'sqlite:./book.db' }).ended;
    expect(code).toBe(2);
    expect(err).toContain('write its address in the setting state');
    await world.end();
  }, 60_000);
});
