import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../../src/domain/sync-store.ts';
import { mapTasks, waitUntilReachable, withRetryOn } from '../../src/pipeline/store-with-retry.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const failing = (problem: StoreError['problem']): E.Either<StoreError, string> =>
  E.left({ _tag: 'StoreError', problem, message: `it is ${problem}` });

/** Fails so often with one problem, then succeeds. */
const aTask = (problem: StoreError['problem'], failures: number) => {
  const asked = { count: 0 };
  const task = () => {
    asked.count += 1;
    return Promise.resolve(asked.count > failures ? E.right('done') : failing(problem));
  };
  return { asked, task };
};

const onRetry = async (problem: StoreError['problem'], failures: number) => {
  const clock = virtualClock();
  const warnings: string[] = [];
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, error: silent, warn: (line: string) => void warnings.push(line) };
  const { asked, task } = aTask(problem, failures);
  const ask = withRetryOn({ clock, random: { next: () => 1 }, log })(task);
  const result = await clock.run(ask);
  return { isDone: E.isRight(result), asked: asked.count, warnings, clock };
};

const outcomeOf = async (...given: Parameters<typeof onRetry>) => {
  const { isDone, asked, warnings } = await onRetry(...given);
  return { isDone, asked, warnings };
};

describe('a question to a sync database', () => {
  it('that is away is asked again for about a minute, with one warning', async () => {
    const warnings = ['The database does not respond. Retrying for about a minute.'];
    expect(await outcomeOf('unreachable', 20)).toStrictEqual({ isDone: true, asked: 21, warnings });
    expect(await outcomeOf('unreachable', 100)).toStrictEqual({ isDone: false, asked: 35, warnings });
  });

  it('that another process holds is asked again for seconds, without a warning', async () => {
    expect(await outcomeOf('busy', 5)).toStrictEqual({ isDone: true, asked: 6, warnings: [] });
    expect(await outcomeOf('busy', 100)).toStrictEqual({ isDone: false, asked: 6, warnings: [] });
  });

  it('is asked again for as long at most as the pauses double to: two minutes where it is away, seconds where it is held', async () => {
    const start = virtualClock().now();
    const waited = async (problem: StoreError['problem'], failures: number) =>
      (await onRetry(problem, failures)).clock.now() - start;
    const [once, twice] = [await waited('unreachable', 1), await waited('unreachable', 2)];
    expect([once > 0, twice]).toStrictEqual([true, 3 * once]);
    const away = await waited('unreachable', 100);
    expect(away > 60_000 && away < 150_000).toBe(true);
    const busy = await waited('busy', 100);
    expect(busy > 1_000 && busy < 2_000).toBe(true);
  });

  it('that is away waits no longer than one that is held where it is to end', async () => {
    const clock = virtualClock();
    const { asked, task } = aTask('unreachable', 100);
    await clock.run(withRetryOn({ clock, random: { next: () => 1 }, isInterrupted: () => true })(task));
    expect(asked.count).toBe(6);
  });

  it('that cannot be used is asked once', async () => {
    expect(await outcomeOf('cannot open', 1)).toStrictEqual({ isDone: false, asked: 1, warnings: [] });
  });
});

describe('waiting for a sync database', () => {
  const waiting = async (problem: StoreError['problem'], failures: number, isInterrupted = () => false) => {
    const clock = virtualClock();
    const notes: string[] = [];
    const { task } = aTask(problem, failures);
    const result = await clock.run(
      waitUntilReachable({ clock, isInterrupted, note: (line) => void notes.push(line) })(task),
    );
    return { isDone: E.isRight(result), notes };
  };

  it('says once that it is away, and once that it is back', async () => {
    expect(await waiting('unreachable', 100)).toStrictEqual({
      isDone: true,
      notes: [
        'The database cannot be reached. This process waits for it. Check that it runs, and the host and port in the setting state.',
        'The database can be reached again.',
      ],
    });
  });

  it('says nothing where it is there, and does not wait for one that cannot be used', async () => {
    expect(await waiting('unreachable', 0)).toStrictEqual({ isDone: true, notes: [] });
    expect(await waiting('cannot open', 1)).toStrictEqual({ isDone: false, notes: [] });
  });

  it('ends when it is interrupted', async () => {
    expect(await waiting('unreachable', 1, () => true)).toStrictEqual({ isDone: false, notes: [] });
  });
});

describe('a port whose tasks are wrapped', () => {
  it('has each task and each method wrapped by its name, and the rest as it was', async () => {
    const give = (name: string) => () => Promise.resolve(name);
    const port = { state: give('state'), close: give('close'), find: (id: string) => give(id), size: 3 };
    const named = mapTasks(port, { tasks: ['state'], kept: ['close'] }, (name, task) => async () => [
      name,
      await task(),
    ]);
    expect(await named.state()).toStrictEqual(['state', 'state']);
    expect(await named.find('7')()).toStrictEqual(['find', '7']);
    expect([named.close, named.size]).toStrictEqual([port.close, 3]);
  });
});
