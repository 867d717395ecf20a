import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { apps, runIn, type Output } from '../support/an-app.ts';

const anApp = apps();

const sample = fileURLToPath(new URL('typescript-app/app.ts', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const also = ['@types/node', '@types/express', 'express', 'fastify'];

/** Declarations of libraries are checked as well: an app that does so must not find mistakes in ours. */
const compilerOptions = {
  target: 'ES2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

const compiled = async (resolution: Readonly<Record<string, unknown>>): Promise<Output> => {
  const app = await anApp({ type: 'module', also });
  cpSync(sample, join(app.folder, 'app.ts'));
  const settings = { compilerOptions: { ...compilerOptions, ...resolution }, files: ['app.ts'] };
  writeFileSync(join(app.folder, 'tsconfig.json'), JSON.stringify(settings));
  return runIn(app, [tsc, '-p', '.']);
};

describe('the types of the installed package, with an unknown storefront as a type error,', () => {
  it('hold in an app with moduleResolution node16', async () => {
    const printed = await compiled({ module: 'node16', moduleResolution: 'node16', lib: ['ES2023'] });
    expect(printed).toStrictEqual({ code: 0, out: '', err: '' });
  }, 120_000);

  it('hold in an app with moduleResolution bundler, and the types of a browser beside those of Node', async () => {
    const printed = await compiled({ module: 'esnext', moduleResolution: 'bundler', lib: ['ES2023', 'DOM'] });
    expect(printed).toStrictEqual({ code: 0, out: '', err: '' });
  }, 120_000);
});
