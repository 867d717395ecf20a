import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, RemoteTransaction, SyncStore } from '../../domain/sync-store.ts';
import { type PresenceEnd, type PresencePorts, readPresence } from './read-presence.ts';

/** What the service's list holds, as far as the record book has read it. */
export interface RemoteList {
  /** Reads the list to its end, or to what an earlier run read; the first thousand are always read again. */
  readonly read: () => Promise<E.Either<StoreError, PresenceEnd>>;
  /** Reads the list to its end, unless that was done before. */
  readonly ensureRead: () => Promise<E.Either<StoreError, PresenceEnd>>;
  /** Fields that the list showed of a transaction; null when it showed none so far. */
  readonly shows: () => readonly string[] | null;
  /**
   * Reads what came to the head of the list since, and looks for a transaction by id or name. `isRead`: whether the list could
   * be read; without it, absence says nothing.
   */
  readonly find: (wanted: {
    readonly id: string;
    readonly name: string;
  }) => Promise<E.Either<StoreError, { readonly found: RemoteTransaction | null; readonly isRead: boolean }>>;
}

type RemoteListPorts = PresencePorts & {
  readonly book: PresencePorts['book'] & Pick<SyncStore, 'lookUpTransactions'>;
};

/** Opens the list for a run, or for live work. Nothing is read before it is asked for. */
export const openRemoteList = (given: RemoteListPorts): RemoteList => {
  let shows: readonly string[] | null = null;
  const ports: RemoteListPorts = {
    ...given,
    lane: {
      ...given.lane,
      list: async (cursor) => {
        const page = await given.lane.list(cursor);
        const [first] = E.isRight(page) ? page.right.transactions : [];
        if (first !== undefined) shows = Object.keys(first).sort();
        return page;
      },
    },
  };
  const { book } = ports;
  let isWhole = false;
  let underWay: Promise<E.Either<StoreError, PresenceEnd>> | null = null;
  let following: Promise<E.Either<StoreError, PresenceEnd>> | null = null;

  /** What came before the question must be seen: a reading that is under way may be past it, and the next one serves all who wait. */
  const readHead = (): Promise<E.Either<StoreError, PresenceEnd>> => {
    if (underWay === null) {
      underWay = readPresence(ports, { pagesReadAgain: 0 }).finally(() => {
        underWay = null;
      });
      return underWay;
    }
    following ??= underWay.then(() => {
      following = null;
      return readHead();
    });
    return following;
  };

  return {
    shows: () => shows,
    read: async () => {
      const end = await readPresence(ports);
      if (E.isRight(end)) isWhole = end.right === 'read';
      return end;
    },
    ensureRead: async () => {
      if (isWhole) return E.right('read');
      const state = await book.remoteIndexState();
      if (E.isLeft(state)) return state;
      isWhole = state.right.isComplete && O.isNone(state.right.cursor);
      if (isWhole) return E.right('read');
      const end = await readHead();
      if (E.isRight(end)) isWhole = end.right === 'read';
      return end;
    },
    find: async ({ id, name }) => {
      const end = await readHead();
      if (E.isLeft(end)) return end;
      const known = await book.lookUpTransactions('', [{ id, name }])();
      if (E.isLeft(known)) return known;
      const found = known.right.remoteById.get(id) ?? known.right.remoteByName.get(name) ?? null;
      return E.right({ found, isRead: end.right === 'read' });
    },
  };
};
