import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfiguration, loadFailure } from '../../../src/app/configuration/load-configuration.ts';
import { left, right } from '../../support/right.ts';

const written = JSON.stringify({
  service: { baseUrl: 'http://127.0.0.1:4010', apiKey: { env: 'KEY' } },
  storefronts: { shop: { connector: 'shopify', shop: 'acme.myshopify.com', accessToken: 'shpat_1' } },
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tax-nexus-configuration-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const load = (path?: string) => {
  const env: Record<string, string> = { KEY: 'tnx_1' };
  const loadEnvFile = (): void => {
    env['KEY'] = 'tnx_from_file';
  };
  return loadConfiguration({ ...(path !== undefined && { path }), folder, env, loadEnvFile })();
};

describe('the configuration file', () => {
  it.each([
    ['json', written],
    ['mjs', `export default ${written}`],
    ['js', `export default ${written}`],
    ['ts', `interface A { a?: string }\nconst a: A = {};\nexport default { ...a, ...${written} }`],
    ['mts', `const a: number = 1;\nexport default ${written}`],
  ])('is found as tax-nexus.config.%s', async (extension, text) => {
    writeFileSync(join(folder, `tax-nexus.config.${extension}`), text);
    expect(right(await load()).service.baseUrl).toBe('http://127.0.0.1:4010');
  });

  it('may be named', async () => {
    writeFileSync(join(folder, 'other.json'), written);
    expect(right(await load('other.json')).storefronts['shop']).toMatchObject({ connector: 'shopify' });
  });

  it('takes secrets from the .env file next to it', async () => {
    writeFileSync(join(folder, 'tax-nexus.config.json'), written);
    writeFileSync(join(folder, '.env'), 'KEY=tnx_from_file');
    expect(right(await load()).service.apiKey?.reveal()).toBe('tnx_from_file');
  });

  it('that is missing or broken gives a complaint with a remedy, and none of its contents', async () => {
    expect(left(await load())[0]?.remedy).toContain('tax-nexus init');
    expect(left(await load('gone.json'))[0]?.problem).toBe('there is no such file');
    writeFileSync(join(folder, 'tax-nexus.config.json'), '{ "apiKey": "tnx_CANARY" ');
    const complaint = left(await load())[0];
    expect(complaint?.problem).toContain('cannot be read');
    expect(JSON.stringify(complaint)).not.toContain('CANARY');
  });

  it.each([
    ['json', '{\n  "service": {},\n  // tnx_CANARY\n}', 'its syntax is wrong at line 3, column 3'],
    ['json', '{ "apiKey": tnx_CANARY }', 'its syntax is wrong'],
    ['ts', 'const a: number = 1;\nexport default {{ "tnx_CANARY"', 'its syntax is wrong at line 2, column 17'],
    ['mjs', 'export default { a: "tnx_CANARY\n}', 'its syntax is wrong at line 1, column 21'],
    ['ts', "import a from 'acme-vault';\nexport default { a };", 'a module that it imports is missing (acme-vault)'],
    ['mjs', "import a from './gone.mjs';\nexport default { a };", 'a module that it imports is missing (./gone.mjs)'],
    [
      'ts',
      "import a from './broken.ts';\nexport default { a };",
      'its syntax is wrong at line 2, column 8 of broken.ts',
    ],
    ['ts', "throw new TypeError('tnx_CANARY');", 'it failed while it ran (TypeError)'],
    ['mjs', "throw 'tnx_CANARY';", 'it failed while it ran (unknown error)'],
  ])('that is broken is sent with what is wrong with it: %s %j', async (extension, text, problem) => {
    writeFileSync(join(folder, 'broken.ts'), '// tnx_CANARY\nconst {{');
    writeFileSync(join(folder, `tax-nexus.config.${extension}`), text);
    const complaint = left(await load())[0];
    expect(complaint?.problem).toMatch(/^it cannot be read: /);
    expect(complaint?.problem.slice('it cannot be read: '.length)).toBe(problem);
    expect(JSON.stringify(complaint)).not.toContain('CANARY');
  });

  it.each(['ts', 'mts', 'js', 'mjs'])('without a default export gets a message: %s', async (extension) => {
    const path = join(folder, `tax-nexus.config.${extension}`);
    writeFileSync(path, `export const config = ${written};`);
    expect(left(await load())).toEqual([
      { path, problem: 'it has no default export', remedy: 'Write export default { … } for the settings' },
    ]);
  });

  it.each([
    ['js', `module.exports = ${written}`],
    ['mjs', `export const { service, storefronts } = ${written}`],
  ])('may hand out its settings in another way: %s', async (extension, text) => {
    writeFileSync(join(folder, `tax-nexus.config.${extension}`), text);
    expect(right(await load()).service.baseUrl).toBe('http://127.0.0.1:4010');
  });

  it('that was found by search is sent with its real path', async () => {
    const above = join(folder, 'tax-nexus.config.json');
    const within = join(folder, 'apps', 'shop');
    mkdirSync(within, { recursive: true });
    const loadFrom = async () =>
      left(await loadConfiguration({ folder: within, env: {}, loadEnvFile: () => undefined })())[0];
    writeFileSync(above, '{ "apiKey": "tnx_CANARY" ');
    expect(await loadFrom()).toMatchObject({ path: above, problem: expect.stringContaining('cannot be read') });
    writeFileSync(above, '');
    expect(await loadFrom()).toMatchObject({ path: above, problem: 'it is empty' });
    for (const none of ['null', '[]', '"tnx_CANARY"']) {
      writeFileSync(above, none);
      expect(await loadFrom()).toMatchObject({ path: above, problem: 'it is not an object of settings' });
    }
    rmSync(above);
    mkdirSync(above);
    expect(await loadFrom()).toMatchObject({ path: above, problem: expect.stringContaining('cannot be read') });
    rmSync(above, { recursive: true });
    writeFileSync(join(within, 'tax-nexus.config.mjs'), 'export default {{');
    expect(await loadFrom()).toMatchObject({ path: join(within, 'tax-nexus.config.mjs') });
  });

  it('that is named and empty is not called missing', async () => {
    writeFileSync(join(folder, 'other.json'), '');
    expect(left(await load('other.json'))[0]).toMatchObject({
      path: join(folder, 'other.json'),
      problem: 'it is empty',
    });
  });

  it('is not blamed for a .env file that cannot be read', async () => {
    writeFileSync(join(folder, 'tax-nexus.config.json'), written);
    writeFileSync(join(folder, '.env'), 'KEY=tnx_from_file');
    const loadEnvFile = (): never => {
      throw new Error('permission denied: KEY=tnx_CANARY');
    };
    const complaint = left(await loadConfiguration({ folder, env: { KEY: 'tnx_1' }, loadEnvFile })())[0];
    expect(complaint).toMatchObject({ path: join(folder, '.env'), problem: 'it cannot be read' });
    expect(JSON.stringify(complaint)).not.toContain('CANARY');
  });
});

const path = '/app/tax-nexus.config.mjs';
const thrown = (message: string, more: object = {}) => loadFailure(path, Object.assign(new Error(message), more));

describe('a configuration file that cannot be loaded', () => {
  it.each([
    ['EACCES', 'permission'],
    ['EISDIR', 'folder'],
  ])('is sent with the code of the file system: %s', (code, remedy) => {
    const complaint = thrown('CANARY', { code, path });
    expect(complaint).toMatchObject({ path, problem: `it cannot be read (${code})` });
    expect(complaint.remedy).toContain(remedy);
  });

  it('is not mixed up with a file that it opens itself', () => {
    expect(thrown('CANARY', { code: 'ENOENT', path: '/CANARY' }).problem).toBe(
      'it cannot be read: it failed while it ran (ENOENT)',
    );
  });

  it.each(['vault-client', '@acme/vault/sub.js', './keys.ts', '../shared/keys.js'])(
    'names the module that is missing: %s',
    (name) => {
      const problem = `it cannot be read: a module that it imports is missing (${name})`;
      expect(thrown(`Cannot find module '${name}'\nRequire stack`, { code: 'MODULE_NOT_FOUND' }).problem).toBe(problem);
      const packaged = `Cannot find package '${name}' imported from /CANARY`;
      expect(thrown(packaged, { code: 'ERR_MODULE_NOT_FOUND' }).problem).toBe(problem);
    },
  );

  it.each([
    ["Cannot find module 'https://user:CANARY@host/'", { code: 'MODULE_NOT_FOUND' }],
    ["Cannot find module '/home/CANARY/x.js'", { code: 'ERR_MODULE_NOT_FOUND' }],
    ['CANARY', { code: 'MODULE_NOT_FOUND' }],
    ['ParseError: CANARY\n CANARY:1:2', {}],
    ['ParseError: CANARY\n /CANARY:1:2', {}],
    ['CANARY', { name: 'CANARY' }],
    ['CANARY', { name: 'tnx CANARY Error' }],
    ['CANARY', { code: 'CANARY' }],
  ])('never shows the text of the error: %s', (message, more) => {
    expect(JSON.stringify(thrown(message, more))).not.toContain('CANARY');
  });

  it.each(['CANARY', null, undefined, 7])('may have thrown anything: %s', (error) => {
    expect(loadFailure(path, error).problem).toBe('it cannot be read: it failed while it ran (unknown error)');
  });
});
