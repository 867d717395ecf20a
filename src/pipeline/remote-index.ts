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
  /** Whether the latest reading showed ids or names that begin like those of a transaction of ours. */
  readonly showsOurs: (own: { readonly id: string; readonly name: string }) => boolean;
  /** What the list showed of a transaction, without an exemption where it shows those of others and none of this. */
  readonly asListed: (shown: ShownFields | null) => ShownFields | null;
  /** The latest reading of this process, by number; undefined before the first one. */
  readonly latest: () => number | undefined;
  /** The id of the newest transaction of the list, read now or before; null when there is none. */
  readonly newest: () => Promise<string | null>;
  /** Whether a reading of this process came from the head to the end of the list, and what it showed; null where none did. */
  readonly whole: () => WholeList | null;
  /** See `Reading.passesOver`. */
  readonly passesOver: (wanted: Wanted) => boolean;
  /** Whether the readings ended where an earlier process had been, with older rows left. */
  readonly isHeadAlone: () => boolean;
  /** For a run that goes on in this process: an earlier one read the head of the list alone, which is not read again. */
  readonly goOnAfterHead: () => void;
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
        /** The id of what the latest reading showed under a name that is changed or cut off, with the money and moment of `body`. */
        readonly resembling?: string;
        /** The latest reading showed no names, under ids of the service. */
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

  /** Null where the latest reading shows another one under its id. */
  const stillOurs = (
    found: RemoteTransaction | undefined,
    own: { readonly id: string; readonly name: string },
    facts: KnownNames,
  ): RemoteTransaction | null =>
    found === undefined || (reading.has(found.id) && !reading.isUnder(found.id, own, facts)) ? null : found;

  /** What may be a transaction of ours under a changed name, without what is known to be another one, whose name its name begins with. */
  const resembles = async (sent: {
    readonly id: string;
    readonly name: string;
    readonly body: string;
  }): Promise<E.Either<StoreError, { readonly resembling?: string; readonly isNameless: boolean }>> => {
    const { rows, isNameless } = reading.resembles(sent);
    if (rows.length === 0) return E.right({ isNameless });
    // An id ends as its name does.
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
        // What was confirmed and is listed under an id of the service is known under ours as well, without what the list shows.
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
