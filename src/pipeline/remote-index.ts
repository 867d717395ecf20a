/**
 * The sync database's copy of the service's list: reads new rows at its head, and finds our transactions in it by id and
 * name.
 */
import { type Wanted, watchReading, type WholeList } from './watch-reading.ts';
import type { Resembling } from './resembling.ts';
import { type ScanEnd, type ScanPorts, scanRemoteIndex } from './scan-list.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { RemoteTransaction, ShownFields, StoreError, SyncStore } from '../domain/sync-store.ts';
import type { KnownNames } from './ask-own.ts';
import * as O from 'fp-ts/lib/Option.js';
import { textKey } from '../mapping/comparison.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import { attempt } from '../domain/attempt.ts';

/** Access to that copy for one run, or for live work. */
export interface RemoteIndex {
  /** Reads the list to its end, or to what an earlier run read; the first thousand are always read again. */
  readonly read: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** Whether the whole list has been read, so that a lookup from now on shows whether the service holds a transaction. */
  readonly isRead: () => Promise<E.Either<StoreError, boolean>>;
  /** Reads the list to its end, unless that was done before. */
  readonly ensureRead: () => Promise<E.Either<StoreError, ScanEnd>>;
  /**
   * For a sync database that has sent nothing yet: reads the list from its head to its end and keeps names that may be ours.
   * Once, before the first push, because later rows may be new ones of ours.
   */
  readonly readBeforeFirst: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** Reads the list to its end, even if an earlier run has read it: deleted transactions show in no other way. */
  readonly readWhole: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** What `readBeforeFirst` found; null where it was not called. */
  readonly resembling: () => Resembling | null;
  /** Whether the latest reading showed ids or names that begin like ours. */
  readonly showsOurs: (own: { readonly id: string; readonly name: string }) => boolean;
  /** What the list showed of a transaction. Not exempt, if the list shows exemptions of others and none for this one. */
  readonly asListed: (shown: ShownFields | null) => ShownFields | null;
  /** The number of this process's latest reading; undefined before the first one. */
  readonly latest: () => number | undefined;
  /** The id of the newest transaction of the list, read now or before; null when there is none. */
  readonly newest: () => Promise<string | null>;
  /** What a reading of this process from the head to the end of the list showed; null without such a reading. */
  readonly whole: () => WholeList | null;
  /** See `Reading.passesOver`. */
  readonly passesOver: (wanted: Wanted) => boolean;
  /** Whether the readings ended where an earlier process had been, with older rows left. */
  readonly isHeadAlone: () => boolean;
  /** For a run that this process continues: an earlier process read only the head of the list, which is not read again. */
  readonly goOnAfterHead: () => void;
  /** The fields that the list shows of a transaction; null while it has shown no transaction. */
  readonly shows: () => readonly string[] | null;
  /**
   * Reads new rows at the head of the list, and looks for a transaction by id or name. `isRead`: whether the list could be
   * read; without it, absence proves nothing. `sameName`: see `AtService`.
   *
   * @param wanted `since`: `latest()` before it was pushed. A service may show a transaction late, behind newer ones: the
   * head is then read down to what was known before.
   */
  readonly find: (wanted: {
    readonly id: string;
    readonly name: string;
    readonly since?: number | undefined;
    readonly body?: string;
    readonly facts?: KnownNames;
  }) => Promise<
    E.Either<
      StoreError,
      {
        readonly found: RemoteTransaction | null;
        readonly isRead: boolean;
        readonly sameName?: string;
        /** False when no reading of this process showed it. */
        readonly isFresh?: boolean;
        /**
         * The id of a transaction that the latest reading showed under a changed or shortened name, with the amount and time
         * of `body`.
         */
        readonly resembling?: string;
        /** The latest reading showed no names, and ids that the service assigned. */
        readonly isNameless?: boolean;
      }
    >
  >;
}

type RemoteListPorts = ScanPorts & {
  readonly store: ScanPorts['store'] & Pick<SyncStore, 'lookUpTransactions'>;
};

