/** Runs tests by name of file and index, with one change on. Started by main.mjs, which ends it when it hangs. */
import { register } from 'node:module';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { pathToFileURL } from 'node:url';
import { getState, resetState } from 'jest-circus';

process.env.NODE_ENV = 'production';
const fromStart = Number(process.env.MUTANT ?? -1);
let active = fromStart;
let hits = new Set();
globalThis.__mutant = (id) => {
  hits.add(id);
  return id === active;
};
// What a changed program leaves behind must not end the process: the test that sees it fails.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

const testsOf = (block) =>
  block.children.flatMap((child) =>
    child.type === 'describeBlock' ? testsOf(child) : child.mode === 'skip' || child.mode === 'todo' ? [] : [child],
  );

const collected = new Map();
const collect = async (file) => {
  if (!collected.has(file)) {
    resetState();
    await import(pathToFileURL(file).href);
    collected.set(file, testsOf(getState().rootDescribeBlock));
  }
  return collected.get(file);
};

const within = async (ms, work) => {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** One test alone, with the hooks of all blocks around it. */
const runTest = async (test) => {
  const blocks = [];
  for (let block = test.parent; block; block = block.parent) blocks.unshift(block);
  const hooks = async (type, order) => {
    for (const block of order) for (const hook of block.hooks) if (hook.type === type) await hook.fn.call({});
  };
  const inward = blocks;
  const outward = [...blocks].reverse();
  try {
    await hooks('beforeAll', inward);
    await hooks('beforeEach', inward);
    await test.fn.call({});
  } finally {
    await hooks('afterEach', outward);
    await hooks('afterAll', outward);
  }
};

const outcomeOf = async (test, ms) => {
  try {
    await within(ms, runTest(test));
    return undefined;
  } catch (error) {
    return error instanceof Error && error.message === 'late' ? 'late' : 'failed';
  }
};

/** Every test of the files once: how long it takes and which changes it meets. */
const measure = async ({ files, limit }) => {
  for (const file of files) {
    hits = new Set();
    let tests;
    try {
      tests = await collect(file);
    } catch (error) {
      process.send({ broken: file, why: String(error) });
      continue;
    }
    const onLoad = [...hits];
    const measured = [];
    for (const [index, test] of tests.entries()) {
      hits = new Set();
      const from = performance.now();
      const outcome = await outcomeOf(test, limit);
      measured.push({ index, outcome, ms: performance.now() - from, hits: [...hits] });
    }
    process.send({ measured, file, onLoad });
  }
  process.send({ done: true });
};

/** The first of the tests that fails, or never ends, with the change on. */
const judge = async ({ id, tests, untilMs }) => {
  for (const { file, index, ms } of tests) {
    if (performance.now() > untilMs) break;
    active = id;
    let test;
    try {
      test = (await collect(file))[index];
    } catch {
      return { killed: `${file} does not load` };
    }
    if (test === undefined) return { killed: `${file} has fewer tests` };
    const outcome = await outcomeOf(test, 3_000 + ms * 5);
    if (outcome === undefined) continue;
    active = -1;
    // With the change off it must pass: a leftover of an earlier change can fail a test, and a busy machine can make it late.
    const without = fromStart >= 0 ? undefined : await outcomeOf(test, 3_000 + ms * 5);
    if (without === 'late') continue;
    return { killed: `${file}: ${test.name}`, late: outcome === 'late', doubtful: without !== undefined };
  }
  active = -1;
  return {};
};

process.on('message', (message) => {
  if (message.measure) void measure(message.measure);
  else void judge({ ...message, untilMs: performance.now() + message.limit }).then((answer) => process.send(answer));
});
register('./loader.mjs', import.meta.url, {
  data: new Map(JSON.parse(process.env.CHOSEN).map(([path, chosen]) => [path, new Map(chosen)])),
});
process.send({ ready: true });
