import { afterAll, describe, expect, it } from '@jest/globals';
import { atMost } from '../../src/sync/at-most.ts';
import { type CrashPoint } from '../../src/sync/ports.ts';
import { type World } from '../support/a-world.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { aDeadlyWorld, finishAndCheck, inDoubt, intoItsWork, startSync } from './a-deadly-world.ts';
import { type Findings } from './checker.ts';
import { addFindings, newTally, tallyLine } from './tally.ts';

const tally = newTally();

afterAll(() => {
  process.stdout.write(tallyLine(tally));
});

/** Two worlds at a time: as many as a small machine has cores. */
const sideBySide = atMost(2);

const noteDeath = (world: World): void => {
  tally.kills += 1;
  tally.recovered += inDoubt(world);
};

const noteFindings = (findings: Findings): void => addFindings(tally, findings);

/** Whatever happened, the service was told everything once. */
const end = async (world: World): Promise<void> => {
  await finishAndCheck(world, noteFindings);
  await world.end();
};

/** A finished history tells the service nothing when it is run again. */
const runAgain = async (world: World): Promise<void> => {
  const report = await finishAndCheck(world, noteFindings);
  const pushes = world.taxService.answers()['push 200'];
  const again = await finishAndCheck(world, noteFindings);
  expect(again.succeeded).toBe(0);
  expect(again.runId).not.toBe(report.runId);
  expect(world.taxService.answers()['push 200']).toBe(pushes);
};

const points: readonly CrashPoint[] = [
  'before_page',
  'after_page_read',
  'after_intents',
  'before_post',
  'after_post_before_commit',
  'after_get_before_commit',
  'after_page_commit',
];

/** Each life dies at a later pass; the one that asks the service first needs something to ask about. */
const dieAgainAndAgain = async (point: CrashPoint): Promise<void> => {
  const world = await aDeadlyWorld();
  const deaths = ['after_post_before_commit:3', ...[1, 2, 4].map((pass) => `${point}:${pass}`)];
  for (const death of point === 'after_get_before_commit' ? deaths.slice(0, 2) : deaths) {
    const { signal } = await startSync(world, { TAX_NEXUS_CRASH_POINT: death }).ended;
    expect({ death, signal }).toStrictEqual({ death, signal: 'SIGKILL' });
    noteDeath(world);
  }
  await end(world);
};

const dieAtRandom = async (seed: number): Promise<void> => {
  const world = await aDeadlyWorld();
  const random = seededRandom(seed);
  for (let life = 1; life <= 6; life += 1) {
    const doomed = startSync(world);
    await intoItsWork(world, doomed, { inserts: Math.floor(random.next() * 40), milliseconds: random.next() * 30 });
    doomed.send('SIGKILL');
    if ((await doomed.ended).signal === 'SIGKILL') noteDeath(world);
  }
  await runAgain(world);
  await end(world);
};

describe('a process that is killed without warning', () => {
  it('at a named point, at each of its first passes, loses and doubles nothing', async () => {
    await sideBySide(points, dieAgainAndAgain);
  }, 600_000);

  it('at random moments of its work, again and again, loses and doubles nothing', async () => {
    const before = tally.kills;
    await sideBySide([11, 12, 13, 14, 15], dieAtRandom);
    expect(tally.kills - before).toBeGreaterThanOrEqual(25);
  }, 600_000);

  it('was killed while pushes were in doubt, or else nothing of this means anything', () => {
    expect(tally.kills).toBeGreaterThan(0);
    expect(tally.recovered).toBeGreaterThan(0);
  });
});
