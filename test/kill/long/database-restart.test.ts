import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { aBadWire } from '../../support/a-bad-wire.ts';
import { type Ended, start, type Started } from '../../support/a-process.ts';
import { syncAll } from '../../support/a-world.ts';
import { databasePassword } from '../../support/start-postgres.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { sharedCampaign, type SharedWorld, sharedWorlds } from '../a-shared-world.ts';

const sharedWorld = sharedWorlds(start, true);
const { expectNothingWrong } = sharedCampaign({ kills: false });

const startWorker = (world: SharedWorld): Started => world.begin(['worker', '--dead-after', '3']);
const onWorkers = [...syncAll, '--on-workers'];

const isSecretKept = ({ out, err }: Ended): boolean => !(out + err).includes(databasePassword);

/** Asks a worker to end. It writes JSON lines and nothing else, whatever happened. */
const leave = async (worker: Started): Promise<string> => {
  worker.send('SIGTERM');
  const ended = await worker.ended;
  expect({ code: ended.code, signal: ended.signal, isSecretKept: isSecretKept(ended) }).toStrictEqual({
    code: 0,
    signal: null,
    isSecretKept: true,
  });
  return ended.err;
};

describe('a sync database in PostgreSQL', () => {
  it('outlives a restart of the database in the middle of a run', async () => {
    const world = await sharedWorld();
    const running = world.begin();
    await intoItsWork(world, running, { inserts: 20, milliseconds: 0 });
    await world.restart('fast', 500);
    await intoItsWork(world, running, { inserts: 20, milliseconds: 0 });
    await world.restart('immediate', 3_000);
    expectFinished(await running.ended);
    await expectNothingWrong(world);
    await world.end();
  }, 240_000);
});

describe('workers whose database is restarted', () => {
  it.each([
    { how: 'fast', downFor: 5_000 },
    { how: 'immediate', downFor: 1_000 },
  ] as const)(
    'outlive a restart ($how, down for $downFor ms) with work in progress, and finish the historical sync',
    async ({ how, downFor }) => {
      const world = await sharedWorld();
      const workers = [startWorker(world), startWorker(world)];
      for (const worker of workers) await worker.heard('"ready"');
      const sync = world.begin(onWorkers);
      await intoItsWork(world, sync, { inserts: 30, milliseconds: 0 });
      await world.restart(how, downFor);
      const ended = await sync.ended;
      await expectNothingWrong(world);
      expectFinished(ended);
      expect(isSecretKept(ended)).toBe(true);
      for (const worker of workers) await leave(worker);
      await world.end();
    },
    120_000,
  );

  it('go on working after the restart: a sync that begins then is finished, too', async () => {
    const world = await sharedWorld();
    const worker = startWorker(world);
    await worker.heard('"ready"');
    const first = world.begin(onWorkers);
    await intoItsWork(world, first, { inserts: 10, milliseconds: 0 });
    await world.restart('fast', 8_000);
    expectFinished(await first.ended);
    expectFinished(await world.begin(onWorkers).ended);
    await leave(worker);
    await expectNothingWrong(world);
    await world.end();
  }, 120_000);
});

describe('a database that is away', () => {
  it('is waited for by a worker and by sync --on-workers, with a message', async () => {
    const world = await sharedWorld();
    let worker: Started | undefined;
    let sync: Started | undefined;
    await world.whileDown(async () => {
      worker = startWorker(world);
      sync = world.begin(onWorkers);
      await worker.heard('cannot be reached');
      await sync.heard('cannot be reached');
      await sleep(1_000);
    });
    if (worker === undefined || sync === undefined) throw new Error('nothing was started');
    await worker.heard('"ready"');
    expectFinished(await sync.ended);
    expect(await leave(worker)).toContain('waits');
    await expectNothingWrong(world);
    await world.end();
  }, 120_000);

  it('that has fallen silent keeps a worker with work in progress from ending no longer than it must', async () => {
    const world = await sharedWorld();
    const wire = await aBadWire(world.address);
    const worker = world.begin(['worker'], { DATABASE_URL: wire.through(world.address) });
    await worker.heard('"ready"');
    const sync = world.begin(onWorkers);
    await intoItsWork(world, sync, { inserts: 10, milliseconds: 0 });
    wire.hold();
    const askedAt = performance.now();
    expect(await leave(worker)).toContain('stopped without an answer from the database');
    expect(performance.now() - askedAt).toBeLessThan(120_000);
    const next = startWorker(world);
    expectFinished(await sync.ended);
    await leave(next);
    await wire.stop();
    await expectNothingWrong(world);
    await world.end();
  }, 180_000);

  it('lets a worker that waits for it end when it is asked to', async () => {
    const world = await sharedWorld();
    await world.whileDown(async () => {
      const worker = startWorker(world);
      await worker.heard('cannot be reached');
      await leave(worker);
    });
    await world.end();
  }, 120_000);
});
