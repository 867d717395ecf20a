/**
 * Changes the critical folders at random, one change at a time, and looks whether a test fails:
 * `npm run campaigns -- mutants --count 400 --seed 1 --only src/mapping`. Ends with 1 if under 95 % are found.
 */
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { compiles } from './compiles.mjs';
import { mutationsOf } from './mutations.mjs';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    /** Only files whose path begins so. */
    only: { type: 'string', default: '' },
    /** The most seconds of tests for a change. */
    limit: { type: 'string', default: '60' },
    /** Only the tests of the same folder: quick, while a test is being written. */
    near: { type: 'boolean', default: false },
  },
});

/** The critical folders, and the tests that are asked first. */
const nearTests = {
  'src/mapping': /^test.(mapping|domain)/,
  'src/pipeline': /^test.pipeline/,
  'src/service': /^test.service/,
  'connectors/shopify/webhooks': /^test.connectors.(receive|shopify.(.*webhook|.*subscriptions))/,
  'connectors/stripe/webhooks': /^test.connectors.(receive|stripe.(.*webhook|subscriptions))/,
};
const critical = Object.keys(nearTests);
/** Tests that run in this process. */
const testFolders =
  'domain mapping pipeline service reconcile web connectors operations live app service-dialects'.split(' ');
/** A test that takes longer is left out. */
const testLimit = 5_000;
const goal = 0.95;

const filesIn = (folder, ending) =>
  !existsSync(folder)
    ? []
    : readdirSync(folder, { recursive: true })
        .filter((name) => ending.test(name) && !name.endsWith('.d.ts'))
        .map((name) => join(folder, name))
        .sort();

/** Mulberry32: the same seed picks the same changes. */
const randomFrom = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** Equivalent changes: `path | from | to | reason`, one a line. */
const equivalent = new Set(
  readFileSync(new URL('./equivalent.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ').slice(0, 3).join(' | ')),
);
const oneLine = (text) => text.replace(/\s+/g, ' ');
const nameOf = ({ file, from, to }) => `${file} | ${oneLine(from)} | ${oneLine(to)}`;

const pick = () => {
  const random = randomFrom(Number(options.seed));
  const all = critical
    .flatMap((folder) => filesIn(folder, /\.tsx?$/).map((file) => ({ folder, file })))
    .filter(({ file }) => file.startsWith(options.only))
    .flatMap(({ folder, file }) =>
      mutationsOf(file, readFileSync(file, 'utf8')).found.map(({ node, kind, from, to, line }, index) => ({
        ...{ folder, file, index, kind, from, to, line, start: node.getStart(), end: node.getEnd() },
      })),
    )
    .filter((mutant) => !equivalent.has(nameOf(mutant)));
  const chosen = [];
  while (chosen.length < Number(options.count) && all.length > 0)
    chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  return chosen
    .sort((a, b) => a.file.localeCompare(b.file) || a.index - b.index)
    .map((mutant, id) => ({ ...mutant, id }));
};

const importsOf = new Map();
const reachOf = (file, seen = new Set()) => {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!importsOf.has(file))
    importsOf.set(
      file,
      ts
        .preProcessFile(readFileSync(file, 'utf8'))
        .importedFiles.filter(({ fileName }) => /^\.{1,2}\/.*\.tsx?$/.test(fileName))
        .map(({ fileName }) => join(dirname(file), fileName))
        .filter((path) => existsSync(path)),
    );
  for (const next of importsOf.get(file)) reachOf(next, seen);
  return seen;
};

const mutants = pick();
const changed = new Set(mutants.map(({ file }) => file));
const allTests = testFolders
  .flatMap((folder) => filesIn(join('test', folder), /\.test\.tsx?$/))
  .filter((file) => !file.includes('/long/') && !file.includes('postgres'))
  .map((file) => ({ file, reach: reachOf(file) }))
  .filter(({ reach }) => [...changed].some((file) => reach.has(file)));

const chosenByPath = [...changed].map((file) => [
  resolve(file),
  mutants.filter((mutant) => mutant.file === file).map(({ index, id }) => [index, id]),
]);

