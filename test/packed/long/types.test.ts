import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { apps, runIn } from '../../support/an-app.ts';

const sample = fileURLToPath(new URL('../typescript-app/app.ts', import.meta.url));
const compiler = (name: string): string =>
  fileURLToPath(new URL(`../../../node_modules/${name}/bin/tsc`, import.meta.url));
/** Apps have either; the newer one checks declarations of libraries in a quarter of the time, and knows no resolution `node`. */
const [six, seven] = [compiler('typescript'), compiler('typescript-native')];
const also = ['@types/node', '@types/express', 'express', 'fastify'];
const app = await apps()({ type: 'module', also });
cpSync(sample, join(app.folder, 'app.ts'));

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

describe('the types of the installed package, with an unknown storefront as a type error,', () => {
  it.each([
    ['node16', seven, { module: 'node16', lib: ['ES2023'] }],
    ['nodenext', six, { module: 'nodenext', lib: ['ES2023'], skipLibCheck: true }],
    ['bundler, beside the types of a browser', seven, { module: 'esnext', lib: ['ES2023', 'DOM'] }],
    // Libraries that have only `exports` have no types there.
    ['node', six, { module: 'esnext', lib: ['ES2023'], ignoreDeprecations: '6.0', skipLibCheck: true }],
  ])(
    'hold in an app with moduleResolution %s',
    async (resolution, tsc, options) => {
      const [moduleResolution = ''] = resolution.split(',');
      const settings = { compilerOptions: { ...compilerOptions, ...options, moduleResolution }, files: ['app.ts'] };
      writeFileSync(join(app.folder, 'tsconfig.json'), JSON.stringify(settings));
      expect(await runIn(app, [tsc, '-p', '.'])).toStrictEqual({ code: 0, out: '', err: '' });
    },
    240_000,
  );
});
