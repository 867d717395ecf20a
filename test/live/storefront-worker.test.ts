import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { notingClient } from '../../src/live/storefront-worker.ts';
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
