import * as fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../src/domain/environment.ts';
import {
  fewAtATime,
  fullJitter,
  inParallelUntilFailure,
  keepSuccess,
  letOthersGoFirst,
  oneAtATime,
  wait,
} from '../../src/domain/async.ts';
import { callWithTimeout } from '../../src/pipeline/call-source.ts';
import { maxCallTime, minCallTime } from '../../src/pipeline/limits.ts';
import { left } from '../support/right.ts';

/** A clock that notes each sleep, and moves by `pace` times as much: 0 stands still, 2 runs twice as fast. */
const noting = (pace = 1): { readonly clock: Clock; readonly slept: number[] } => {
  const slept: number[] = [];
  let now = 0;
  return {
    slept,
    clock: {
      now: () => now,
      sleep: (milliseconds) => () => {
        slept.push(milliseconds);
        now += pace * milliseconds;
        return Promise.resolve();
      },
    },
  };
};

const totalOf = (slept: readonly number[]): number => slept.reduce((sum, part) => sum + part, 0);

describe('a wait', () => {
  it.each([
    [1, 1_100],
    [0, 1_100],
    [-3, 1_100],
  ])('takes its time by a clock of pace %i', async (pace, total) => {
    const { clock, slept } = noting(pace);
    await wait(clock, 1_100, () => false);
    expect(totalOf(slept)).toBe(total);
  });

  it('is over early where the clock shows that more time has passed, as after a machine slept', async () => {
    const { clock, slept } = noting(4);
    await wait(clock, 1_000, () => false);
    expect(totalOf(slept)).toBe(250);
  });

  it('ends within a quarter of a second after an interruption', async () => {
    const { clock, slept } = noting();
    await wait(clock, 60_000, () => slept.length > 0);
    expect(totalOf(slept)).toBeLessThanOrEqual(250);
  });

  it('of nothing, or of one that is over, is none', async () => {
    const { clock, slept } = noting();
    await wait(clock, 0, () => false);
    await wait(clock, 1_000, () => true);
    expect(slept).toStrictEqual([]);
  });
});

describe('a call to a platform that never answers', () => {
  const never = () => new Promise<never>(() => undefined);

  it.each([
    [false, maxCallTime],
    [true, minCallTime],
  ])('fails once its time is over; where the run is over (%s), soon', async (isOver, milliseconds) => {
    const { clock, slept } = noting();
    const failure = left(await callWithTimeout({ clock }, () => isOver)(never));
    expect(failure.message).toBe(`The platform did not respond within ${Math.round(milliseconds / 1_000)} seconds`);
    // One more look, because the first one comes before any time is counted.
    expect(totalOf(slept)).toBe(milliseconds + 250);
  });
});

/** Works that end on request, and a sleep that ends on request. */
const aCrowd = () => {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const lates: (() => void)[] = [];
  const inTurn = fewAtATime(2, 1_000, (_milliseconds, signal) => {
    return new Promise((resolve) => {
      lates.push(resolve);
      signal.addEventListener('abort', () => resolve());
    });
  });
  const ask = (n: number): Promise<number> =>
    inTurn(() => {
      begun.push(n);
      return new Promise((resolve) => ends.set(n, () => resolve(n)));
    });
  return { begun, ask, ends, lates };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns for two at a time', () => {
  it('go to those who asked first, and to the next as soon as one ends', async () => {
    const { begun, ask, ends } = aCrowd();
    const results = [1, 2, 3, 4].map(ask);
    await settled();
    expect(begun).toEqual([1, 2]);
    ends.get(2)?.();
    expect(await results[1]).toBe(2);
    await settled();
    expect(begun).toEqual([1, 2, 3]);
  });

  it('pass on from one that takes too long, which gives its place once only', async () => {
    const { begun, ask, ends, lates } = aCrowd();
    const results = [1, 2, 3, 4, 5].map(ask);
    await settled();
    lates[0]?.();
    await settled();
    expect(begun).toEqual([1, 2, 3]);
    ends.get(1)?.();
    expect(await results[0]).toBe(1);
    await settled();
    expect(begun).toEqual([1, 2, 3]);
  });

  it('pass on from one that fails', async () => {
    const inTurn = fewAtATime(1, 1_000, () => new Promise(() => undefined));
    await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(inTurn(() => Promise.resolve('next'))).resolves.toBe('next');
  });
});

describe('turns that let others go first', () => {
  it('begin once those are done, or have taken too long', async () => {
    const ends: Record<'others' | 'wait', () => void> = { others: () => undefined, wait: () => undefined };
    const inTurn = letOthersGoFirst(
      oneAtATime(),
      () => new Promise<void>((resolve) => (ends.others = resolve)),
      1_000,
      () => new Promise<void>((resolve) => (ends.wait = resolve)),
    );
    for (const end of ['others', 'wait'] as const) {
      const begun: string[] = [];
      const turn = inTurn(() => Promise.resolve(begun.push('page')));
      await settled();
      expect(begun).toEqual([]);
      ends[end]();
      await turn;
      expect(begun).toEqual(['page']);
    }
  });
});

describe('work that may fail', () => {
  it('begins no more after a failure, lets what is in progress end, and gives the first failure', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = async (n: number): Promise<E.Either<string, number>> => {
      begun.push(n);
      if (n > 1) return E.left(`failure of ${n}`);
      await settled();
      ended.push(n);
      return E.right(n);
    };
    expect(await inParallelUntilFailure(2)([1, 2, 3, 4], work)).toStrictEqual(E.left('failure of 2'));
    expect([begun, ended]).toStrictEqual([[1, 2], [1]]);
    expect(await inParallelUntilFailure(2)([1, 1, 1], work)).toStrictEqual(E.right(undefined));
    expect(ended).toStrictEqual([1, 1, 1, 1]);
  });
});

const shape = { base: 500, cap: 60_000 };

describe('the back-off', () => {
  it('doubles its bound with each attempt, up to the cap', () => {
    const bounds = [1, 2, 3, 8, 9, 60].map((attempt) => fullJitter(shape)(attempt, 0.999_999_9));
    expect(bounds).toEqual([499, 999, 1_999, 59_999, 59_999, 59_999]);
  });

  it('lies between nothing and its bound, for any attempt', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 5_000 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (attempt, random) => {
          const wait = fullJitter(shape)(attempt, random);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(shape.cap);
        },
      ),
    );
  });
});

describe('what is made at its first use', () => {
  it('is made once, for callers at the same time as well, and again after a failure', async () => {
    let attempts = 0;
    const load = keepSuccess(async () => {
      attempts += 1;
      await Promise.resolve();
      if (attempts === 1) throw new Error('no file');
      return attempts;
    });
    expect((await Promise.allSettled([load(), load()])).map(({ status }) => status)).toStrictEqual([
      'rejected',
      'rejected',
    ]);
    expect(await Promise.all([load(), load()])).toStrictEqual([2, 2]);
    expect(await load()).toBe(2);
  });
});
