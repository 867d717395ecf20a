import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { syncAll } from '../support/a-world.ts';
import { aPostgres } from '../support/a-postgres.ts';
import { cliWorlds } from '../support/cli-worlds.ts';
import { letGoOfFiles } from '../support/random-rows.ts';

const world = cliWorlds();
const postgres = aPostgres();

describe('tax-nexus state copy', () => {
  it('moves the sync database to PostgreSQL: what follows is as before, and nothing is sent twice', async () => {
    const { cli, folder, store, taxService } = await world({ shop: { orders: 12 } });
    await cli(syncAll);
    const report = JSON.parse((await cli(['report', '--json'])).out) as object;
    const sent = taxService.journal();
    const env = { DATABASE_URL: await postgres().newDatabase() };
    await letGoOfFiles();
    const { code, out, err } = await cli(['state', 'copy', '--to', 'env:DATABASE_URL'], { env });
    expect(code).toBe(0);
    expect(err).toMatch(/^line_version: 12 rows$/m);
    expect(out).toMatch(
      /^Copied \d+ tables, \d+ rows\. Counts and digests of each table are equal\.\n\nNext: write the new /,
    );
    expect(`${out}${err}`).not.toContain(new URL(env.DATABASE_URL).host);

    const path = join(folder, 'tax-nexus.config.json');
    const settings = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...settings, state: { env: 'DATABASE_URL' } }));
    expect(JSON.parse((await cli(['report', '--json'], { env })).out)).toStrictEqual(report);
    expect((await cli(['check', '--sums'], { env })).out).toMatch(/ok {4}sums: \d+ sums of days are those of all 12 /);
    await cli(syncAll, { env });
    expect(taxService.journal()).toStrictEqual(sent);

    await letGoOfFiles();
    const back = await cli(['state', 'copy', '--to', 'sqlite:./back.db', '--json'], { env });
    expect(JSON.parse(back.out)).toMatchObject({
      isCopied: true,
      tables: expect.arrayContaining([expect.objectContaining({ table: 'run' })]),
    });
    expect(store).not.toContain('back.db');
  });

  it('names what is wrong, and repeats no address', async () => {
    const { cli, store } = await world({ shop: { orders: 1 } });
    const to = async (place: string, env = {}): Promise<string> => {
      const { code, out, err } = await cli(['state', 'copy', '--to', place], { env });
      expect([code, out]).toStrictEqual([2, '']);
      expect(err).not.toContain('db.internal');
      return err;
    };
    const address = 'postgres://me:CANARY_PASSWORD@db.internal/shop';
    expect(await to(address)).toContain('other users of this machine can read a command line');
    expect(await to('./copy.db')).toContain('Write --to sqlite: and a path');
    expect(await to('env:NOT_SET')).toContain('--to: the environment variable NOT_SET is not set');
    expect(await to('env:OTHER', { OTHER: 'mysql://db.internal/shop' })).toContain(
      'names neither an SQLite file nor a',
    );
    expect(await to(`sqlite:${store}`)).toContain('--to names the sync database itself');
    // No command has made the sync database yet.
    expect(await to('sqlite:./copy.db')).toContain('cannot be opened');
  });
});
