import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import LightRunner from 'jest-light-runner/child-process';

const root = fileURLToPath(new URL('../../', import.meta.url));
const compiled = join(root, '.tests');
const globals = new URL('./jest-globals.mjs', import.meta.url).href;

const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const compiledPathOf = (path) => join(compiled, relative(root, path)).replace(/\.tsx?$/, '.js');

/** `import.meta.url` stays that of the source, beside which the files are that a test reads or starts. */
const optionsOf = (path) => ({
  filename: path,
  configFile: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', tsx: path.endsWith('.tsx') },
    rewriteRelativeImportExtensions: true,
    transform: {
      react: { runtime: 'automatic', importSource: 'hono/jsx' },
      optimizer: { globals: { vars: { 'import.meta.url': JSON.stringify(pathToFileURL(path).href) } } },
    },
  },
  module: { type: 'es6' },
});

const compile = async (path) => {
  const to = compiledPathOf(path);
  const { mtimeMs } = statSync(path);
  if (existsSync(to) && statSync(to).mtimeMs > mtimeMs) return;
  const { code } = await transform(readFileSync(path, 'utf8'), optionsOf(path));
  const growing = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(
    growing,
    code.replace(/from (['"])@jest\/globals\1/, () => `from ${JSON.stringify(globals)}`),
  );
  renameSync(growing, to);
};

const compileAll = async () => {
  const sources = ['src', 'connectors', 'test', 'bench'].flatMap((folder) => filesOf(join(root, folder), /\.tsx?$/));
  await Promise.all(sources.map(compile));
  const wanted = new Set(sources.map(compiledPathOf));
  for (const path of filesOf(compiled, /\.js$/)) if (!wanted.has(path)) rmSync(path, { force: true });
};

/**
 * Takes the types off all sources, and runs the tests in plain Node. In Jest's own runner each test file loads all modules
 * again, which is a third of the time of all tests.
 */
export default class Runner extends LightRunner {
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    await compileAll();
    const sources = new Map(tests.map((test) => [compiledPathOf(test.path), test]));
    const sourceOf = ({ path }) => sources.get(path);
    return super.runTests(
      tests.map((test) => ({ ...test, path: compiledPathOf(test.path) })),
      watcher,
      (test) => onStart(sourceOf(test)),
      (test, result) => onResult(sourceOf(test), { ...result, testFilePath: sourceOf(test).path }),
      (test, error) => onFailure(sourceOf(test), error),
    );
  }
}
