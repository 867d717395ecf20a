import { describe, expect, it } from '@jest/globals';
import { start } from '../../support/a-process.ts';
import { hasPooler, startPooler } from '../../support/a-pooler.ts';
import { syncAll } from '../../support/a-world.ts';
import { expectFinished, intoItsWork } from '../a-deadly-world.ts';
import { sharedCampaign, type SharedWorld, sharedWorlds } from '../a-shared-world.ts';

const sharedWorld = sharedWorlds(start);
const { noteDeath, expectNothingWrong } = sharedCampaign({ kills: hasPooler });

/** A world whose processes reach the database through PgBouncer in transaction mode. */
const behindPooler = async (): Promise<SharedWorld> => {
  const world = await sharedWorld();
  const pooler = await startPooler(world.address);
  return {
    ...world,
    begin: (words = syncAll, env = {}) => world.begin(words, { DATABASE_URL: pooler.through(world.address), ...env }),
    end: async () => {
      await world.end();
      await pooler.stop();
    },
  };
};

describe('PgBouncer in transaction mode before the sync database', () => {
  (hasPooler ? it : it.skip)(
    'serves sync, also one that is killed and begun again: nothing is lost or doubled (needs pgbouncer)',
    async () => {
      const world = await behindPooler();
      const doomed = world.begin();
      await intoItsWork(world, doomed, { inserts: 40, milliseconds: 0 });
      doomed.send('SIGKILL');
      await doomed.ended;
      await noteDeath(world);
      const ended = await world.begin().ended;
      expectFinished(ended);
      await expectNothingWrong(world);
      await world.end();
    },
    120_000,
  );

  (hasPooler ? it : it.skip)(
    'serves workers beside each other (needs pgbouncer)',
    async () => {
      const world = await behindPooler();
      const workers = [1, 2].map(() => world.begin(['worker', '--dead-after', '3']));
      for (const worker of workers) await worker.heard('"ready"');
      const ended = await world.begin([...syncAll, '--on-workers']).ended;
      for (const worker of workers) worker.send('SIGTERM');
      const ends = await Promise.all(workers.map((worker) => worker.ended));
      expectFinished(ended);
      expect(ends.map(({ code }) => code)).toStrictEqual([0, 0]);
      expect(ends.map(({ err }) => err).join('')).not.toContain('"level":"warn"');
      await expectNothingWrong(world);
      await world.end();
    },
    120_000,
  );
});
