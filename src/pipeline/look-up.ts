import * as E from 'fp-ts/lib/Either.js';
import type { RemoteTransaction, ShownFields, StoreError, SyncStore } from '../domain/sync-store.ts';
import { pagesReadAgain } from './limits.ts';
import type { ServiceFacts, StoredTransaction } from '../domain/tax-service.ts';
import { askList, type AskPorts, askService, type NoLookup, type ServiceClient } from './rate-limit/service-client.ts';
import * as O from 'fp-ts/lib/Option.js';
import { comparableOf } from '../mapping/comparison.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import type { SyncPorts } from './ports.ts';
import { type Progress, runAgainLater, type Stop } from './progress.ts';

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
  readonly remoteList: Pick<RemoteIndex, 'find'>;
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
    if (!isOfService || remoteId !== null) {
      const answer = await askService(ports)(remoteId ?? id);
      if (answer._tag === 'Found') {
        return E.right({ _tag: 'Found', remoteId: answer.stored.id, shown: remoteTransactionOf(answer.stored).shown });
      }
      const isUseless = answer._tag === 'NoClearAnswer' && identity === undefined;
      if (answer._tag === 'NotAsked' || isUseless) return E.right(answer);
      single = answer;
    }
    const listed = await ports.remoteList.find({ id, name, since });
    if (E.isLeft(listed)) return listed;
    const { found, isRead, sameName } = listed.right;
    if (found !== null) return E.right({ _tag: 'Found', remoteId: found.id, shown: found.shown });
    if (ports.client.isOver()) return E.right({ _tag: 'NotAsked' });
    if (!isRead && (isOfService || single._tag !== 'Absent')) return E.right(isOfService ? unreadList : single);
    return E.right({ _tag: 'Absent', ...(sameName !== undefined && { sameName }) });
  };

/** What reading the service's list takes. */
interface ScanPorts {
  readonly ports: Pick<SyncPorts, 'clock' | 'random' | 'log'>;
  readonly store: Pick<SyncStore, 'remoteIndexState' | 'saveRemoteIndexPage'>;
  readonly client: Pick<ServiceClient, 'list' | 'isOver'>;
  readonly reportProgress: (change: (progress: Progress) => Progress) => void;
}

/**
 * How reading the list ended. `read`: down to its end, or to what an earlier reading had seen. `lost`: the service lost its
 * own cursor twice. `halted`: the service client was over before. A stop: the service gave no list.
 */
export type ScanEnd = 'read' | 'lost' | 'halted' | Stop;

interface ScanPosition {
  readonly scan: number;
  readonly from: O.Option<string>;
}

/** Text that is longer is no tax information, and could be anything. */
const maxReportedTax = 200;

const reportedTaxFields = ['tax', 'taxAmount', 'calculatedTax', 'estimatedTax', 'totalTax', 'taxes'] as const;

/** The tax that the service reports, as it gives it; nothing is inferred from its absence. */
const reportedTaxOf = (stored: StoredTransaction): string | undefined => {
  const field = reportedTaxFields.find((name) => stored[name] !== undefined && stored[name] !== null);
  const text = field === undefined ? undefined : JSON.stringify(stored[field]);
  return text === undefined || text.length > maxReportedTax ? undefined : text;
};

/** What the list shows of a transaction, as the sync database keeps it. */
export const remoteTransactionOf = (stored: StoredTransaction): RemoteTransaction => {
  const reportedTax = reportedTaxOf(stored);
  const comparable = comparableOf(stored);
  const shown = reportedTax === undefined ? comparable : { ...comparable, reportedTax };
  return { id: stored.id, name: stored.name ?? null, shown };
};

const scanList = async (
  { ports, store, client, reportProgress }: ScanPorts,
  { scan, from }: ScanPosition,
  { readAgain, knownBy }: { readonly readAgain: number; readonly knownBy?: number | undefined },
): Promise<E.Either<StoreError, ScanEnd>> => {
  const ask = askList({ ...ports, client });
  const seen = new Set<string>();
  let cursor = from;
  let mayRestart = true;
  for (let pages = 1; ; pages += 1) {
    const answer = await ask(cursor);
    if (answer._tag === 'NotAsked') return E.right('halted');
    // An old cursor that is never answered would stop each later run.
    const isOldCursor = pages === 1 && O.isSome(cursor);
    if (answer._tag === 'NoClearAnswer' && !isOldCursor) {
      const message = `The list of the Tax Nexus Service could not be read: ${answer.message}. ${runAgainLater}`;
      return E.right({ who: 'service', cause: 'no answer', message });
    }
    const next = answer._tag === 'Page' ? answer.page.next : O.none;
    if (answer._tag !== 'Page' || (O.isSome(next) && seen.has(next.value))) {
      ports.log.warn('the service refused its own cursors', { startsAgain: mayRestart });
      if (!mayRestart) return E.right('lost');
      mayRestart = false;
      cursor = O.none;
      seen.clear();
      continue;
    }
    if (O.isSome(next)) seen.add(next.value);
    const transactions = answer.page.transactions.map(remoteTransactionOf);
    const page = { scan, transactions, next, completesScan: O.isNone(next), knownBy };
    const saved = await store.saveRemoteIndexPage(page)();
    if (E.isLeft(saved)) return saved;
    reportProgress((progress) => ({ ...progress, listed: progress.listed + transactions.length }));
    if (O.isNone(next)) return E.right('read');
    if (pages >= readAgain && transactions.length > 0 && saved.right === transactions.length) {
      const completed = await store.saveRemoteIndexPage({
        scan: scan,
        transactions: [],
        next: O.none,
        completesScan: true,
      })();
      return E.isLeft(completed) ? completed : E.right('read');
    }
    cursor = next;
  }
};

