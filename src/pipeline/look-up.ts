import { watchReading, type WholeList } from './watch-reading.ts';
import { remoteTransactionOf } from './remote-transaction.ts';
import { gatherResembling, type Resembling } from './resembling.ts';
import { type ScanEnd, type ScanPorts, scanRemoteIndex } from './scan-list.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { RemoteTransaction, ShownFields, StoreError, SyncStore } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { type AskPorts, askService, type NoLookup } from './rate-limit/service-client.ts';
import * as O from 'fp-ts/lib/Option.js';
import { isOtherTransaction } from '../mapping/identity.ts';

/** A transaction that is looked for at the service. */
export interface Wanted {
  readonly id: string;
  readonly name: string;
  /** The service's own id, where it is known. */
  readonly remoteId: string | null;
  /** The latest reading of the list before it was pushed: see `RemoteIndex.find`. */
  readonly since?: number | undefined;
}

/** Whether the service holds a transaction, and what it shows of it. */
export type AtService =
  | { readonly _tag: 'Found'; readonly remoteId: string; readonly shown: ShownFields | null }
  /** `sameName`: the id of another transaction of ours that the service holds under the name. */
  | { readonly _tag: 'Absent'; readonly sameName?: string }
  | NoLookup;

interface LookUpPorts extends AskPorts {
  readonly remoteList: Pick<RemoteIndex, 'find'> & Partial<Pick<RemoteIndex, 'newest'>>;
  readonly facts: () => Pick<ServiceFacts, 'identity'> | null;
}

const unreadList: AtService = {
  _tag: 'NoClearAnswer',
  message: 'The list of the Tax Nexus Service could not be read; only the list has it by name',
};

/**
 * Looks for a transaction by its id, and then by id and name in the head of the list: some services assign ids, and some have
 * no clear answer for one that they do not hold. Absence is proven by both together; by the list alone where ids are the
 * service's, or where it recognizes ours: a second push is then no second transaction.
 */
export const lookUpAtService =
  (ports: LookUpPorts) =>
  async ({ id, name, remoteId, since }: Wanted): Promise<E.Either<StoreError, AtService>> => {
    const identity = ports.facts()?.identity;
    const isOfService = identity === 'service';
    let single: AtService = { _tag: 'Absent' };
    let isDenied = false;
    if (!isOfService || remoteId !== null) {
      const answer = await askService(ports)(remoteId ?? id);
      if (answer._tag === 'Found') {
        return E.right({ _tag: 'Found', remoteId: answer.stored.id, shown: remoteTransactionOf(answer.stored).shown });
      }
      const isUseless = answer._tag === 'NoClearAnswer' && identity === undefined;
      if (answer._tag === 'NotAsked' || isUseless) return E.right(answer);
      single = answer;
      isDenied = answer._tag === 'Absent';
    }
    const listed = await ports.remoteList.find({ id, name, since });
    if (E.isLeft(listed)) return listed;
    const { found, isRead, sameName, isFresh } = listed.right;
    // What an earlier reading saw may be gone by now: a restored backup, or a person who deleted it.
    const isGone = found !== null && isDenied && isFresh === false && (await isDeniedAlone(ports, found.id));
    if (found !== null && !isGone) return E.right({ _tag: 'Found', remoteId: found.id, shown: found.shown });
    if (ports.client.isOver()) return E.right({ _tag: 'NotAsked' });
    if (!isRead && (isOfService || single._tag !== 'Absent')) return E.right(isOfService ? unreadList : single);
    return E.right({ _tag: 'Absent', ...(sameName !== undefined && { sameName }) });
  };

/** Whether the service denies a transaction, and finds the newest of its list when it is asked in the same way. */
const isDeniedAlone = async (ports: LookUpPorts, id: string): Promise<boolean> => {
  const newest = (await ports.remoteList.newest?.()) ?? null;
  if (newest === null || newest === id) return false;
  const [other, own] = [await askService(ports)(newest), await askService(ports)(id)];
  return other._tag === 'Found' && own._tag === 'Absent';
};

