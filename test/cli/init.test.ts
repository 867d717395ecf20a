import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { type Answers, inTerminal } from '../support/a-terminal.ts';
import { builtCli } from '../support/built-cli.ts';
import { withoutLeaks } from '../support/leaks-in.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const parent = temporaryFolder();
let folder = parent;

beforeEach(() => {
  folder = mkdtempSync(join(parent, 'init-'));
});

describe('tax-nexus init', () => {
  it('writes a commented configuration that only lacks the secrets', async () => {
    const cli = inTerminal(folder);
    expect(await cli(['init'])).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('npx tax-nexus check'),
    });

    const { code, err } = await cli(['check']);
    expect(code).toBe(2);
    const complaints = err.split('\n').filter((line) => line.startsWith('  '));
    expect(complaints.map((line) => line.trim().split(':')[0])).toStrictEqual([
      'service.apiKey',
      'storefronts.us-store.accessToken',
    ]);
    expect(err).toContain('the environment variable TAX_NEXUS_API_KEY is not set');
    expect(err).toContain('nothing was read and nothing was sent');
  });

  it.each(['tax-nexus.config.mjs', 'tax-nexus.config.json', 'tax-nexus.config.ts'])(
    'leaves an existing %s as it is',
    async (name) => {
      writeFileSync(join(folder, name), 'mine');
      const { code, err } = await inTerminal(folder)(['init']);
      expect(code).toBe(2);
      expect(err).toContain(`${name} is already here`);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
    },
  );

  it('reports a folder that cannot be written to', async () => {
    const { code, err } = await inTerminal(join(folder, 'nowhere'))(['init']);
    expect(code).toBe(2);
    expect(err).toContain('cannot be written here');
  });
});

const inAppWith = (name: string): void =>
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [name]: '1.0.0' } }));
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('tax-nexus init in the app of a framework', () => {
  it.each([
    ['next', 'app/tax-nexus/[[...path]]/route.js', "from '../../../lib/tax-nexus.mjs'"],
    ['next', 'lib/tax-nexus.mjs', "from '../tax-nexus.mjs'"],
    ['next', 'instrumentation.js', 'taxNexus.start()'],
    ['nuxt', 'server/plugins/tax-nexus.js', "from '../../tax-nexus.mjs'"],
    ['@sveltejs/kit', 'src/lib/server/tax-nexus.mjs', "from '../../../tax-nexus.mjs'"],
    ['@react-router/dev', 'app/tax-nexus.server.mjs', "from '../tax-nexus.mjs'"],
    ['astro', 'server.mjs', "from './tax-nexus.mjs'"],
  ])('writes the route, the start and the plugin: %s, %s', async (name, file, code) => {
    inAppWith(name);
    const { err } = await inTerminal(folder)(['init']);
    expect(err).toContain(`Wrote ${file}.`);
    expect(textOf(file)).toContain(code);
    expect(textOf('tax-nexus.mjs')).toContain("import { shopify } from 'tax-nexus-sync/shopify';");
    expect(textOf('tax-nexus.mjs')).not.toContain('stripe');
  });

  it.each([
    ['express', "app.use('/tax-nexus', toExpress(taxNexus))"],
    ['fastify', 'toFastify(taxNexus)'],
    ['@nestjs/core', 'rawBody: true'],
    ['koa', 'toNode(taxNexus)'],
    ['hono', "app.all('/tax-nexus/*'"],
  ])('shows what to add to the server: %s', async (name, code) => {
    inAppWith(name);
    const { err } = await inTerminal(folder)(['init']);
    expect(err).toContain('Add to the file that starts your server by hand');
    expect(err).toContain(code);
    expect(err).toContain("  import { taxNexus } from './tax-nexus.mjs';\n");
    expect(readdirSync(folder).sort()).toStrictEqual(['package.json', 'tax-nexus.config.mjs', 'tax-nexus.mjs']);
  });

  it('overwrites no file, whatever its ending, and shows its code instead', async () => {
    inAppWith('next');
    mkdirSync(join(folder, 'src'));
    for (const file of ['next.config.ts', 'src/instrumentation.ts']) writeFileSync(join(folder, file), 'mine');
    const { err } = await inTerminal(folder)(['init']);
    expect(err).toContain('Add to next.config.ts by hand');
    expect(err).toContain('Add to src/instrumentation.ts by hand');
    expect(err).toContain("serverExternalPackages: ['tax-nexus-sync']");
    expect([textOf('next.config.ts'), textOf('src/instrumentation.ts')]).toStrictEqual(['mine', 'mine']);
    expect(textOf('src/lib/tax-nexus.mjs')).toContain("from '../../tax-nexus.mjs'");
  });
});

