import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, PageLookup, SyncStore } from '../../domain/sync-store.ts';
import { mostLookedUp } from '../limits.ts';

const merge = (all: readonly PageLookup[]): PageLookup => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    submissions: new Map(all.flatMap(({ submissions }) => [...submissions])),
    remoteById: new Map(all.flatMap(({ remoteById }) => [...remoteById])),
    remoteByName: new Map(all.flatMap(({ remoteByName }) => [...remoteByName])),
    settledInRun: new Map(all.flatMap(({ settledInRun }) => [...settledInRun])),
    owners: new Map(all.flatMap(({ owners }) => [...owners])),
  };
};

/** Looks up everything about a page in as few questions as the book allows; one, for a page of ordinary size. */
export const lookUpAll =
  ({ lookUpTransactions }: Pick<SyncStore, 'lookUpTransactions'>) =>
  async (
    runId: string,
    wanted: Parameters<SyncStore['lookUpTransactions']>[1],
  ): Promise<E.Either<StoreError, PageLookup>> => {
    const all: PageLookup[] = [];
    for (let start = 0; start < wanted.length; start += mostLookedUp) {
      const known = await lookUpTransactions(runId, wanted.slice(start, start + mostLookedUp))();
      if (E.isLeft(known)) return known;
      all.push(known.right);
    }
    return E.right(merge(all));
  };
