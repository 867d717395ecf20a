import { describe, expect, it } from '@jest/globals';
import { databasePassword } from '../../support/start-postgres.ts';
import { type Ended, startShipped } from '../../support/a-process.ts';
import { syncAll } from '../../support/a-world.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { sharedCampaign, type SharedWorld, sharedWorlds } from '../a-shared-world.ts';

/** As it is published, file by file, where the other suites start a bundle of it. */
const sharedWorld = sharedWorlds(await startShipped());
const { tally, noteDeath, expectNothingWrong } = sharedCampaign();

const expectSilence = ({ out, err }: Ended): void => expect(out + err).not.toContain(databasePassword);

/** Runs the same command once more, to its end, and has everything checked by the three who know. */
const finishAndCheck = async (world: SharedWorld): Promise<void> => {
  const ended = await world.begin().ended;
  await expectNothingWrong(world);
  expectFinished(ended);
  expectSilence(ended);
};

describe('a sync database in PostgreSQL', () => {
  it('loses and doubles nothing when its process is killed at random moments, again and again', async () => {
    const world = await sharedWorld();
    const random = seededRandom(21);
    for (let life = 1; life <= 6; life += 1) {
      const doomed = world.begin();
      await intoItsWork(world, doomed, { inserts: Math.floor(random.next() * 25), milliseconds: random.next() * 30 });
      doomed.send('SIGKILL');
      if ((await doomed.ended).signal === 'SIGKILL') await noteDeath(world);
    }
    await finishAndCheck(world);
    expect(tally.kills).toBeGreaterThanOrEqual(4);
    expect(tally.recovered).toBeGreaterThan(0);
    await world.end();
  }, 240_000);

  it('lets one of two processes have a storefront: the second one names the process at work, and nothing is doubled', async () => {
    const world = await sharedWorld();
    const both = await Promise.all([world.begin().ended, world.begin().ended]);
    const busy = both.filter(({ err }) => err.includes('Another process works on run '));
    expect(busy.map(({ code }) => code)).toStrictEqual([1]);
    for (const ended of both) expectSilence(ended);
    await expectNothingWrong(world);
    await finishAndCheck(world);
    await world.end();
  }, 240_000);

  it('doubles nothing when one comes back after another took over its work', async () => {
    const world = await sharedWorld();
    const stopped = world.begin();
    await intoItsWork(world, stopped, { inserts: 10, milliseconds: 0 });
    stopped.send('SIGSTOP');
    await world.ask(world.address, 'update tax_nexus.lease set until = 0');
    const other = world.begin();
    // Whatever the stopped one holds of the database is taken from it in time.
    const ended = await other.ended;
    stopped.send('SIGCONT');
    await stopped.ended;
    expectSilence(ended);
    await finishAndCheck(world);
    await world.end();
  }, 240_000);

  it('that cannot be reached ends the command with what to do, before anything is read or sent', async () => {
    const world = await sharedWorld();
    const { code, out, err } = await world.begin(syncAll, {
      DATABASE_URL: `postgres://someone:${databasePassword}@127.0.0.1:1/nothing`,
    }).ended;
    expect({ code, out }).toStrictEqual({ code: 2, out: '' });
    expect(err).toContain('PostgreSQL, which keeps the sync database, cannot be reached.');
    expect(err).not.toContain(databasePassword);
    expect(world.taxService.journal()).toHaveLength(0);
    await world.end();
  }, 240_000);
});