interface ScanLimits {
  readonly pagesReadAgain?: number;
  /** Ends at what a reading up to this one had seen. */
  readonly knownBy?: number;
}

/**
 * Reads the service's list into the sync database, newest first. It costs one request for each hundred transactions, once;
 * a later reading ends at the first page that an earlier complete one had wholly seen, but never before `pagesReadAgain`
 * (default 10): what they show is compared. A reading that was left off goes on where it was, and then what came to the head
 * since is read. When the service refuses its own cursor, gives one twice, or does not answer to that of an earlier run, the
 * reading begins again from the head, once.
 */
const scanRemoteIndex = async (
  ports: ScanPorts,
  { pagesReadAgain: readAgain = pagesReadAgain, knownBy }: ScanLimits = {},
): Promise<E.Either<StoreError, ScanEnd>> => {
  const state = await ports.store.remoteIndexState();
  if (E.isLeft(state)) return state;
  const { scan, cursor } = state.right;
  const fromHead: ScanPosition = { scan: scan + 1, from: O.none };
  if (O.isNone(cursor)) return scanList(ports, fromHead, { readAgain, knownBy });
  const rest = await scanList(ports, { scan: scan, from: cursor }, { readAgain });
  return E.isLeft(rest) || rest.right !== 'read' ? rest : scanList(ports, fromHead, { readAgain: 0, knownBy });
};

/** What the service's list holds, as far as the sync database has read it. */
export interface RemoteIndex {
  /** Reads the list to its end, or to what an earlier run read; the first thousand are always read again. */
  readonly read: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** Whether the whole list has been read: then a lookup from now on shows what it holds. */
  readonly isRead: () => Promise<E.Either<StoreError, boolean>>;
  /** Reads the list to its end, unless that was done before. */
  readonly ensureRead: () => Promise<E.Either<StoreError, ScanEnd>>;
  /** The latest reading of this process, by number; undefined before the first one. */
  readonly latest: () => number | undefined;
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
      { readonly found: RemoteTransaction | null; readonly isRead: boolean; readonly sameName?: string }
    >
  >;
}

type RemoteListPorts = ScanPorts & {
  readonly store: ScanPorts['store'] & Pick<SyncStore, 'lookUpTransactions'>;
};

/** Opens the list for a run, or for live work. Nothing is read before it is asked for. */
export const openRemoteIndex = (given: RemoteListPorts): RemoteIndex => {
  let shows: readonly string[] | null = null;
  let latest: number | undefined;
  const ports: RemoteListPorts = {
    ...given,
    store: {
      ...given.store,
      saveRemoteIndexPage: (page) => {
        latest = Math.max(latest ?? 0, page.scan);
        return given.store.saveRemoteIndexPage(page);
      },
    },
    client: {
      ...given.client,
      list: async (cursor) => {
        const page = await given.client.list(cursor);
        const [first] = E.isRight(page) ? page.right.transactions : [];
        if (first !== undefined) shows = Object.keys(first).sort();
        return page;
      },
    },
  };
  const { store } = ports;
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

  return {
    shows: () => shows,
    latest: () => latest,
    isRead,
    read: async () => {
      const end = await scanRemoteIndex(ports);
      if (E.isRight(end)) isWhole = end.right === 'read';
      return end;
    },
    ensureRead: async () => {
      const before = await isRead();
      if (E.isLeft(before)) return before;
      if (before.right) return E.right('read');
      const end = await readHead();
      if (E.isRight(end)) isWhole = end.right === 'read';
      return end;
    },
    find: async ({ id, name, since }) => {
      const end = await readHead(since);
      if (E.isLeft(end)) return end;
      const known = await store.lookUpTransactions('', [{ id, name }])();
      if (E.isLeft(known)) return known;
      const [byId, named] = [known.right.remoteById.get(id), known.right.remoteByName.get(name)];
      const isRead = end.right === 'read';
      return byId === undefined && named !== undefined && isOtherTransaction(named.id, id)
        ? E.right({ found: null, isRead, sameName: named.id })
        : E.right({ found: byId ?? named ?? null, isRead });
    },
  };
};