const [apiKey, accessToken] = ['tnx_CANARY_KEY', 'shpat_CANARY_TOKEN'];
const file = 'tax-nexus.config.mjs';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ taxService: { apiKeys: [apiKey] }, shop: { orders: 5, accessToken } });
});
afterAll(() => sandbox.stop());

const written = (): string => withoutLeaks(readFileSync(join(folder, file), 'utf8'));
const origin = (): readonly string[] => ['--api-origin', sandbox.configuration.storefronts['sample-store'].apiOrigin];

describe('tax-nexus init on a terminal', () => {
  it('asks, checks each answer at once, writes no secret into the configuration, and shows a preview', async () => {
    const { service, storefronts } = sandbox.configuration;
    const answers: Answers = [
      ['Address of the Tax Nexus Service', 'ftp://nowhere'],
      ['Address of the Tax Nexus Service', service.baseUrl],
      ['Its API key', 'tnx_CANARY_WRONG'],
      // After a refusal the first question hides its answer: the next key is pasted there.
      ['Its API key', apiKey],
      [`Address of the Tax Nexus Service (${service.baseUrl})`, ''],
      ['Where do you sell', 'shopify'],
      ['Domain of the shop', 'https://admin.shopify.com/store/acme'],
      ['Domain of the shop', storefronts['sample-store'].shop],
      ['Name of this storefront in reports (sample-store)', "it's"],
      ['Name of this storefront in reports', 'us-store'],
      ['Dev Dashboard', ''],
      ['Admin API access token', 'shpat_CANARY_OLD'],
      ['Admin API access token', accessToken],
      [`such as acme.myshopify.com (${storefronts['sample-store'].shop})`, ''],
      ['Name of this storefront in reports (us-store)', ''],
      ['Do you sell on stripe as well?', 'n'],
      ['Save the keys in .env', ''],
      ['Preview which days', '2025-Q1'],
    ];
    const { code, out, err } = await inTerminal(folder)(['init', ...origin()], { answers });
    expect(code).toBe(0);
    expect(err).toContain('service.baseUrl: it does not begin with https://');
    expect(err).toContain('refused');
    expect(err).toContain("it is an address of Shopify's admin");
    expect(err).toContain('its name: a storefront cannot have this name');
    expect(err).toContain('Found sample-store.myshopify.com');
    expect(err).toContain('Next: tax-nexus sync --from 2025-01-01 --to 2025-03-31');
    expect(out).toContain('dry run: nothing was pushed');
    expect(sandbox.taxService.journal()).toHaveLength(0);
    expect(written()).toContain("apiKey: { env: 'TAX_NEXUS_API_KEY' },");
    expect(written()).toContain("accessToken: { env: 'SHOPIFY_TOKEN' },");

    const kept = join(folder, '.env');
    expect(readFileSync(kept, 'utf8')).toBe(`TAX_NEXUS_API_KEY='${apiKey}'\nSHOPIFY_TOKEN='${accessToken}'\n`);
    expect(statSync(kept).mode & 0o077).toBe(0);
    const env = { TAX_NEXUS_API_KEY: apiKey, SHOPIFY_TOKEN: accessToken };
    const checked = await inTerminal(folder)(['check'], { env });
    expect(checked.out).toContain("Add your app's client secret to webhookSecrets");
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('\nReady. 1 thing to do.\n') });
  }, 60_000);

  it('asks whether to put the plugin into the app, and leaves the app as it is after a no', async () => {
    inAppWith('next');
    const { service, storefronts } = sandbox.configuration;
    const answers: Answers = [
      ['Name of this storefront in reports', ''],
      ['Do you sell on stripe as well?', 'n'],
      ['Write the plugin, and its route and start in Next.js?', 'n'],
      ['Preview which days', 'n'],
    ];
    const env = { TAX_NEXUS_API_KEY: apiKey, SHOPIFY_TOKEN: accessToken };
    const words = ['--service', service.baseUrl, '--connector', 'shopify', '--shop', storefronts['sample-store'].shop];
    const { code } = await inTerminal(folder)(['init', ...words, ...origin()], { answers, env });
    expect(code).toBe(0);
    expect(readdirSync(folder).sort()).toStrictEqual(['package.json', file]);
  }, 60_000);

  it('takes no variables from a file that other users may write to, and adds no keys to it', async () => {
    writeFileSync(join(folder, '.env'), 'HTTPS_PROXY=http://127.0.0.1:9\n');
    chmodSync(join(folder, '.env'), 0o666);
    const { code, err } = await inTerminal(folder)(['init', ...origin()], { answers: [] });
    expect([code, err]).toStrictEqual([2, expect.stringContaining('other users may write to it')]);
  });

  it('uses the variables that are set, and writes nothing when the person ends the questions', async () => {
    const answers: Answers = [
      ['Where do you sell', 'stripe'],
      ["Time zone of the account's days", 'Eastern'],
      ["Time zone of the account's days", null],
    ];
    const env = { TAX_NEXUS_API_KEY: apiKey, STRIPE_KEY: 'rk_live_CANARY' };
    const words = ['init', '--service', sandbox.configuration.service.baseUrl];
    const { code, err } = await inTerminal(folder)(words, { answers, env });
    expect(code).toBe(130);
    expect(err).toContain('Its API key: the variable TAX_NEXUS_API_KEY is set.');
    expect(err).toContain('Nothing was written.');
    expect(existsSync(join(folder, file))).toBe(false);
  });
});

