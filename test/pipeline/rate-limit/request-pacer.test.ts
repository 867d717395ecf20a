import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { inParallel, type Started } from '../../../src/domain/async.ts';
import {
  makeRequestPacer,
  type RequestPacer,
  type PacerPorts,
} from '../../../src/pipeline/rate-limit/request-pacer.ts';
import { aSync, paged, sales } from '../../support/a-sync.ts';
import { slowDown } from '../../support/memory-tax-service.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type VirtualClock, virtualClock } from '../../support/virtual-clock.ts';

const minute = 60_000;
const never = (): boolean => false;

/** A pacer without a limit per minute; by default with as many slots as a test uses. */
const aPace = (clock: PacerPorts['clock'], differences: Partial<PacerPorts> = {}): RequestPacer =>
  makeRequestPacer({ clock, random: seededRandom(1), requestsPerMinute: O.none, concurrency: 64, ...differences });

/** Starts a request that nothing delays. */
const started = async (pacer: RequestPacer): Promise<Started> => {
  const one = await pacer.admit(never);
  if (O.isNone(one)) throw new Error('it was over');
  return one.value;
};

/** Start times of `count` requests by `workers` in parallel, each taking `latency`. */
const startsOf = (
  clock: VirtualClock,
  pacer: RequestPacer,
  count: number,
  workers = 32,
  latency = 20,
): Promise<number[]> =>
  clock.run(async () => {
    const starts: number[] = [];
    await inParallel(workers)(Array.from({ length: count }), async () => {
      const request = await started(pacer);
      starts.push(clock.now());
      await clock.sleep(latency)();
      pacer.answered(request, 'Accepted');
    });
    return starts;
  });

/** Maximum starts in any minute. */
const maxInAMinute = (starts: readonly number[]): number =>
  Math.max(...starts.map((start) => starts.filter((one) => one >= start && one < start + minute).length));

