// Nights: what the tests try a little of, again and again with other seeds, until Ctrl-C, `--minutes`, or a failure.
// `npm run campaigns -- kill --minutes 240` begins with a round by chance; `--round 17` begins with that one. Other words go to
// the (first) program of the campaign, which then runs once: `npm run campaigns -- sim --seed 201 --trace` plays one world.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsLines } from '../test/support/counts-lines.mjs';

/** A part of the tests, at the size of a night. */
const tests =
  (...words) =>
  () => [
    [
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--silent',
      '--maxWorkers=100%',
      ...words,
    ],
  ];

const simulation = (file, ...words) => ['--import', './test/sim/run/register.mjs', `test/sim/run/${file}.ts`, ...words];
const worlds = 2_000;

/** What one round of each campaign runs, one program after the other. */
const campaigns = {
  kill: tests('test/kill', '--testPathIgnorePatterns=chaos'),
  chaos: tests('test/kill/long/chaos'),
  sim: (round) => [simulation('main', '--from', `${round * worlds + 1}`, '--seeds', `${worlds}`)],
  fuzz: tests('test/fuzz'),
  // Changes of the code that a test must find, and bugs that the checker of the worlds must find by name.
  mutants: (round) => [
    ['scripts/mutants/main.mjs', '--seed', `${round}`],
    simulation('mutants', '--from', `${round * worlds + 1}`),
  ],
  examples: tests('--selectProjects', 'published', 'browser'),
};

const [name = '', ...words] = process.argv.slice(2);
const take = (option) => {
  const at = words.indexOf(`--${option}`);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const first = Number(take('round') ?? randomInt(1, 1_000_000));
const end = Date.now() + Number(take('minutes') ?? Infinity) * 60_000;
const programsOf = campaigns[name];
if (programsOf === undefined) {
  console.error(`npm run campaigns -- ${Object.keys(campaigns).join('|')} [--minutes n] [--round n]`);
  process.exit(2);
}
const isOnce = words.length > 0;

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-campaign-'));
const counts = join(folder, 'counts.jsonl');
let isOver = false;
process.once('SIGINT', () => {
  isOver = true;
});

const play = (program, round) =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      CLI: 'shipped',
      TEST_SIZE: 'night',
      TEST_ROUND: `${round}`,
      TAX_NEXUS_TEST_COUNTS: counts,
    };
    spawn(process.execPath, [...program, ...words], { env, stdio: 'inherit' }).once('close', resolve);
  });

const playAll = async (round) => {
  const programs = programsOf(round);
  for (const program of isOnce ? programs.slice(0, 1) : programs)
    if (!isOver && (await play(program, round)) !== 0) return false;
  return true;
};

for (let round = first; !isOver; round += 1) {
  const isFine = await playAll(round);
  if (existsSync(counts)) console.log(`\nafter round ${round}:\n${countsLines(counts).join('\n')}\n`);
  if (!isFine && !isOver) {
    if (!isOnce)
      console.error(`Round ${round} failed. Again: npm run campaigns -- ${name} --round ${round} --minutes 1`);
    process.exitCode = 1;
    break;
  }
  if (isOnce || Date.now() >= end) break;
}
rmSync(folder, { recursive: true, force: true });
