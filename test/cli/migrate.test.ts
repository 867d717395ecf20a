import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();

describe('tax-nexus migrate', () => {
  it('prints the statements of a new sync database, makes it, and finds nothing left to do', async () => {
    const { cli } = await world();
    const { code, out } = await cli(['migrate', '--dry-run']);
    expect(code).toBe(0);
    expect(out).toMatch(/^-- 0001-first-version\ncreate table run \(/);
    const inJson = JSON.parse((await cli(['migrate', '--dry-run', '--json'])).out) as {
      readonly pending: readonly { readonly name: string; readonly statements: readonly string[] }[];
    };
    expect(inJson.pending.map(({ name }) => name)).toStrictEqual(['0001-first-version']);
    expect(await cli(['migrate'])).toMatchObject({
      ...{ code: 0, out: 'The sync database is up to date now. Done: 0001-first-version.\n' },
    });
    for (const words of [['migrate'], ['migrate', '--dry-run']])
      expect(await cli(words)).toMatchObject({ code: 0, out: 'The sync database is up to date.\n' });
  });
});
