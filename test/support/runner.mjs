import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { Worker } from 'jest-worker';

const root = fileURLToPath(new URL('../../', import.meta.url));
const compiled = join(root, '.tests');
const globals = new URL('./jest-globals.mjs', import.meta.url).href;

const filesOf = (folder, ending) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const compiledPathOf = (path) => join(compiled, relative(root, path)).replace(/\.tsx?$/, '.js');

/** `import.meta.url` stays that of the source, next to which the files are that a test reads or starts. */
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

const ownChange = statSync(fileURLToPath(import.meta.url)).mtime;

/** A compiled file has the date of its source: one that is put back with an older date is compiled as well. */
const compile = async (path) => {
  const to = compiledPathOf(path);
  const { atime, mtime } = statSync(path);
  const known = statSync(to, { throwIfNoEntry: false });
  if (known !== undefined && +known.mtime === +mtime && known.ctime > ownChange) return;
  const { code } = await transform(readFileSync(path, 'utf8'), optionsOf(path));
  const growing = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(
    growing,
    code.replace(/from (['"])@jest\/globals\1/, () => `from ${JSON.stringify(globals)}`),
  );
  utimesSync(growing, atime, mtime);
  renameSync(growing, to);
};

const compileAll = async () => {
  const sources = ['src', 'connectors', 'sandbox', 'test', 'bench'].flatMap((folder) =>
    filesOf(join(root, folder), /\.tsx?$/),
  );
  await Promise.all(sources.map(compile));
  const wanted = new Set(sources.map(compiledPathOf));
  for (const path of filesOf(compiled, /\.js$/)) if (!wanted.has(path)) rmSync(path, { force: true });
};

const inMemory = '/dev/shm';

/** In many containers it holds 64 MB, or runs no programs, which some tests put there. */
const memoryServes = () => {
  if (process.env.TMPDIR !== undefined || !existsSync(inMemory) || !existsSync('/proc/mounts')) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === inMemory);
  const { bavail, bsize } = statfsSync(inMemory);
  return mount !== undefined && !mount.includes('noexec') && bavail * bsize > 4 * 1024 ** 3;
};

/**
 * The files of tests live in memory where the system has a folder for that: tests do not wait for a disk that others use as
 * well. A process that is killed loses no more there than on a disk, which only a system that goes down can lose.
 */
const useMemoryForFiles = () => {
  if (!memoryServes()) return;
  const folder = mkdtempSync(join(inMemory, 'tax-nexus-tests-'));
  // PostgreSQL runs as another user, with a separate folder inside.
  chmodSync(folder, 0o711);
  process.env.TAX_NEXUS_PROGRAMS = tmpdir();
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
};

/** An idle process that holds more starts again: it keeps every test file that it has loaded. */
const idleMemoryLimit = 1024 ** 3;

/**
 * Takes the types off all sources, and runs the tests in plain Node. In Jest's own runner each test file loads all modules
 * again, which is a third of the time of all tests.
 */
export default class Runner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    await compileAll();
    useMemoryForFiles();
    const globalConfig = this.#globalConfig;
    const { maxWorkers } = globalConfig;
    const projectConfig = tests[0]?.context.config;
    const processes = new Worker(fileURLToPath(new URL('test-process.mjs', import.meta.url)), {
      exposedMethods: ['runFile'],
      forkOptions: { stdio: 'inherit' },
      idleMemoryLimit,
      numWorkers: maxWorkers,
      setupArgs: [{ globalConfig, projectConfig, runtime: 'child_process' }],
    });
    const queue = tests.values();
    const runNext = async () => {
      for (const test of queue) {
        if (watcher.isInterrupted()) return;
        await onStart(test);
        try {
          const result = await processes.runFile(compiledPathOf(test.path));
          await onResult(test, { ...result, testFilePath: test.path });
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    await Promise.all(Array.from({ length: maxWorkers }, runNext));
    await processes.end();
  }
}
