import { describe, expect, it } from '@jest/globals';
import { answerInTime, onRejection } from '../../src/domain/host-function.ts';

/** Sleeps that end when the test says so, or when they are aborted. */
const sleeps = () => {
  const asked: number[] = [];
  const ends: (() => void)[] = [];
  const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      asked.push(milliseconds);
      ends.push(resolve);
      signal.addEventListener('abort', () => resolve());
    });
  return { asked, sleep, end: () => ends.forEach((resolve) => resolve()) };
};

describe('a function of the host', () => {
  it('that answers at once needs no timer', async () => {
    const { asked, sleep } = sleeps();
    expect(await answerInTime(sleep, () => 1)).toBe(1);
    expect(asked).toStrictEqual([]);
  });

  it('that gives no answer within 30 seconds has failed; what it returns later is ignored', async () => {
    const { asked, sleep, end } = sleeps();
    let answer: (value: number) => void = () => undefined;
    const asking = answerInTime(sleep, () => new Promise<number>((resolve) => (answer = resolve)));
    end();
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' });
    answer(1);
    expect(asked).toStrictEqual([30_000]);
  });

  it('that answers in time gives its answer, and that it throws or rejects with is thrown', async () => {
    const { sleep } = sleeps();
    expect(await answerInTime(sleep, () => Promise.resolve(2))).toBe(2);
    await expect(answerInTime(sleep, () => Promise.reject(new RangeError('3')))).rejects.toThrow(RangeError);
    const throwing = (): number => {
      throw new RangeError('4');
    };
    await expect(answerInTime(sleep, throwing)).rejects.toThrow(RangeError);
  });

  it('whose answer nothing awaits may reject, which is reported', async () => {
    const reported: unknown[] = [];
    const report = (error: unknown): void => void reported.push(error);
    for (const given of [undefined, 1, 'text', {}, Promise.resolve(1), Promise.reject(new RangeError('5'))])
      onRejection(given, report);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reported).toStrictEqual([new RangeError('5')]);
  });
});
