import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import {
  beginTasks,
  endTasks,
  mayAnswer,
  newStorefrontWorker,
  notingClient,
  open,
  plan,
  remove,
  rest,
  stateOf,
  stop,
} from '../../src/live/states.ts';
import type { LiveStorefront } from '../../src/live/live-storefront.ts';
import type { ServiceClient } from '../../src/pipeline/rate-limit/service-client.ts';

describe('a client of the service that notes what a storefront asks', () => {
  it('passes everything on, also that a push is repeated, and notes when an answer has come', async () => {
    const given: unknown[] = [];
    const open = new Set<number>();
    const answer =
      <A>(value: A) =>
      (...words: readonly unknown[]): Promise<A> => {
        given.push([...words, open.size]);
        return Promise.resolve(value);
      };
    const client = {
      list: answer(E.right({ transactions: [], next: O.none })),
      find: answer(E.right(O.none)),
      push: answer({ _tag: 'NotStarted' }),
    } as unknown as ServiceClient;
    const noting = notingClient(client, () => {
      open.add(1);
      return () => open.clear();
    });
    const begin = () => Promise.resolve(true);
    await noting.list(O.none);
    await noting.find('1');
    await noting.push('{}', begin, true);
    expect(given).toStrictEqual([
      [O.none, 1],
      ['1', 1],
      ['{}', begin, true, 1],
    ]);
    expect(open.size).toBe(0);
  });
});

describe('a storefront in live work', () => {
  const opened = {} as LiveStorefront;

  it('is new until it is planned, busy while its tasks run, rests until a time, and stays removed', () => {
    const worker = newStorefrontWorker('us-store');
    const at = (now: number): readonly [string, boolean] => [stateOf(worker, now), mayAnswer(worker, now)];
    expect(at(0)).toStrictEqual(['new', true]);
    plan(worker, true);
    expect(at(0)).toStrictEqual(['idle', true]);
    beginTasks(worker, 1);
    expect(at(1)).toStrictEqual(['busy', true]);
    rest(worker, 10, null);
    expect([at(9), at(10)]).toStrictEqual([
      ['resting', false],
      ['busy', true],
    ]);
    endTasks(worker);
    expect(at(10)).toStrictEqual(['idle', true]);
    remove(worker);
    expect(at(10)).toStrictEqual(['removed', false]);
  });

  it('is closed by a rest for a problem of its own, and stays open when the sync database failed', () => {
    const worker = newStorefrontWorker('us-store');
    open(worker, opened);
    rest(worker, 10, null);
    expect(worker).toMatchObject({ opened, problem: null });
    const problem = { cause: 'credentials', message: 'no token' } as const;
    rest(worker, 10, problem);
    expect(worker).toMatchObject({ opened: null, problem });
    open(worker, opened);
    expect(worker).toMatchObject({ opened, problem: null });
  });

  it('is reported to the host once as stopped, and again after it was opened', () => {
    const worker = newStorefrontWorker('us-store');
    expect([stop(worker), stop(worker)]).toStrictEqual([true, false]);
    open(worker, opened);
    expect(stop(worker)).toBe(true);
  });
});
