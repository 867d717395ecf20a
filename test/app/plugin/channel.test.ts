import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { activeRuns, channel } from '../../../src/app/plugin/active-runs.ts';
import { zeroCounts } from '../../../src/domain/run.ts';
import { noProgress } from '../../../src/pipeline/progress.ts';

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

describe('a defect in a run', () => {
  const defect = new RangeError('canary');
  const begin = (passesDefects: boolean, reports: boolean) =>
    activeRuns({ isStopped: () => false, passesDefects, onEnd: () => undefined }).begin(({ report }) => () => {
      if (reports) report(noProgress('run-1', zeroCounts));
      return Promise.reject(defect);
    });

  it('is a failure of the run in a host, which does not repeat what was thrown', async () => {
    await expect(begin(false, false)).rejects.toMatchObject({ code: 'SERVICE_FAILED', cause: 'defect' });
    const ended = await (await begin(false, true)).ended;
    expect(ended).toMatchObject(E.left({ code: 'SERVICE_FAILED', cause: 'defect' }));
    expect(JSON.stringify(ended)).not.toContain('canary');
  });

  it('ends a command, with or without an id', async () => {
    await expect(begin(true, false)).rejects.toBe(defect);
    expect(await (await begin(true, true)).ended).toStrictEqual(E.left(defect));
  });
});
