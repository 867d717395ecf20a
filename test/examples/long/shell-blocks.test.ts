import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isRecord } from '../../../src/domain/fields.ts';
import { aPostgres } from '../../support/a-postgres.ts';
import { hasShell, type Shell, type ShellOptions, shells } from '../../support/a-shell.ts';
import { deliver } from '../../support/listening.ts';
import { packedPackage } from '../../support/packed-package.ts';
import { commandsOf, isBrief, shellBlocks } from '../../support/shell-blocks.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { webhookOfShopify } from '../platform-webhooks.ts';

/** Why a command of the docs is typed by no test. As few as can be. */
const untyped: readonly (readonly [RegExp, string])[] = [
  [/^npm run bench/, 'measures for half an hour, on a machine that does nothing else'],
  [/^npm run campaigns -- (?!.*--trace)/, 'runs for hours what the tests try a little of'],
  [/^npm run test:all/, 'runs this test'],
  [/^npm run smoke/, 'builds first; test/packed/run-time.test.ts runs the same against the installed package'],
  [/^npm run paint/, 'measures how fast a slow phone paints; test/browser looks at what it paints'],
  [/^npm run legs/, 'installs other lines of Node; CI runs the same tests on each of them'],
];

/** CI types them, every time. */
const continuous = ['.ci/run', '.github/workflows/ci.yml'].map((path) => readFileSync(path, 'utf8')).join('\n');
const isTypedByCi = (command: string): boolean =>
  command.split(' && ').every((part) => {
    const [script = ''] = /^(npm run \S+|npm test|\.ci\/run)/.exec(part) ?? [];
    // `npm run build` checks the types.
    return script !== '' && continuous.includes(script === 'npm run typecheck' ? 'npm run build' : script);
  });

const typed = new Set<string>();
/** The shell blocks of a section, in order. */
const blocksOf = (page: string, start: string): readonly string[] => {
  const blocks = shellBlocks
    .filter((block) => block.page === page && (start === '' ? block.heading === '' : block.heading.startsWith(start)))
    .map(({ text }) => text);
  if (blocks.length === 0) throw new Error(`${page} shows no commands under "${start}"`);
  for (const command of blocks.flatMap(commandsOf)) typed.add(command);
  return blocks;
};

const untilHeld = async (look: () => Promise<string>, wanted: string): Promise<string> => {
  let seen = '';
  for (let attempt = 0; attempt < 60 && !seen.includes(wanted); attempt += 1) seen = await look();
  return seen;
};

/** Commands of one line whose last one may end with 1: something is held, or there is something to do. */
const settled = (block: string): string => `${block.trimEnd()} || [ $? = 1 ]`;

const parent = temporaryFolder();

