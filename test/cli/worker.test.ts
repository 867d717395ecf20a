import { describe, expect, it } from '@jest/globals';
import { aPostgres } from '../support/a-postgres.ts';
import { syncAll } from '../support/a-world.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { hasty } from '../support/hasty.ts';

const world = cliWorlds();
const postgres = aPostgres();

describe('tax-nexus worker', () => {
  it('writes nothing but JSON lines, also about a shop that gives no answer', async () => {
    const late = { kind: 'delay', when: 'before', milliseconds: 2_800 } as const;
    const shop = { orders: 3, faults: [{ on: 'graphql', times: 1, fault: late }] } as const;
    const { cli } = await world({ shop, storeState: await postgres().newDatabase() });
    let worker: ReturnType<typeof cli> | undefined;
    const end = await new Promise<() => void>((isReady) => {
      const watch = (printed: string, interrupt: () => void): void => {
        if (printed.includes('"ready"')) isReady(interrupt);
      };
      worker = cli(['worker'], { now: hasty(), watch });
    });
    const { code } = await cli([...syncAll, '--on-workers']);
    end();
    const { err = '' } = (await worker) ?? {};
    expect(code).toBe(0);
    const lines = err.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('{"time":'))).toStrictEqual([]);
    expect(lines.filter((line) => line.includes('Waiting for us-store'))).not.toHaveLength(0);
  }, 60_000);
});

describe('tax-nexus sync --on-workers', () => {
  it('that is interrupted reports that the workers continue, and not that the run is paused', async () => {
    const { cli } = await world({ storeState: await postgres().newDatabase() });
    let isPressed = false;
    const { code, err } = await cli([...syncAll, '--on-workers'], {
      watch: (printed, interrupt) => {
        // The first line names the configuration.
        if (isPressed || printed.trimEnd().split('\n').length < 2) return;
        isPressed = true;
        setTimeout(interrupt, 20);
      },
    });
    expect(code).toBe(130);
    expect(err).toContain('Interrupted here. Another process continues the run');
    expect(err).not.toContain('What was in progress is settled');
  }, 60_000);
});