describe('the request pacer', () => {
  it('starts with few requests at once, and soon as many as needed without a limit', async () => {
    const clock = virtualClock();
    const starts = await startsOf(clock, aPace(clock), 640);
    expect(starts.filter((at) => at === starts[0])).toHaveLength(8);
    // With 32 from the beginning it would be 19 rounds of 20 ms.
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeLessThanOrEqual(28 * 20);
  });

  it('never exceeds requestsPerMinute in any minute, and uses it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 64 }),
        async (ceiling, workers) => {
          const clock = virtualClock();
          const count = Math.min(400, 2 * ceiling + 5);
          const starts = await startsOf(clock, aPace(clock, { requestsPerMinute: O.some(ceiling) }), count, workers, 1);
          expect(maxInAMinute(starts)).toBeLessThanOrEqual(ceiling);
          const ideal = ((count - 1) * minute) / ceiling;
          expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeLessThan(ideal * 1.03 + 30 + count);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('allows no burst after a long time without requests', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { requestsPerMinute: O.some(60) });
    await startsOf(clock, pacer, 1);
    await clock.run(() => clock.sleep(10 * minute)());
    expect(maxInAMinute(await startsOf(clock, pacer, 90))).toBeLessThanOrEqual(60);
  });

  it('counts lookups and pushes together', async () => {
    const sync = aSync({
      script: { pages: paged(sales(150), 50) },
      service: {
        fault: ({ kind }, count) =>
          kind === 'push' && count === 1 ? { when: 'after', reply: { _tag: 'Unclear', message: 'lost' } } : undefined,
      },
      ports: { requestsPerMinute: O.some(100) },
    });
    await sync.finish();
    expect(sync.world.count('find')).toBeGreaterThan(100);
    expect(maxInAMinute(sync.world.requests.map(({ startedAt }) => startedAt))).toBeLessThanOrEqual(100);
  });

  it('starts neither pushes nor lookups during a pause', async () => {
    const pauses: { from: number; to: number }[] = [];
    const sync = aSync({
      script: { pages: paged(sales(80), 40) },
      service: {
        fault: ({ kind, startedAt }, count) => {
          if (kind === 'push' && count === 1 && startedAt % 3 === 0)
            return { when: 'after', reply: { _tag: 'Unclear', message: 'lost' } };
          if (sync.world.requests.length % 13 !== 0) return undefined;
          const pushed = sync.clock.now() + 20;
          pauses.push({ from: pushed, to: pushed + 7_000 });
          return slowDown(7_000);
        },
      },
      ports: { concurrency: 8 },
    });
    await sync.finish();
    expect(pauses.length).toBeGreaterThan(3);
    const starts = sync.world.requests.map(({ startedAt }) => startedAt);
    const offenses = starts.filter((start) => pauses.some(({ from, to }) => start > from && start < to));
    expect(offenses).toEqual([]);
    expect(await sync.report()).toMatchObject({ succeeded: 80 });
  });

  it.each([
    ['gives no time', null, 1],
    ['says that it can be asked at once', 0, 0],
  ])('waits longer each time that the service %s, up to a minute', async (_, asked, first) => {
    const clock = virtualClock();
    const pacer = aPace(clock, { random: { next: () => 0.999 } });
    const pauses: number[] = [];
    for (let wave = 1; wave <= 9; wave += 1) {
      const request = await clock.run(() => started(pacer));
      await clock.run(() => clock.sleep(20)());
      pauses.push(Math.round(pacer.slowDown(request, asked) / 1_000));
    }
    expect(pauses).toEqual([first, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('treats the responses to requests of one wave as one pause', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { random: { next: () => 0.999 } });
    const wave = await clock.run(() => Promise.all([1, 2, 3, 4].map(() => started(pacer))));
    await clock.run(() => clock.sleep(20)());
    const pauses = wave.map((request) => pacer.slowDown(request, null));
    expect(pauses.slice(1)).toEqual([0, 0, 0]);
  });

  it('waits a second for a first refusal, and some milliseconds for one by chance', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { random: { next: () => 0 } });
    const pauseAfter = (accepted: number): Promise<number> =>
      clock.run(async () => {
        for (let n = 0; n < accepted; n += 1) pacer.answered(await started(pacer), 'Accepted');
        const request = await started(pacer);
        await clock.sleep(20)();
        return pacer.slowDown(request, null);
      });
    // Half of the bound at least.
    expect(await pauseAfter(3)).toBe(500);
    expect(await pauseAfter(3)).toBe(500);
    expect(await pauseAfter(4)).toBe(2);
  });

  it('takes an answer to a request from before a pause for none of its own', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { random: { next: () => 0.999 } });
    await clock.run(async () => {
      const [early, one] = [await started(pacer), await started(pacer)];
      await clock.sleep(20)();
      expect(Math.round(pacer.slowDown(one, null) / 1_000)).toBe(1);
      pacer.answered(early, 'Accepted');
      const two = await started(pacer);
      await clock.sleep(20)();
      // The second in a row all the same.
      expect(Math.round(pacer.slowDown(two, null) / 1_000)).toBe(2);
      const three = await started(pacer);
      await clock.sleep(20)();
      pacer.answered(three, 'Accepted');
      const four = await started(pacer);
      await clock.sleep(20)();
      expect(Math.round(pacer.slowDown(four, null) / 1_000)).toBe(1);
    });
  });

  it('pauses again for a request of the same wave whose answer comes after the pause', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { random: { next: () => 0.999 } });
    await clock.run(async () => {
      const [one, two] = [await started(pacer), await started(pacer)];
      await clock.sleep(20)();
      pacer.slowDown(one, null);
      await clock.sleep(1_500)();
      expect(Math.round(pacer.slowDown(two, null) / 1_000)).toBe(1);
    });
  });

  it('limits the pause that the service asks for to 15 minutes', async () => {
    const pacer = aPace(virtualClock());
    expect(pacer.slowDown(await started(pacer), 1e12)).toBe(15 * minute);
  });

  it('does not extend a pause when the clock is set back', async () => {
    const clock = virtualClock();
    let skew = 0;
    const skewed = { now: () => clock.now() + skew, sleep: clock.sleep };
    const pacer = aPace(skewed);
    pacer.slowDown(await started(pacer), 5_000);
    skew = -10 * minute;
    const before = clock.now();
    await clock.run(() => pacer.admit(never));
    expect(clock.now() - before).toBeLessThan(6_000);
  });

  it('learns a hidden limit: most requests are accepted, few are refused', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock);
    const perSecond = 50;
    let [tokens, refilledAt, accepted, refused] = [10, clock.now(), 0, 0];
    const until = clock.now() + 3 * minute;
    await clock.run(() =>
      inParallel(32)(Array.from({ length: 32 }), async () => {
        while (clock.now() < until) {
          const request = await started(pacer);
          tokens = Math.min(10, tokens + ((clock.now() - refilledAt) / 1_000) * perSecond);
          refilledAt = clock.now();
          const isTaken = tokens >= 1;
          if (isTaken) tokens -= 1;
          await clock.sleep(20)();
          if (isTaken) {
            accepted += 1;
            pacer.answered(request, 'Accepted');
          } else {
            refused += 1;
            pacer.slowDown(request, 1_000);
          }
        }
      }),
    );
    expect(accepted).toBeGreaterThan(0.5 * perSecond * 180);
    expect(refused).toBeLessThan(0.03 * accepted);
  });
});

