import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import type ts from 'typescript';
import { apps, runIn } from '../../support/an-app.ts';
import { checker, doors, exported, methodsOf, ownOf } from '../../support/public-doors.ts';
import { right } from '../../support/right.ts';

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

const opening = `
  const opened = ${JSON.stringify(Object.keys(doors))}.map(async (door) => [door, Object.keys(await import(door))]);
  console.log(JSON.stringify(Object.fromEntries(await Promise.all(opened))));`;

/** The names that each door has at run time. */
const namesAtRunTime = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const { out } = await runIn(app, [
    '--disable-warning=ExperimentalWarning',
    ...['--input-type=module', '-e', opening],
  ]);
  return right(t.record(t.string, t.readonlyArray(t.string)).decode(JSON.parse(out)));
};

const pluginType = (): ts.Type => {
  const plugin = exported.find(({ door, symbol }) => door === 'tax-nexus-sync' && symbol.name === 'TaxNexus');
  if (plugin === undefined) throw new Error('the plugin has no type');
  return checker.getDeclaredTypeOfSymbol(ownOf(plugin.symbol));
};

const isFunction = (symbol: ts.Symbol): boolean =>
  checker.getTypeOfSymbol(ownOf(symbol)).getCallSignatures().length > 0;

const header = 'declare const given: <Type>() => Type;';
const called = (path: string): string => `await ${path}(...given<Parameters<typeof ${path}>>())`;
const exporting = (results: readonly string[]): string =>
  results.map((result, index) => `export const result${index} = ${result};`).join('\n');

/** Calls each method of the plugin, and exports what it returns without naming its type. */
const usingMethods = (): string => {
  const results = methodsOf(pluginType()).map(({ path, isMethod }) =>
    isMethod ? called(`taxNexus.${path}`) : `taxNexus.${path}`,
  );
  const plugin = `import type { TaxNexus } from 'tax-nexus-sync';\ndeclare const taxNexus: TaxNexus<string>;`;
  return [plugin, header, exporting(results)].join('\n');
};

/** The same for each value that a door has at run time; functions are called. */
const usingValues = (names: Readonly<Record<string, readonly string[]>>): string => {
  const imports = Object.keys(doors).map((door, index) => `import * as door${index} from '${door}';`);
  const results = Object.keys(doors).flatMap((door, index) =>
    exported
      .filter(({ door: own, symbol }) => own === door && names[door]?.includes(symbol.name))
      .map(({ symbol }) => (isFunction(symbol) ? called : String)(`door${index}.${symbol.name}`)),
  );
  return [...imports, header, exporting(results)].join('\n');
};

/** States the names that each door has at run time; the compiler compares them with the names that its types promise. */
const statingNames = (found: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(found)
    .map(([door, names], index) => {
      const stated = names.map((name) => `${name}: true`).join();
      return `import * as door${index} from '${door}';\nexport const names${index}: Record<keyof typeof door${index}, true> = { ${stated} };`;
    })
    .join('\n');

const compiled = (file: string) => {
  const settings = { ...compilerOptions, module: 'nodenext', lib: ['ES2023'], skipLibCheck: true };
  const emitted = { noEmit: false, declaration: true, outDir: 'emitted' };
  writeFileSync(
    join(app.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...settings, ...emitted }, files: [file] }),
  );
  return runIn(app, [seven, '-p', '.']);
};

describe('the types of the installed package', () => {
  it('name what each method of the plugin returns, so that an app can export it with its declarations', async () => {
    writeFileSync(join(app.folder, 'methods.ts'), usingMethods());
    expect(await compiled('methods.ts')).toStrictEqual({ code: 0, out: '', err: '' });
    const declarations = readFileSync(join(app.folder, 'emitted/methods.d.ts'), 'utf8');
    expect(declarations).toContain(': import("tax-nexus-sync").MattersPage;');
  }, 240_000);

  it('name what each function of each door returns', async () => {
    writeFileSync(join(app.folder, 'values.ts'), usingValues(await namesAtRunTime()));
    expect(await compiled('values.ts')).toStrictEqual({ code: 0, out: '', err: '' });
    const declarations = readFileSync(join(app.folder, 'emitted/values.d.ts'), 'utf8');
    expect(declarations).toMatch(/door\d\.SyncDatabase/);
  }, 240_000);

  it('promise the values that each door has at run time, and no other', async () => {
    writeFileSync(join(app.folder, 'names.ts'), statingNames(await namesAtRunTime()));
    expect(await compiled('names.ts')).toStrictEqual({ code: 0, out: '', err: '' });
  }, 240_000);

  it('export no name of a single letter, which an editor would suggest', () => {
    const files = readdirSync(app.package, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.d.ts'),
    );
    const exports = files.flatMap((path) => readFileSync(join(app.package, path), 'utf8').match(/^export .*$/gm) ?? []);
    expect(exports.length).toBeGreaterThan(files.length);
    expect(exports.filter((line) => /\bas \w\b|\b\w as\b/.test(line))).toStrictEqual([]);
  });
});
