import { describe, expect, it } from '@jest/globals';
import type { World } from '../../support/a-world.ts';
import { aDeadlyWorld, expectFinished, findingsIn, finishAndCheck, intoItsWork, startSync } from '../a-deadly-world.ts';
import { aCampaign } from '../campaign.ts';
import { randomOf } from '../../support/size.ts';
import { nothingWrong } from '../checker.ts';
import { DatabaseSync } from '../read-store.ts';
import { stopProcess } from '../stop-process.ts';

const { kill, end } = aCampaign();

/** As if twenty minutes had gone by without a sign of life. */
const letLeaseRunOut = ({ store }: World): void => {
  const database = new DatabaseSync(store);
  database.exec('pragma busy_timeout = 5000; update lease set until = 0');
  database.close();
};

describe('two processes on one sync database', () => {
  it.concurrent('share no storefront: the second one names the process at work, and nothing is doubled', async () => {
    const world = await aDeadlyWorld();
    const both = await Promise.all([startSync(world).ended, startSync(world).ended]);
    const busy = both.filter(({ err }) => err.includes('Another process works on run'));
    expect(busy).toHaveLength(1);
    expect(busy[0]?.err).toMatch(/works on run \S+ \(process \d+ on .+\)\. Wait until it has finished/);
    expect(busy[0]?.code).toBe(1);
    const [first] = both.filter((one) => !busy.includes(one));
    if (first !== undefined) expectFinished(first);
    expect(findingsIn(world)).toStrictEqual(nothingWrong);
    await world.end();
  }, 120_000);

  it.concurrent('wait for one that was stopped and goes on: it finishes its work', async () => {
    const world = await aDeadlyWorld();
    const stopped = startSync(world);
    await intoItsWork(world, stopped, { inserts: 10, milliseconds: 0 });
    await stopProcess(world, stopped, 'between commits');
    const other = await startSync(world).ended;
    expect(other.err).toContain('Another process works on run');
    stopped.send('SIGCONT');
    expectFinished(await stopped.ended);
    expect(findingsIn(world)).toStrictEqual(nothingWrong);
    await world.end();
  }, 120_000);

  it.concurrent('wait for one that was stopped within a commit: the other reports the lock, and changes nothing', async () => {
    const world = await aDeadlyWorld();
    const stopped = startSync(world);
    await intoItsWork(world, stopped, { inserts: 10, milliseconds: 0 });
    await stopProcess(world, stopped, 'within a commit');
    const { code, err } = await startSync(world).ended;
    expect({ code, err }).toStrictEqual({
      code: 1,
      err: expect.stringMatching(/^Another process keeps the sync database .+ locked\. Wait for it or end it\./m),
    });
    stopped.send('SIGCONT');
    expectFinished(await stopped.ended);
    expect(findingsIn(world)).toStrictEqual(nothingWrong);
    await world.end();
  }, 120_000);

  it.concurrent('double nothing when one comes back after the other took over its work', async () => {
    const world = await aDeadlyWorld();
    const stopped = startSync(world);
    await intoItsWork(world, stopped, { inserts: 10, milliseconds: 0 });
    await stopProcess(world, stopped, 'between commits');
    letLeaseRunOut(world);
    expectFinished(await startSync(world).ended);
    stopped.send('SIGCONT');
    await stopped.ended;
    await finishAndCheck(world);
    await world.end();
  }, 120_000);

  it.concurrent('take over at once from a process that died, and from the next one', async () => {
    const world = await aDeadlyWorld();
    const random = randomOf(80);
    for (let life = 1; life <= 6; life += 1) {
      // Whichever of the two has the work, the other one asked for it at the same time.
      const [first, second] = [startSync(world), startSync(world)];
      await Promise.race(
        [first, second].map((one) => intoItsWork(world, one, { inserts: 4, milliseconds: random.next() * 20 })),
      );
      await Promise.all([kill(world, first), kill(world, second)]);
    }
    await end(world);
  }, 240_000);
});
