import { describe, expect, it } from '@jest/globals';
import type { FaultRule } from '../../sandbox/index.ts';
import type { CrashPoint } from '../../src/pipeline/ports.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { start } from '../support/a-process.ts';
import { right } from '../support/right.ts';
import { aDeadlyWorld, orders, startSync } from './a-deadly-world.ts';
import { aCampaign, sideBySide } from './campaign.ts';
import { sized } from '../support/size.ts';
import { shopTruth } from './shop-truth.ts';

const { tally, expectDeath, end } = aCampaign();

const points: readonly CrashPoint[] = [
  'before_page',
  'after_page_read',
  'after_intents',
  'before_post',
  'after_post_before_commit',
  'after_get_before_commit',
  'after_page_commit',
];

const livePoints: readonly CrashPoint[] = ['after_claim', 'after_record_read', 'after_record_commit'];

/**
 * The deaths of each world: one of each kind in one world, or three worlds for each point with one at each of its first passes. One
 * world has too few pages for all five.
 */
const storiesOf = (named: readonly CrashPoint[]): readonly (readonly string[])[] =>
  sized({
    quick: [named.map((point) => `${point}:1`)],
    all: named.flatMap((point) => [[1, 2, 3], [4], [5]].map((passes) => passes.map((pass) => `${point}:${pass}`))),
  });
const stories = storiesOf(points);
const liveStories = storiesOf(livePoints);

/** Pushes that arrive and are never answered: the service has to be asked about them. */
const unanswered: readonly FaultRule[] = [{ on: 'push', times: 12, fault: { kind: 'drop', when: 'after' } }];

/** Each life leaves the next one what it had committed. */
const dieAgainAndAgain = async (deaths: readonly string[]): Promise<void> => {
  const world = await aDeadlyWorld();
  for (const death of deaths) {
    world.taxService.setFaults(death.startsWith('after_get_before_commit') ? unanswered : []);
    expectDeath(world, death, await startSync(world, { TAX_NEXUS_CRASH_POINT: death }).ended);
  }
  world.taxService.setFaults([]);
  await end(world);
};

/** Webhooks have announced every order. Who settles them dies, and so does the next one. */
const dieAtRequests = async (deaths: readonly string[]): Promise<void> => {
  const world = await aDeadlyWorld();
  const store = right(await sqliteStore(world.store)());
  const requests = [...new Set(shopTruth(orders).map(({ orderId }) => orderId))];
  right(await store.inbox.enqueue('us-store', requests, '2026-04-01T12:00:00Z')());
  right(await store.close());
  for (const death of deaths) {
    const ended = await start(world.folder, ['run-due', '--json'], { TAX_NEXUS_CRASH_POINT: death }).ended;
    expectDeath(world, death, ended);
  }
  await end(world);
};

describe('a process that is killed without warning', () => {
  it('at each named point of a historical sync loses and doubles nothing', async () => {
    await sideBySide(stories, dieAgainAndAgain);
  }, 600_000);

  it('at each named point of its live work loses and doubles nothing', async () => {
    await sideBySide(liveStories, dieAtRequests);
  }, 600_000);

  it('was killed at all of them, and while pushes were unconfirmed, or this proves nothing', () => {
    expect(tally.kills).toBe([...stories, ...liveStories].flat().length);
    expect(tally.recovered).toBeGreaterThan(0);
  });
});
