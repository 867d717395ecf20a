import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ListedTransaction, ProofStore } from '../../src/domain/proof-store.ts';
import type { StoredTransaction } from '../../src/domain/tax-service.ts';
import { makeServiceClient, type ServiceClient } from '../../src/pipeline/rate-limit/service-client.ts';
import { singleQuestions } from '../../src/reconcile/confirm-listed.ts';
import { type ListState, maxConfirmations, maxNightlyRequests, refreshList } from '../../src/reconcile/refresh-list.ts';
import { aSync } from '../support/a-sync.ts';
import { right } from '../support/right.ts';

/** In place of a hundred: requests are pages. */
const pageSize = 10;

const idOf = (n: number): string => `shopify:1:${n}`;

const numberOf = (id: string): number => Number(id.split(':')[2]);

/** A list of millions: page by page as it is asked for, newest first, with cursors that name the last transaction. */
const aHugeList = (size: number) => {
  const list = { size, requests: 0 };
  const held = (n: number): StoredTransaction => ({ id: idOf(n), transactedAt: '2026-01-01T12:00:00Z', total: 1 });
  const { ports } = aSync({ script: { pages: [[]] } });
  const client: ServiceClient = {
    ...makeServiceClient(ports),
    list: (cursor) => {
      list.requests += 1;
      const first = O.isSome(cursor) ? Number(cursor.value) - 1 : list.size;
      const last = Math.max(1, first - pageSize + 1);
      const transactions = Array.from({ length: first - last + 1 }, (_, index) => held(first - index));
      return Promise.resolve(E.right({ transactions, next: last > 1 ? O.some(String(last)) : O.none }));
    },
  };
  return { list, ports, client };
};

/** What the nights remember of it, without keeping it: all rows are alike. */
const aHugeMemory = (known: number): ProofStore => {
  const added = new Set<number>();
  let hash = -1;
  const row = (n: number): ListedTransaction => ({
    id: idOf(n),
    position: n,
    owner: 'shopify:1:',
    day: '2026-01-01',
    hash,
    night: 0,
  });
  const none = {
    proofState: () => TE.right(O.none),
    forgetListed: () => TE.right(undefined),
    notReadSince: () => TE.right([]),
  };
  return {
    ...none,
    findListed: (ids) =>
      TE.fromIO(() =>
        ids
          .map(numberOf)
          .filter((n) => n <= known || added.has(n))
          .map(row),
      ),
    saveListed: (rows) =>
      TE.fromIO(() => {
        for (const one of rows) {
          hash = one.hash;
          if (numberOf(one.id) > known) added.add(numberOf(one.id));
        }
      }),
    listedOn: () => TE.right([]),
    listedDays: () => TE.right([]),
    countListed: TE.fromIO(() => known + added.size),
    provedDays: () => TE.right([]),
    saveProvedDays: () => TE.right(undefined),
  };
};

interface Night {
  readonly requests: number;
  /** Transactions that the round had read by then. */
  readonly read: number;
}

/** The nights until a round is over, and no more than so many. */
const roundOf = async (size: number, newEachNight: number, most = 100): Promise<readonly Night[]> => {
  const { list, ports, client } = aHugeList(size);
  const proof = aHugeMemory(size);
  const store = { saveRemoteIndexPage: () => TE.right(0), findNewestConfirmed: () => TE.right([]) };
  const single = singleQuestions({ sync: ports, store, client });
  const lease = { renew: () => Promise.resolve(E.right(undefined)) };
  let state: ListState = {
    ...{ night: 1, at: 0, isWhole: true, headNight: 1, headPosition: 0 },
    ...{ cursor: null, position: 0, since: 1, wholeSince: 1, slicedAt: 0 },
  };
  const nights: Night[] = [];
  do {
    list.size += newEachNight;
    list.requests = 0;
    state = right(await refreshList({ sync: ports, store, proof, client, single, lease }, { ...state, slicedAt: 0 }));
    nights.push({ requests: list.requests, read: size - Number(state.cursor ?? 0) });
  } while (state.cursor !== null && nights.length < most);
  return nights;
};

const mostOf = (nights: readonly Night[]): number => Math.max(...nights.map(({ requests }) => requests));

describe('the requests of a night', () => {
  it('are at most 500 for 50,000 pages and 50 new ones: five million transactions, with room for questions about single ones', async () => {
    const nights = await roundOf(500_000, 500, 2);
    expect(mostOf(nights)).toBe(410);
    expect(mostOf(nights)).toBeLessThanOrEqual(maxNightlyRequests - 2 * maxConfirmations);
    // The list has no filter by day: a month of so few requests reads no more than a quarter of 50,000 pages.
    expect(nights.at(-1)?.read).toBe(2 * 3_590 + 9);
  });

  it('suffice for all of 10,000 pages in four weeks: a million transactions', async () => {
    const nights = await roundOf(100_000, 50, 1);
    expect(mostOf(nights)).toBeLessThanOrEqual(maxNightlyRequests - 2 * maxConfirmations);
    expect((nights.at(-1)?.read ?? 0) * 27).toBeGreaterThan(100_000);
  });

  it('are few for a small account, all of which is read in four weeks', async () => {
    const nights = await roundOf(2_000, 5);
    expect(nights.length).toBeLessThanOrEqual(28);
    expect(mostOf(nights)).toBeLessThan(25);
  });
});