/** Opens the list for a run, or for live work. Nothing is read before it is asked for. */
export const openRemoteIndex = (given: RemoteListPorts): RemoteIndex => {
  let shows: readonly string[] | null = null;
  let newest: string | null = null;
  const reading = watchReading();
  let latest: number | undefined;
  const ports: RemoteListPorts = {
    ...given,
    store: {
      ...given.store,
      saveRemoteIndexPage: (page) => {
        latest = Math.max(latest ?? 0, page.scan);
        reading.note(page);
        return given.store.saveRemoteIndexPage(page);
      },
    },
    client: {
      ...given.client,
      list: async (cursor) => {
        const page = await given.client.list(cursor);
        if (O.isNone(cursor)) reading.begin();
        const [first] = E.isRight(page) ? page.right.transactions : [];
        if (first !== undefined) shows = Object.keys(first).sort();
        if (first !== undefined && O.isNone(cursor)) newest = first.id;
        return page;
      },
    },
  };
  const { store } = ports;
  let resembling: Resembling | null = null;
  let knownBy: number | undefined;
  let isWhole = false;
  let isAfterHead = false;
  let underWay: Promise<E.Either<StoreError, ScanEnd>> | null = null;
  let following: Promise<E.Either<StoreError, ScanEnd>> | null = null;

  /**
   * Reads the head. A reading in progress may already be past a new row, so a caller waits for the next one, which serves all
   * waiting callers.
   */
  const readHead = (since?: number): Promise<E.Either<StoreError, ScanEnd>> => {
    if (since !== undefined) knownBy = Math.min(knownBy ?? since, since);
    if (underWay === null) {
      underWay = scanRemoteIndex(ports, { pagesReadAgain: 0, ...(knownBy !== undefined && { knownBy }) }).finally(
        () => {
          underWay = null;
        },
      );
      knownBy = undefined;
      return underWay;
    }
    following ??= underWay.then(() => {
      following = null;
      return readHead();
    });
    return following;
  };

  const isRead: RemoteIndex['isRead'] = async () => {
    if (isWhole) return E.right(true);
    const state = await store.remoteIndexState();
    if (E.isLeft(state)) return state;
    isWhole = state.right.isComplete && O.isNone(state.right.cursor);
    return E.right(isWhole);
  };

  const ensureRead: RemoteIndex['ensureRead'] = async () => {
    const before = await isRead();
    if (E.isLeft(before)) return before;
    if (before.right) return E.right('read');
    const end = await readHead();
    if (E.isRight(end)) isWhole = end.right === 'read';
    return end;
  };

  const readWhole = async (): Promise<E.Either<StoreError, ScanEnd>> => {
    if (reading.whole() !== null) return E.right('read');
    const end = await scanRemoteIndex(ports, { pagesReadAgain: Number.POSITIVE_INFINITY });
    if (E.isRight(end)) isWhole = end.right === 'read';
    return end;
  };

  /** The found transaction; null if the latest reading shows another one under its id. */
  const stillOurs = (
    found: RemoteTransaction | undefined,
    own: { readonly id: string; readonly name: string },
    facts: KnownNames,
  ): RemoteTransaction | null =>
    found === undefined || (reading.has(found.id) && !reading.isUnder(found.id, own, facts)) ? null : found;

  /** Rows that may be our transaction under a changed name, without rows that are known to be another one of ours. */
  const resembles = async (sent: {
    readonly id: string;
    readonly name: string;
    readonly body: string;
  }): Promise<E.Either<StoreError, { readonly resembling?: string; readonly isNameless: boolean }>> => {
    const { rows, isNameless } = reading.resembles(sent);
    if (rows.length === 0) return E.right({ isNameless });
    // An id is longer than another one by the same characters as its name.
    const shorter = rows.map(({ name }) => sent.id.slice(0, textKey(name ?? '').length - textKey(sent.name).length));
    const known = await store.lookUpTransactions(
      '',
      shorter.map((id) => ({ id, name: '' })),
    )();
    if (E.isLeft(known)) return known;
    const others = new Set([...known.right.submissions.values()].map(({ remoteId }) => remoteId));
    const resembling = rows.find(({ id }) => !others.has(id))?.id;
    return E.right({ ...(resembling !== undefined && { resembling }), isNameless });
  };

  return {
    shows: () => shows,
    newest: async () => {
      if (newest === null) await ports.client.list(O.none);
      return newest;
    },
    whole: reading.whole,
    passesOver: (wanted) => reading.passesOver(wanted) || (isAfterHead && latest === undefined),
    isHeadAlone: reading.isHeadAlone,
    goOnAfterHead: () => {
      isAfterHead = true;
    },
    resembling: () => resembling,
    readWhole,
    readBeforeFirst: async () => {
      if (resembling !== null) return E.right('read');
      for (const read of [ensureRead, readWhole]) {
        const end = await read();
        if (E.isLeft(end) || end.right !== 'read') return end;
      }
      resembling = reading.resembling();
      return E.right('read');
    },
    latest: () => latest,
    showsOurs: reading.showsOurs,
    asListed: (shown) => {
      const isWhole = shown?.['lines'] !== undefined && shown['country'] !== undefined;
      return isWhole && shown['purpose'] === undefined && reading.showsPurpose() ? { ...shown, purpose: '' } : shown;
    },
    isRead,
    read: async () => {
      const end = await scanRemoteIndex(ports);
      if (E.isRight(end)) isWhole = end.right === 'read';
      return end;
    },
    ensureRead,
    find: ({ id, name, since, body, facts = null }) =>
      attempt(async (take) => {
        const end = await take(readHead(since));
        const stored = await take(store.lookUpTransactions('', [{ id, name }])());
        const [own, named] = [stored.remoteById.get(id), stored.remoteByName.get(name)];
        // A confirmed transaction with an id of the service is also known under ours, without the fields that the list shows.
        const known = own?.shown == null && named !== undefined && !isOtherTransaction(named.id, id) ? named : own;
        const listed = reading.has(known?.id) ? undefined : reading.named(name);
        const byId = listed === undefined || isOtherTransaction(listed.id, id) ? known : listed;
        const isRead = end === 'read';
        const isUnseen = (byId ?? named) === undefined;
        const resembled = await take(body !== undefined && isUnseen ? resembles({ id, name, body }) : E.right({}));
        return byId === undefined && named !== undefined && isOtherTransaction(named.id, id)
          ? { found: null, isRead, sameName: named.id, isFresh: true }
          : {
              ...{
                found: stillOurs(byId ?? named, { id, name }, facts),
                isRead,
                isFresh: reading.has((byId ?? named)?.id),
              },
              ...resembled,
            };
      }),
  };
};
