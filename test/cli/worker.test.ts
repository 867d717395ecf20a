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
