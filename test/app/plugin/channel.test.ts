import { describe, expect, it } from '@jest/globals';
import { channel } from '../../../src/app/plugin/active-runs.ts';

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a channel', () => {
  it('gives its value at once, each later one, and ends', async () => {
    const numbers = channel(1);
    const seen: number[] = [];
    const watching = (async () => {
      for await (const value of numbers.watch()) seen.push(value);
    })();
    await pause();
    numbers.publish(2);
    await pause();
    numbers.publish(3);
    numbers.end();
    await watching;
    expect(seen).toStrictEqual([1, 2, 3]);
  });

  it('queues nothing for a slow watcher: the newest is what it gets', async () => {
    const numbers = channel(0);
    const watching = numbers.watch();
    await watching.next();
    for (let value = 1; value <= 1_000; value += 1) numbers.publish(value);
    expect((await watching.next()).value).toBe(1_000);
  });

  it('gives the last value to who comes after the end', async () => {
    const numbers = channel(1);
    numbers.publish(2);
    numbers.end();
    const seen: number[] = [];
    for await (const value of numbers.watch()) seen.push(value);
    expect(seen).toStrictEqual([2]);
  });
});