describe('the request pacer with live work and history', () => {
  it('starts a live request before waiting history, under the same limit', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { requestsPerMinute: O.some(60) });
    const starts: { readonly what: string; readonly at: number }[] = [];
    const ask = async (what: 'live' | 'history'): Promise<void> => {
      const request = await pacer.admit(never, what);
      starts.push({ what, at: clock.now() });
      if (O.isSome(request)) pacer.answered(request.value, 'Accepted');
    };
    await clock.run(async () => {
      const history = Array.from({ length: 30 }, () => ask('history'));
      await clock.sleep(5_000)();
      const rungAt = clock.now();
      await ask('live');
      expect(clock.now() - rungAt).toBeLessThan(1_100);
      await Promise.all(history);
    });
    expect(starts.findIndex(({ what }) => what === 'live')).toBeLessThan(8);
    expect(maxInAMinute(starts.map(({ at }) => at))).toBeLessThanOrEqual(60);
  });

  it('removes a canceled request also while all slots are in use', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { concurrency: 1 });
    const state = { isOver: false };
    await clock.run(async () => {
      const first = await started(pacer);
      const canceled = pacer.admit(() => state.isOver);
      const next = pacer.admit(never);
      await clock.sleep(1_000)();
      state.isOver = true;
      const from = clock.now();
      expect(await canceled).toStrictEqual(O.none);
      expect(clock.now() - from).toBeLessThanOrEqual(50);
      pacer.notSent(first);
      expect(O.isSome(await next)).toBe(true);
    });
  });

  it('removes only canceled requests, and keeps the order of the others', async () => {
    const clock = virtualClock();
    const pacer = aPace(clock, { requestsPerMinute: O.some(60) });
    const state = { isOver: false };
    const answers: string[] = [];
    const ask = async (name: string, isOver: () => boolean): Promise<void> => {
      answers.push(`${name} ${O.isSome(await pacer.admit(isOver)) ? 'started' : 'sent away'}`);
    };
    await clock.run(async () => {
      const all = [ask('a', never), ask('b', () => state.isOver), ask('c', never)];
      await clock.sleep(100)();
      state.isOver = true;
      await Promise.all(all);
    });
    expect(answers).toStrictEqual(['b sent away', 'a started', 'c started']);
  });
});