describe('tax-nexus init --yes', () => {
  const env = { TAX_NEXUS_API_KEY: apiKey, SHOPIFY_TOKEN: accessToken };
  const words = (): readonly string[] => [
    ...['init', '--yes', '--service', sandbox.configuration.service.baseUrl],
    ...['--shop', sandbox.configuration.storefronts['sample-store'].shop, ...origin()],
  ];

  it('asks nothing: checks, writes, and shows a preview', async () => {
    const { code, out, err } = await inTerminal(folder)(words(), { env });
    expect(code).toBe(0);
    expect(out).toContain('dry run: nothing was pushed');
    expect(err).toContain('Preview of 90d. Nothing is sent.');
    expect(written()).toContain("'sample-store': {");
  }, 60_000);

  it.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
    [
      'a key that is not set',
      [],
      { SHOPIFY_TOKEN: accessToken },
      'the environment variable TAX_NEXUS_API_KEY is not set',
    ],
    ['a refused token', [], { ...env, SHOPIFY_TOKEN: 'shpat_CANARY_OLD' }, 'token'],
    [
      'an address of the admin',
      ['--shop', 'https://admin.shopify.com/store/acme'],
      env,
      "it is an address of Shopify's admin",
    ],
    ['an answer that no option gives', ['--connector', 'stripe'], env, '--time-zone must be given'],
  ])('writes nothing for %s', async (_, more, variables, complaint) => {
    const { code, err } = await inTerminal(folder)([...words(), ...more], { env: variables });
    expect(code).toBe(2);
    expect(err).toContain(complaint);
    expect(existsSync(join(folder, file))).toBe(false);
  });
});

/** util-linux gives a process its own terminal. */
const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

(hasTerminals ? it : it.skip)(
  'a secret that is typed on a real terminal is never shown',
  async () => {
    const main = join(await builtCli(), 'src/cli/main.js');
    const env = { PATH: process.env['PATH'], TERM: 'xterm' };
    const words = `${process.execPath} ${main} init --service ${sandbox.configuration.service.baseUrl}`;
    const child = spawn('script', ['-qec', words, '/dev/null'], { cwd: folder, env });
    let shown = '';
    const typed: readonly (readonly [string, string])[] = [
      ['Its API key (not shown', `${apiKey}\r`],
      ['Where do you sell', '\r'],
      ['Domain of the shop', '\u0003'],
    ];
    let at = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      const [question, answer] = typed[at] ?? [];
      if (question === undefined || answer === undefined || !shown.includes(question)) return;
      at += 1;
      child.stdin.write(answer);
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(at).toBe(typed.length);
    expect(withoutLeaks(shown)).toContain('The service accepts the key.');
    expect(shown).toContain('Nothing was written.');
    expect(code).toBe(130);
  },
  60_000,
);