/** A process with the changes in it; `mutant` is on from the start, for what runs while a file loads. */
const start = (mutant = -1) => {
  const child = fork(new URL('./worker.mjs', import.meta.url), {
    // At the size of `npm test`: quick enough to be asked.
    env: { ...process.env, TEST_SIZE: '', CHOSEN: JSON.stringify(chosenByPath), MUTANT: String(mutant) },
    execArgv: ['--max-old-space-size=1500', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = [];
  const ready = new Promise((done) => child.once('message', done));
  child.on('exit', () => {
    for (const done of waiting.splice(0)) done({ crashed: true });
  });
  return { child, ready, waiting };
};

const say = (line) => void process.stdout.write(`${line}\n`);

/** Runs the tests without a change. @returns one entry for each test that meets a change: file, index, ms, hits; and the changes met while loading */
const measure = async (tests) => {
  const { child, ready } = start();
  await ready;
  const measured = [];
  const onLoad = new Set();
  let leftOut = 0;
  await new Promise((done, fail) => {
    child.on('exit', () => fail(new Error('The tests ended their own process before any change.')));
    child.on('message', (message) => {
      if (message.done) return done();
      if (message.broken) return say(`left out: ${message.broken}: ${message.why.slice(0, 200)}`);
      for (const id of message.onLoad) onLoad.add(id);
      const failed = message.measured.filter(({ outcome }) => outcome !== undefined);
      leftOut += failed.length;
      if (process.env.MUTANTS_VERBOSE && failed.length > 0) say(`left out: ${failed.length} of ${message.file}`);
      for (const test of message.measured)
        if (test.outcome === undefined) measured.push({ ...test, file: message.file });
    });
    child.send({ measure: { files: tests.map(({ file }) => file), limit: testLimit } });
  });
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  return { measured, onLoad, leftOut };
};

const stemOf = (file) => basename(file).split('.')[0];
/** First the tests named after the file, then those of the folder, then the rest; the quickest first. */
const inOrder = (mutant, list) => {
  const folder = mutant.folder
    .replace('src/', 'test/')
    .replace('connectors/', 'test/connectors/')
    .replace('/webhooks', '');
  const rank = ({ file }) => (stemOf(file) === stemOf(mutant.file) ? 0 : file.startsWith(folder) ? 1 : 2);
  return list
    .sort((a, b) => rank(a) - rank(b) || a.ms - b.ms)
    .map(({ file, index, ms }) => ({ file: resolve(file), index, ms }));
};

const limit = Number(options.limit) * 1000;
const ask = async (worker, mutant, list) => {
  await worker.ready;
  const answer = new Promise((done) => {
    worker.waiting.push(done);
    worker.child.once('message', done);
  });
  let timer;
  const hung = new Promise((done) => {
    timer = setTimeout(() => done({ crashed: true }), limit + 30_000);
  });
  // The worker looks at its own clock between tests; one that cannot is in a loop.
  worker.child.send({ id: mutant.id, tests: list, limit });
  const result = await Promise.race([answer, hung]);
  clearTimeout(timer);
  return result;
};

const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1000);

/** Those of the changes that none of the tests finds. */
const survivorsOf = async (mutants, tests) => {
  if (mutants.length === 0) return [];
  const { measured, onLoad, leftOut } = await measure(tests);
  say(`${mutants.length} changes; ${measured.length} tests, ${leftOut} left out, measured after ${seconds()} s`);
  const survivors = [];
  let warm = start();
  for (const mutant of mutants) {
    const loading = onLoad.has(mutant.id);
    const reaching = new Set(tests.filter(({ reach }) => reach.has(mutant.file)).map(({ file }) => file));
    const list = inOrder(
      mutant,
      measured.filter(({ file, hits }) => (loading ? reaching.has(file) : hits.includes(mutant.id))),
    );
    if (list.length === 0) {
      survivors.push(mutant);
      continue;
    }
    const worker = loading ? start(mutant.id) : warm;
    let result = await ask(worker, mutant, list);
    const spoiled = result.crashed || result.late || result.doubtful;
    if (loading || spoiled) worker.child.kill('SIGKILL');
    if (!loading && spoiled) warm = start();
    // A test that fails with the change off as well proves nothing: the change is judged again in a new process.
    if (!loading && result.doubtful && !result.late) {
      result = await ask(warm, mutant, list);
      warm.child.kill('SIGKILL');
      warm = start();
    }
    if (process.env.MUTANTS_TRACE !== undefined)
      say(
        `${seconds()} s ${loading ? 'on load ' : ''}${nameOf(mutant).slice(0, 150)}: ${JSON.stringify(result).slice(0, 150)}`,
      );
    if (!result.killed && !result.crashed) survivors.push(mutant);
  }
  warm.child.kill('SIGKILL');
  return survivors;
};

const isNear = ({ folder }, { file }) => nearTests[folder].test(file);
const left = await survivorsOf(
  mutants,
  allTests.filter((test) => mutants.some((mutant) => isNear(mutant, test))),
);
const byNear = mutants.length - left.length;
const compiled = left.filter(compiles);
const refused = left.length - compiled.length;
const rest = options.near ? [] : allTests.filter((test) => !mutants.some((mutant) => isNear(mutant, test)));
const survivors = rest.length === 0 ? compiled : await survivorsOf(compiled, rest);
for (const { file, line, from, to } of survivors)
  say(`SURVIVED ${file}:${line} ${oneLine(from).slice(0, 90)} → ${oneLine(to).slice(0, 90)}`);
say(
  `found by the folder's tests ${byNear}, by the compiler ${refused}, by other tests ${compiled.length - survivors.length}`,
);

const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
for (const folder of critical) {
  const of = mutants.filter((mutant) => mutant.folder === folder).length;
  const found = of - survivors.filter((mutant) => mutant.folder === folder).length;
  if (of > 0) say(`${folder}: ${found} of ${of} found (${percent(found, of)})`);
}
const found = mutants.length - survivors.length;
say(`${found} of ${mutants.length} found (${percent(found, mutants.length)}), seed ${options.seed}, ${seconds()} s`);
process.exitCode = found / Math.max(1, mutants.length) < goal ? 1 : 0;
