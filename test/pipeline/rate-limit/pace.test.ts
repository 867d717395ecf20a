import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { inParallel, type Started } from '../../../src/pipeline/async.ts';
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

/** A pace that keeps to no ceiling and, unless told otherwise, begins with all the places that a test takes. */
const aPace = (clock: PacerPorts['clock'], differences: Partial<PacerPorts> = {}): RequestPacer =>
  makeRequestPacer({ clock, random: seededRandom(1), requestsPerMinute: O.none, concurrency: 64, ...differences });

/** Starts a request, which nobody keeps from starting. */
const started = async (pace: RequestPacer): Promise<Started> => {
  const one = await pace.admit(never);
  if (O.isNone(one)) throw new Error('it was over');
  return one.value;
};

/** Starts of `count` requests that are made by `workers` side by side, each taking `latency`. */
const startsOf = (
  clock: VirtualClock,
  pace: RequestPacer,
  count: number,
  workers = 32,
  latency = 20,
): Promise<number[]> =>
  clock.run(async () => {
    const starts: number[] = [];
    await inParallel(workers)(Array.from({ length: count }), async () => {
      const request = await started(pace);
      starts.push(clock.now());
      await clock.sleep(latency)();
      pace.answered(request, 'Accepted');
    });
    return starts;
  });

/** The most starts in any minute. */
const maxInAMinute = (starts: readonly number[]): number =>
  Math.max(...starts.map((start) => starts.filter((one) => one >= start && one < start + minute).length));

describe('the pace', () => {
  it('lets few requests start at once, and soon as many as are wanted as long as nobody limits them', async () => {
    const clock = virtualClock();
    const starts = await startsOf(clock, aPace(clock), 640);
    expect(starts.filter((at) => at === starts[0])).toHaveLength(8);
    // With 32 from the beginning it would be 19 rounds of 20 ms.
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeLessThanOrEqual(28 * 20);
  });

  it('never exceeds a ceiling in any minute, whatever it is, and uses it', async () => {
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

  it('makes up for no lost time: after a long silence requests do not bunch up', async () => {
    const clock = virtualClock();
    const pace = aPace(clock, { requestsPerMinute: O.some(60) });
    await startsOf(clock, pace, 1);
    await clock.run(() => clock.sleep(10 * minute)());
    expect(maxInAMinute(await startsOf(clock, pace, 90))).toBeLessThanOrEqual(60);
  });

  it('counts questions and pushes together under the ceiling', async () => {
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

  it('starts no request while a pause is in force, neither push nor question', async () => {
    const pauses: { from: number; to: number }[] = [];
    const sync = aSync({
      script: { pages: paged(sales(80), 40) },
      service: {
        fault: ({ kind, startedAt }, count) => {
          if (kind === 'push' && count === 1 && startedAt % 3 === 0)
            return { when: 'after', reply: { _tag: 'Unclear', message: 'lost' } };
          if (sync.world.requests.length % 17 !== 0) return undefined;
          const told = sync.clock.now() + 20;
          pauses.push({ from: told, to: told + 7_000 });
          return slowDown(7_000);
        },
      },
      ports: { concurrency: 8 },
    });
    await sync.finish();
    expect(pauses.length).toBeGreaterThan(3);
    const starts = sync.world.requests.map(({ startedAt }) => startedAt);
    const offences = starts.filter((start) => pauses.some(({ from, to }) => start > from && start < to));
    expect(offences).toEqual([]);
    expect(await sync.report()).toMatchObject({ succeeded: 80 });
  });

  it('waits longer each time that the service does not say how long, and no longer than a minute', async () => {
    const clock = virtualClock();
    const pace = aPace(clock, { random: { next: () => 0.999 } });
    const pauses: number[] = [];
    for (let wave = 1; wave <= 9; wave += 1) {
      const request = await clock.run(() => started(pace));
      await clock.run(() => clock.sleep(20)());
      pauses.push(Math.round(pace.slowDown(request, null) / 1_000));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('takes many answers of one wave for one pause', async () => {
    const clock = virtualClock();
    const pace = aPace(clock, { random: { next: () => 0.999 } });
    const wave = await clock.run(() => Promise.all([1, 2, 3, 4].map(() => started(pace))));
    await clock.run(() => clock.sleep(20)());
    const pauses = wave.map((request) => pace.slowDown(request, null));
    expect(pauses.slice(1)).toEqual([0, 0, 0]);
  });

  it('caps what the service asks for at a quarter of an hour', async () => {
    const pace = aPace(virtualClock());
    expect(pace.slowDown(await started(pace), 1e12)).toBe(15 * minute);
  });

  it('is not stretched by a clock that is set back', async () => {
    const clock = virtualClock();
    let skew = 0;
    const skewed = { now: () => clock.now() + skew, sleep: clock.sleep };
    const pace = aPace(skewed);
    pace.slowDown(await started(pace), 5_000);
    skew = -10 * minute;
    const before = clock.now();
    await clock.run(() => pace.admit(never));
    expect(clock.now() - before).toBeLessThan(6_000);
  });

  it('learns a hidden limit: most requests are taken, and few are put off', async () => {
    const clock = virtualClock();
    const pace = aPace(clock);
    const perSecond = 50;
    let [tokens, refilledAt, taken, putOff] = [10, clock.now(), 0, 0];
    const until = clock.now() + 3 * minute;
    await clock.run(() =>
      inParallel(32)(Array.from({ length: 32 }), async () => {
        while (clock.now() < until) {
          const request = await started(pace);
          tokens = Math.min(10, tokens + ((clock.now() - refilledAt) / 1_000) * perSecond);
          refilledAt = clock.now();
          const isTaken = tokens >= 1;
          if (isTaken) tokens -= 1;
          await clock.sleep(20)();
          if (isTaken) {
            taken += 1;
            pace.answered(request, 'Accepted');
          } else {
            putOff += 1;
            pace.slowDown(request, 1_000);
          }
        }
      }),
    );
    expect(taken).toBeGreaterThan(0.5 * perSecond * 180);
    expect(putOff).toBeLessThan(0.03 * taken);
  });
});

describe('the pace of live work and history', () => {
  it('lets a live request overtake the history that waits, under the same ceiling', async () => {
    const clock = virtualClock();
    const pace = aPace(clock, { requestsPerMinute: O.some(60) });
    const starts: { readonly what: string; readonly at: number }[] = [];
    const ask = async (what: 'live' | 'history'): Promise<void> => {
      const request = await pace.admit(never, what);
      starts.push({ what, at: clock.now() });
      if (O.isSome(request)) pace.answered(request.value, 'Accepted');
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

  it('sends away only those who are over, and keeps the others in their order', async () => {
    const clock = virtualClock();
    const pace = aPace(clock, { requestsPerMinute: O.some(60) });
    const state = { isOver: false };
    const answers: string[] = [];
    const ask = async (name: string, isOver: () => boolean): Promise<void> => {
      answers.push(`${name} ${O.isSome(await pace.admit(isOver)) ? 'started' : 'sent away'}`);
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
