import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The kinds of tests, by folder of `test`; what no other kind has is `unit`. */
const foldersOf = {
  campaigns: ['attacks', 'fuzz', 'kill', 'service-dialects', 'sim'],
  published: ['docs', 'examples', 'packed'],
  browser: ['browser'],
  commands: ['cli', 'privacy', 'sandbox'],
  storage: ['store'],
  screen: ['web'],
};

const named = Object.values(foldersOf).flat();
const others = readdirSync(new URL('test', import.meta.url)).filter((name) => !named.includes(name));

/** What lies in a folder `long` is left to `npm run test:all` and to a night (test/support/size.ts), unless it is named. */
const isWhole = process.env.TEST_SIZE !== undefined || process.argv.some((word) => word.includes('long'));

const projectOf = ([displayName, names]) => ({
  displayName,
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  testMatch: names.map((name) => `<rootDir>/test/${name.endsWith('.test.ts') ? name : `${name}/**/*.test.ts`}`),
  testPathIgnorePatterns: isWhole ? [] : ['/long/'],
  runner: '<rootDir>/test/support/runner.mjs',
});

export default {
  projects: Object.entries({ ...foldersOf, unit: others }).map(projectOf),
  testSequencer: '<rootDir>/test/support/kind-by-kind.mjs',
  reporters: ['default', '<rootDir>/test/support/counts-reporter.mjs'],
  // Many suites wait for a clock or a process; more processes would each load and optimize the same code once more.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
};
