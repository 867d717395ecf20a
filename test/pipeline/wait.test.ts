import { describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/domain/environment.ts';
import { wait } from '../../src/pipeline/async.ts';
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
