import { describe, expect, it } from '@jest/globals';
import { aDeadlyWorld, intoItsWork, startSync } from '../a-deadly-world.ts';
import { aCampaign, sideBySide } from '../campaign.ts';
import { randomOf } from '../../support/size.ts';

const { tally, kill, finish, end } = aCampaign();

const lives = 13;
const stories = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Far enough into its work to have done something, and never so far that nothing is left for the lives to come. */
const dieAtRandom = async (story: number): Promise<void> => {
  const world = await aDeadlyWorld();
  const random = randomOf(story);
  for (let life = 1; life <= lives; life += 1) {
    const doomed = startSync(world);
    await intoItsWork(world, doomed, { inserts: Math.floor(random.next() * 12), milliseconds: random.next() * 30 });
    await kill(world, doomed);
  }
  await finish(world);
  const pushes = world.taxService.answers()['push 200'];
  await end(world);
  expect(world.taxService.answers()['push 200']).toBe(pushes);
};

describe('a process that is killed at random moments of its work, again and again', () => {
  it('loses and doubles nothing, and a finished history sends nothing when it is run again', async () => {
    await sideBySide(stories, dieAtRandom);
  }, 600_000);

  it('was killed in nearly all of its runs, while pushes were unconfirmed, or this proves nothing', () => {
    expect(tally.kills).toBeGreaterThan((lives - 3) * stories.length);
    expect(tally.recovered).toBeGreaterThan(0);
  });
});
