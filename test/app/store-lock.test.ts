import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { storeLock } from '../../src/app/store-lock.ts';
import { type Lock, processLock } from '../../src/domain/async.ts';
import { memoryStore } from '../support/memory-store.ts';
import { noSuchRunError } from '../../src/store/store-rules.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const key = 'token acme.myshopify.com';
const clock = virtualClock();
const store = memoryStore();
const lock: Lock = storeLock({ store, clock, owner: 'this', isGone: () => false });

const holdFor = async (milliseconds: number): Promise<void> => {
  const now = clock.now();
  right(await store.acquireLease(`lock ${key}`, 'another', { now, until: now + milliseconds }, () => false)());
};

describe.each([
  ['within a process', processLock],
  ['in the sync database', lock],
])('a lock %s', (_, exclusively) => {
  it('runs the work of one key one at a time, in the order of the calls, past a failure', async () => {
    const events: string[] = [];
    const work = (name: string) => async (): Promise<string> => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
      return name === 'b' ? Promise.reject(new Error(name)) : name;
    };
    const all = await clock.run(() => Promise.allSettled(['a', 'b', 'c'].map((name) => exclusively(key, work(name)))));
    expect(all.map(({ status }) => status)).toStrictEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(events).toStrictEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('does not make the work of another key wait', async () => {
    const other = (): Promise<string> => exclusively('token other.myshopify.com', () => Promise.resolve('done'));
    expect(await exclusively(key, other)).toBe('done');
  });
});

describe('a lock in the sync database', () => {
  it('waits for another process', async () => {
    const before = clock.now();
    await holdFor(5_000);
    await clock.run(() => lock(key, () => Promise.resolve()));
    expect(clock.now() - before).toBeGreaterThanOrEqual(5_000);
  });

  it('rejects after two minutes, and without the sync database', async () => {
    await holdFor(60_000);
    const renewing = async (): Promise<void> => {
      for (let i = 0; i < 5; i += 1) {
        await clock.sleep(30_000)();
        await holdFor(60_000);
      }
    };
    const run = clock.run(async () => {
      void renewing();
      await lock(key, () => Promise.resolve());
    });
    await expect(run).rejects.toThrow('two minutes');
    const away = { ...store, acquireLease: () => TE.left(noSuchRunError('x')) };
    const lockless = storeLock({ store: away, clock, owner: 'this', isGone: () => false });
    await expect(lockless(key, () => Promise.resolve())).rejects.toThrow();
  });
});