/** What the service's list holds, as far as the sync database has read it. */
export interface RemoteIndex {
  /** Reads the list to its end, or to what an earlier run read; the first thousand are always read again. */
  readonly read: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** Whether the whole list has been read: then a lookup from now on shows what it holds. */
  readonly isRead: () => Promise<E.Either<StoreError, boolean>>;
  /** Reads the list to its end, unless that was done before. */
  readonly ensureRead: () => Promise<E.Either<StoreError, ScanEnd>>;
  /**
   * For a sync database that has sent nothing yet: what a reading of this process, from the head of the list to its end, showed
   * under names that may be ours. Read once, before the first push: later rows may be new ones of ours.
   */
  readonly readBeforeFirst: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** Reads the list to its end, also where an earlier run had seen it: what is gone shows in no other way. */
  readonly readWhole: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** What `readBeforeFirst` found; null where it was not called. */
  readonly resembling: () => Resembling | null;
  /** The latest reading of this process, by number; undefined before the first one. */
  readonly latest: () => number | undefined;
  /** The id of the newest transaction of the list, read now or before; null when there is none. */
  readonly newest: () => Promise<string | null>;
  /** Whether a reading of this process came from the head to the end of the list, and what it showed; null where none did. */
  readonly whole: () => WholeList | null;
  /** Fields that the list showed of a transaction; null when it showed none so far. */
  readonly shows: () => readonly string[] | null;
  /**
   * Reads new rows at the head of the list, and looks for a transaction by id or name. `isRead`: whether the list could
   * be read; without it, absence proves nothing. `sameName`: see `AtService`.
   *
   * @param wanted `since`: `latest()` before it was pushed. A service may show a transaction late, behind what it has stored and
   * shown since: the head is then read down to what was known before.
   */
  readonly find: (wanted: {
    readonly id: string;
    readonly name: string;
    readonly since?: number | undefined;
  }) => Promise<
    E.Either<
      StoreError,
      {
        readonly found: RemoteTransaction | null;
        readonly isRead: boolean;
        readonly sameName?: string;
        /** False when no reading of this process showed it. */
        readonly isFresh?: boolean;
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
  let underWay: Promise<E.Either<StoreError, ScanEnd>> | null = null;
  let following: Promise<E.Either<StoreError, ScanEnd>> | null = null;

  /** What came before the question must be seen: a reading that is under way may be past it, and the next one serves all who wait. */
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

  return {
    shows: () => shows,
    newest: async () => {
      if (newest === null) await ports.client.list(O.none);
      return newest;
    },
    whole: reading.whole,
    resembling: () => resembling,
    readWhole,
    readBeforeFirst: async () => {
      if (resembling !== null) return E.right('read');
      for (const read of [ensureRead, readWhole]) {
        const end = await read();
        if (E.isLeft(end) || end.right !== 'read') return end;
      }
      resembling = gatherResembling();
      resembling.note(reading.rows());
      return E.right('read');
    },
    latest: () => latest,
    isRead,
    read: async () => {
      const end = await scanRemoteIndex(ports);
      if (E.isRight(end)) isWhole = end.right === 'read';
      return end;
    },
    ensureRead,
    find: async ({ id, name, since }) => {
      const end = await readHead(since);
      if (E.isLeft(end)) return end;
      const known = await store.lookUpTransactions('', [{ id, name }])();
      if (E.isLeft(known)) return known;
      const [byId, named] = [known.right.remoteById.get(id), known.right.remoteByName.get(name)];
      const isRead = end.right === 'read';
      const isOther = named !== undefined && isOtherTransaction(named.id, id);
      if (byId === undefined && isOther) return E.right({ found: null, isRead, sameName: named.id, isFresh: true });
      // Noted by our id when it was stored, a transaction stands in the list under the service's own, with what that shows.
      const found = byId?.shown == null && named !== undefined && !isOther ? named : byId;
      return E.right({ found: found ?? null, isRead, isFresh: reading.has(found?.id) });
    },
  };
};
