import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { attempt, type Take } from '../../src/domain/attempt.ts';

const settled = <A>(value: A): Promise<E.Either<string, A>> => Promise.resolve(E.right(value));
const failed = (why: string): Promise<E.Either<string, never>> => Promise.resolve(E.left(why));

describe('an attempt', () => {
  it('gives each step its value, and is the last one', async () => {
    const result = attempt(async (take: Take<string>) => {
      const one = await take(settled(1));
      const two = await take(E.right(2));
      return one + two;
    });
    expect(await result).toStrictEqual(E.right(3));
  });

  it('ends with the first Left, also in a loop, and takes no step after it', async () => {
    const taken: number[] = [];
    const result = attempt(async (take: Take<string>) => {
      for (const step of [1, 2, 3]) {
        taken.push(step);
        await take(step === 2 ? failed('the second') : settled(step));
      }
      return taken.length;
    });
    expect(await result).toStrictEqual(E.left('the second'));
    expect(taken).toStrictEqual([1, 2]);
  });

  it('cleans up before its Left is seen', async () => {
    const seen: string[] = [];
    const result = await attempt(async (take: Take<string>) => {
      try {
        await take(failed('no'));
      } finally {
        seen.push('cleaned up');
      }
    });
    expect([result, seen]).toStrictEqual([E.left('no'), ['cleaned up']]);
  });

  it('inside of another one ends by itself, and the other one by its own steps', async () => {
    const outer = attempt(async (take: Take<string>) => {
      const inner = await attempt(async (takeInner: Take<string>) => takeInner(failed('inner')));
      return [inner, await attempt(async (): Promise<number> => take(failed('outer')))];
    });
    expect(await outer).toStrictEqual(E.left('outer'));
    const kept = attempt(async () => attempt(async (take: Take<string>) => take(failed('inner'))));
    expect(await kept).toStrictEqual(E.right(E.left('inner')));
  });

  it('passes an exception on', async () => {
    const defect = new TypeError('a defect');
    await expect(attempt(() => Promise.reject(defect))).rejects.toBe(defect);
  });
});
