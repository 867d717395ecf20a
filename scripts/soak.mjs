// Kills, for hours: the kill suites again and again, each round with other random moments, until Ctrl-C.
// --minutes <n> begins no round after so long, --seed <n> begins with that round, --only <suite> plays one suite alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countsLines } from '../test/support/counts-lines.mjs';

const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

const end = Date.now() + Number(option('minutes') ?? Infinity) * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-soak-'));
const counts = join(folder, 'counts.jsonl');

let isOver = false;
process.once('SIGINT', () => {
  isOver = true;
});

const jest = [
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  '--silent',
  `test/kill/${option('only') ?? ''}`,
];

const play = (round) =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      CLI: 'shipped',
      KILL_SEED: String(round),
      TROUBLES: 'long',
      TAX_NEXUS_TEST_COUNTS: counts,
    };
    spawn(process.execPath, jest, { env, stdio: 'inherit' }).once('close', resolve);
  });

for (let round = Number(option('seed') ?? 1); !isOver && Date.now() < end; round += 1) {
  const code = await play(round);
  const figures = existsSync(counts) ? countsLines(counts).join('\n') : '';
  console.log(`\nafter round ${round}:\n${figures}\n`);
  if (code !== 0 && !isOver) {
    console.error(`Round ${round} failed. Again: npm run soak -- --seed ${round} --minutes 1`);
    process.exitCode = 1;
    break;
  }
}
rmSync(folder, { recursive: true, force: true });
