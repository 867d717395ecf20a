import { describe, expect, it } from '@jest/globals';
import { fewAtATime } from '../../src/pipeline/few-at-a-time.ts';

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
