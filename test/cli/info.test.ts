import { rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliWorlds } from '../support/cli-worlds.ts';

const world = cliWorlds();

const inAppWithExpress = async () => {
  const made = await world({ shop: { orders: 1 } });
  writeFileSync(join(made.folder, 'package.json'), JSON.stringify({ dependencies: { express: '5', 'left-pad': '1' } }));
  return made;
};

describe('tax-nexus info', () => {
  it('names versions, packages, hosts and settings, and shows no value of a setting', async () => {
    const { cli } = await inAppWithExpress();
    const { code, out } = await cli(['info']);
    expect(code).toBe(0);
    expect(out).toContain(`Node ${process.versions.node}\n`);
    expect(out).toMatch(/^ {2}stripe \d+\.\d+\.\d+$/m);
    expect(out).toContain('Hosts in package.json:\n  express not installed\n');
    expect(out).toContain('  service.baseUrl\n');
    expect(out).toContain('  storefronts.*.shop\n');
    expect(out).not.toMatch(/us-store|127\.0\.0\.1|myshopify|left-pad|sqlite:|\/tmp/);
  });

  it('is one object with --json', async () => {
    const { cli } = await inAppWithExpress();
    const { out } = await cli(['info', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      node: process.versions.node,
      packages: { pg: expect.any(String), 'node:sqlite': isBuiltin('node:sqlite') ? 'part of Node' : null },
      hosts: { express: null },
      settings: expect.arrayContaining(['service.apiKey', 'storefronts.*.connector']),
    });
  });

  it('names the options of an app, also an option that is code', async () => {
    const { cli, folder } = await inAppWithExpress();
    writeFileSync(
      join(folder, 'app.mjs'),
      "export const options = { service: { baseUrl: 'https://api.example.com', apiKey: 'CANARY' }, storefronts: {}, authorize: () => null };",
    );
    const { out } = await cli(['info', '--app', './app.mjs', '--json']);
    expect(JSON.parse(out)).toMatchObject({
      settings: ['authorize', 'service.apiKey', 'service.baseUrl', 'storefronts'],
    });
  });

  it('works with a wrong configuration, and without one', async () => {
    const { cli, configure, folder } = await inAppWithExpress();
    configure({ service: { concurrency: 0 } });
    const wrong = await cli(['info']);
    expect([wrong.code, wrong.err]).toStrictEqual([0, expect.stringContaining('service.concurrency')]);
    expect(wrong.out).toContain('Settings: could not be read\n');
    rmSync(join(folder, 'tax-nexus.config.json'));
    expect(await cli(['info'])).toMatchObject({ code: 0, out: wrong.out });
  });
});