/** What `npm start` finds in a clone that is built. */
const aClone = async (): Promise<string> => {
  const folder = mkdtempSync(join(parent, 'clone-'));
  const built = dirname(await packedPackage());
  cpSync(join(built, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(built, 'dist'), join(folder, 'dist'), 'junction');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
};

const stories = (aShell: (options?: ShellOptions) => Promise<Shell>): void => {
  const postgres = aPostgres();
  const installed = join(parent, 'installed');
  /** The first one installs into an empty folder. What npm put there lies in the next ones, where it only looks it over. */
  const anApp = async (options?: ShellOptions): Promise<Shell> => {
    const shell = await aShell(options);
    await shell.run('npm init --yes');
    const modules = join(shell.folder, 'node_modules');
    if (existsSync(installed)) cpSync(installed, modules, { recursive: true, verbatimSymlinks: true });
    const run = async (block: string): Promise<string> => {
      const printed = await shell.run(block);
      if (!existsSync(installed) && existsSync(modules))
        cpSync(modules, installed, { recursive: true, verbatimSymlinks: true });
      return printed;
    };
    return { ...shell, run };
  };

  it('brings a webhook of the sandbox into the service: install.md', async () => {
    const { run, start } = await anApp();
    const [install = ''] = blocksOf('docs/install.md', '1.');
    const [sandbox = '', app = '', webhook = '', look = ''] = blocksOf('docs/install.md', 'Try it');
    const [probes = ''] = blocksOf('docs/install.md', '4.');
    await run(install);
    await start(sandbox, 'Ctrl-C stops it');
    await start(app, 'listening on');
    // It listens before the sync database is open, and reports not ready until then.
    const healthy = async (): Promise<string> => `${(await run(probes)).match(/^HTTP\/1.1 200/gm)?.length ?? 0} of 2`;
    expect(await untilHeld(healthy, '2 of 2')).toBe('2 of 2');
    expect((await run(webhook)).match(/: 200$/gm)).toHaveLength(2);
    expect(await untilHeld(() => run(look), '"shopify:')).toContain(':5400000000000"');
    expect(await untilHeld(() => run(look), '"stripe:')).toContain(':ch_1Sbx000000000"');
  }, 300_000);

  it('takes on a merchant while the app runs: getting-started-platforms.md', async () => {
    const { run, start, app } = await anApp();
    const [sandbox = '', host = '', merchant = ''] = blocksOf('docs/getting-started-platforms.md', '2.');
    await start(sandbox, 'Ctrl-C stops it');
    await start(host, 'listening on');
    const { body, headers } = await webhookOfShopify('5400000000000', 'any-secret');
    // The app closes a connection that was idle while the next block is typed.
    const genuine = { body, headers: { ...headers, connection: 'close' } };
    const statusOf = async (): Promise<number> => (await deliver(`${app()}/tax-nexus/webhooks/acme`, genuine)).status;
    expect(await statusOf()).toBe(401);
    await run(merchant);
    expect(await statusOf()).toBe(200);
  }, 300_000);

  it('rehearses a first sync in a new folder: getting-started-shopify.md', async () => {
    const { run, start } = await aShell();
    const page = 'docs/getting-started-shopify.md';
    const [install = ''] = blocksOf(page, '1.');
    const [sandbox = ''] = blocksOf(page, 'Rehearse');
    const [look = '', preview = ''] = blocksOf(page, '5.');
    await run(install);
    // The sample's storefront has another name.
    const here = (block: string): string => `cd tax-nexus\n${block.replaceAll('us-store', 'sample-store')}`;
    await start(here(sandbox), 'Ctrl-C stops it');
    await run(settled(here(blocksOf(page, '4.').join('\n'))));
    expect(await start(here(look), 'http://127.0.0.1:')).toContain('/screen');
    expect(await run(settled(here(preview)))).toContain('would be sent');
    expect(await run(settled(here(blocksOf(page, '6.').join('\n'))))).toMatch(/[1-9]\d* succeeded/);
    for (const review of blocksOf(page, '7.').flatMap(commandsOf)) await run(settled(here(review)));
  }, 300_000);

  it('installs the same for a Stripe account, and a newer version over it: upgrade.md', async () => {
    const { run } = await aShell();
    const [install = ''] = blocksOf('docs/getting-started-stripe.md', '1.');
    await run(install);
    const [newer = ''] = blocksOf('docs/upgrade.md', '').flatMap(commandsOf);
    expect(newer).toMatch(/^npm install/);
    await run(`cd tax-nexus && ${newer}`);
  }, 300_000);

  it('tests the example of a connector in its own app: write-a-connector.md', async () => {
    const { run } = await anApp();
    const [copy = ''] = blocksOf('docs/write-a-connector.md', '');
    expect(await run(copy)).toMatch(/fail 0/);
  }, 300_000);

  it('leaves a run to a worker: postgres.md', async () => {
    const { run, start, folder } = await anApp({ variables: { DATABASE_URL: await postgres().newDatabase() } });
    const [drivers = ''] = blocksOf('docs/postgres.md', 'Set-up');
    const [workers = ''] = blocksOf('docs/postgres.md', 'Workers');
    const [worker = '', sync = ''] = commandsOf(workers);
    await run(blocksOf('docs/install.md', '1.').join('\n'));
    await run(drivers);
    const printed = await start('npx tax-nexus sandbox', 'Ctrl-C stops it');
    const written: unknown = JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1));
    const configuration = { ...(isRecord(written) ? written : {}), state: { env: 'DATABASE_URL' } };
    writeFileSync(join(folder, 'tax-nexus.config.json'), JSON.stringify(configuration));
    await start(`npx ${worker}`, 'ready');
    expect(await run(settled(`npx ${sync}`))).toMatch(/[1-9]\d* succeeded/);
  }, 300_000);

  it('backs up, restores and moves the sync database: backup.md', async () => {
    const { run, start, folder } = await anApp({ variables: { DATABASE_URL: await postgres().newDatabase() } });
    const page = 'docs/backup.md';
    await run(blocksOf('docs/install.md', '1.').join('\n'));
    await run(blocksOf('docs/postgres.md', 'Set-up').join('\n'));
    const printed = await start('npx tax-nexus sandbox', 'Ctrl-C stops it');
    const written: unknown = JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1));
    const configure = (state: unknown): void =>
      writeFileSync(
        join(folder, 'tax-nexus.config.json'),
        JSON.stringify({ ...(isRecord(written) ? written : {}), state }),
      );
    const sync = settled('npx tax-nexus sync --from 2026-01-01 --to 2026-03-31');
    configure('sqlite:./tax-nexus.db');
    expect(await run(sync)).toMatch(/[1-9]\d* succeeded/);
    const [files = ''] = blocksOf(page, 'Back up');
    const [restore = '', , look = ''] = blocksOf(page, 'Restore');
    // pg_dump must be as new as the server, so only the programs of SQLite are tried, where the machine has them.
    for (const command of commandsOf(files))
      await run(command.startsWith('sqlite3') ? `! command -v sqlite3 || ${command}; rm -f copy.db` : command);
    await run(restore);
    expect(await run(settled(`npx ${look}`))).toContain('sums of days are those of all');
    const [copy = ''] = blocksOf(page, 'Move from SQLite');
    expect(await run(`npx ${copy.trim()}`)).toContain('Counts and digests of each table are equal.');
    configure({ env: 'DATABASE_URL' });
    expect(await run(sync)).not.toMatch(/[1-9]\d* succeeded/);
    await run('rm tax-nexus.db');
    const [back = ''] = blocksOf(page, 'Move from PostgreSQL');
    expect(await run(`npx ${back.trim()}`)).toContain('Counts and digests of each table are equal.');
  }, 600_000);

  it('sets what a shop needs: shopify.md', async () => {
    const { run } = await aShell();
    const [variables = ''] = blocksOf('docs/shopify.md', '4.');
    expect(await run(`${variables}\nenv`)).toContain('SHOPIFY_TOKEN=shpat_');
  });

  it('shows a finished run on the screen: README.md', async () => {
    const { start } = await aShell({ folder: await aClone() });
    const [commands = ''] = blocksOf('README.md', 'One command');
    const [demo = ''] = commandsOf(commands);
    expect(demo).toBe('npm start');
    const printed = await start(demo, 'Ctrl-C ends it');
    const [, address = ''] = /Look around: (\S+)/.exec(printed) ?? [];
    const [, sent = ''] = /Review the (\d+) transactions of this run/.exec(printed) ?? [];
    expect(Number(sent)).toBeGreaterThan(387);
    expect(await (await fetch(address)).text()).toMatch(new RegExp(`>sent(</a>)?</dt><dd>${sent}<`));
  }, 300_000);

  it('plays one simulated world, every event of it: reliability.md', async () => {
    const { run } = await aShell({ folder: resolve('.') });
    const [one = ''] = shellBlocks.flatMap(({ text }) => commandsOf(text)).filter((line) => line.includes('--trace'));
    typed.add(one);
    expect(await run(one)).toMatch(/seed \d+: \d+ events/);
  }, 300_000);
};

if (!hasShell) {
  it('the shell blocks of the docs (not typed: bash, curl, openssl or tar are not on this machine)', () => undefined);
} else {
  describe('the commands of the docs', () => {
    stories(shells());

    it('is typed by these tests, by CI, or in memory by test/docs/commands.test.ts, and all of it', () => {
      const left = shellBlocks
        .flatMap(({ page, text }) => commandsOf(text).map((command) => [page, command] as const))
        .filter(([, command]) => !typed.has(command) && !isTypedByCi(command) && !isBrief(command))
        .filter(([, command]) => !untyped.some(([pattern]) => pattern.test(command)));
      expect(left).toStrictEqual([]);
    });
  });
}
