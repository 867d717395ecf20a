import { describe, expect, it } from '@jest/globals';
import { aPostgres } from '../support/a-postgres.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const postgres = aPostgres();

describe('tax-nexus sync --on-workers', () => {
  it('that is interrupted reports that the workers continue, and not that the run is paused', async () => {
    const { cli } = await world({ storeState: await postgres().newDatabase() });
    let isPressed = false;
    const { code, err } = await cli([...syncAll, '--on-workers'], {
      watch: (_, interrupt) => {
        if (!isPressed) setTimeout(interrupt, 20);
        isPressed = true;
      },
    });
    expect(code).toBe(130);
    expect(err).toContain('the workers go on with it');
    expect(err).not.toContain('What was in flight is settled');
  }, 60_000);
});
