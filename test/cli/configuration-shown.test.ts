import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { inTerminal } from '../support/a-terminal.ts';
import { type CliWorld, cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();
const day = '2026-01-01';

/** Commands of every kind: history, checks, corrections, tables, live work, platforms. */
const commands: readonly (readonly string[])[] = [
  ['check', '--json'],
  ['sync', '--from', day, '--to', day, '--dry-run', '--json'],
  ['runs', '--json'],
  ['status', '--json'],
  ['report', '--json'],
  ['retry', '--json'],
  ['cancel', '--json'],
  ['exposure', '--json'],
  ['export', '--from', day, '--to', day],
  ['explain', 'us-store', '#1001', '--json'],
  ['reconcile', '--from', day, '--to', day, '--json'],
  ['tie-out', '--month', '2026-01', '--json'],
  ['sign-off'],
  ['reopen', '--month', '2026-01', '--reason', 'late'],
  ['webhooks', 'status', '--storefront', 'us-store', '--address', 'https://host.example/', '--json'],
  ['run-due', '--json'],
  ['storefront', 'reopen', '--storefront', 'us-store', '--json'],
  ['shopify', 'migrate-token', '--storefront', 'us-store', '--json'],
];

describe('the configuration that a command uses', () => {
  let made: CliWorld;
  beforeAll(async () => {
    made = await world({ shop: { orders: 1 } });
  });

  it.each(commands.map((words) => [words.join(' '), words] as const))(
    'is named on stderr, once, and not in the result: %s',
    async (_, words) => {
      const { folder, cli } = made;
      const file = join(folder, 'tax-nexus.config.json');
      const { out, err, configurations } = await cli(words);
      expect({ configurations, err }).toStrictEqual({ configurations: [file], err: expect.any(String) });
      expect(out).not.toContain(file);
    },
  );

  it('is named wherever it stands: in a folder above, or where --config leads', async () => {
    const { folder, cli } = made;
    const file = join(folder, 'tax-nexus.config.json');
    const below = join(folder, 'below');
    mkdirSync(below);
    expect((await inTerminal(below)(['runs'])).configurations).toStrictEqual([file]);
    expect((await cli(['runs', '--config', './tax-nexus.config.json'])).configurations).toStrictEqual([file]);
  });
});
