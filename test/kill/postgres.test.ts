import { describe, expect, it } from '@jest/globals';
import { syncAll } from '../support/a-world.ts';
import { databasePassword } from '../support/start-postgres.ts';
import { expectFinished } from './a-deadly-world.ts';
import { sharedCampaign, sharedWorlds } from './a-shared-world.ts';

const sharedWorld = sharedWorlds();
const { tally, noteDeath, expectNothingWrong } = sharedCampaign();

const deaths = ['after_intents:1', 'after_post_before_commit:1', 'after_page_commit:1'];

// More kills, of one of several processes as well: test/kill/long.
describe('a sync database in PostgreSQL', () => {
  it('loses and doubles nothing when its process is killed, with a push not yet confirmed and between two pages', async () => {
    const world = await sharedWorld();
    for (const death of deaths) {
      const { signal, out, err } = await world.begin(syncAll, { TAX_NEXUS_CRASH_POINT: death }).ended;
      expect({ death, signal, err }).toMatchObject({ death, signal: 'SIGKILL' });
      expect(out + err).not.toContain(databasePassword);
      await noteDeath(world);
    }
    expect(tally.kills).toBe(3);
    expect(tally.recovered).toBeGreaterThan(0);
    const ended = await world.begin().ended;
    await expectNothingWrong(world);
    expectFinished(ended);
    await world.end();
  }, 600_000);
});
