/** Reads from the sync database everything that is known about a page of transactions, in as few queries as possible. */
import * as E from 'fp-ts/lib/Either.js';
import type { PageLookup, StoreError, SyncStore } from '../domain/sync-store.ts';
import { maxLookedUp } from './limits.ts';

/** Several lookups as one; the same id has the same answer in each. Pure. */
export const mergeLookups = (all: readonly PageLookup[]): PageLookup => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    submissions: new Map(all.flatMap(({ submissions }) => [...submissions])),
    remoteById: new Map(all.flatMap(({ remoteById }) => [...remoteById])),
    remoteByName: new Map(all.flatMap(({ remoteByName }) => [...remoteByName])),
    settledInRun: new Map(all.flatMap(({ settledInRun }) => [...settledInRun])),
    owners: new Map(all.flatMap(({ owners }) => [...owners])),
    decisions: new Map(all.flatMap(({ decisions }) => [...(decisions ?? [])])),
  };
};

/** Looks up a page of any size; an ordinary one takes one query. */
export const lookUpPage =
  ({ lookUpTransactions }: Pick<SyncStore, 'lookUpTransactions'>) =>
  async (
    runId: string,
    wanted: Parameters<SyncStore['lookUpTransactions']>[1],
  ): Promise<E.Either<StoreError, PageLookup>> => {
    const all: PageLookup[] = [];
    for (let start = 0; start < wanted.length; start += maxLookedUp) {
      const known = await lookUpTransactions(runId, wanted.slice(start, start + maxLookedUp))();
      if (E.isLeft(known)) return known;
      all.push(known.right);
    }
    return E.right(mergeLookups(all));
  };
