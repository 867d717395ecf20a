import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import { digestOf } from '../domain/digest.ts';
import { instantOfMilliseconds, parseInstant, millisecondsOf } from '../domain/instant.ts';
import type { ListedTransaction, ProofStore } from '../domain/proof-store.ts';
import type { RemoteTransaction, StoreResult, SyncStore } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { pagesReadAgain } from '../pipeline/limits.ts';
import { remoteTransactionOf } from '../pipeline/look-up.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { askList, askService, type ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { nightsOfRound } from './nightly-days.ts';
import { isDay, unreadList } from './pushed.ts';

/** Requests to the service that a night costs at most, besides pages of new transactions behind the first ten. */
export const maxNightlyRequests = 500;

/** Of them, those about transactions that the list should show and does not; and as many about what seems to differ. */
export const maxConfirmations = 40;

/** More places than a list has, so that those of a later night always lie before. */
const placesOfNight = 10_000_000;

const State = t.readonly(
  t.type({
    night: t.number,
    /** When it was read, in milliseconds since 1970. */
    at: t.number,
    /** Whether the list was ever read to its end. */
    isWhole: t.boolean,
    /** Where the round goes on; null at its end. */
    cursor: t.union([t.string, t.null]),
    /** The place of the last transaction that the round has read. */
    place: t.number,
    /** The night in which the round began at the head. */
    since: t.number,
  }),
);
export type ListState = t.TypeOf<typeof State>;

const stateName = 'list';

export interface ListPorts {
  readonly sync: Pick<SyncPorts, 'clock' | 'random' | 'log'>;
  readonly store: Pick<SyncStore, 'saveRemoteIndexPage'>;
  readonly proof: ProofStore;
  readonly client: ServiceClient;
}

/** How far the nights have read the list of the account; null before the first one. */
export const readListState = async ({ proof }: Pick<ListPorts, 'proof'>): StoreResult<ListState | null> =>
  E.map((json: O.Option<string>) =>
    pipe(
      json,
      O.chain((text) => O.fromEither(J.parse(text))),
      O.filter(State.is),
      O.toNullable,
    ),
  )(await proof.proofState(stateName)());

/** The day in UTC that the service shows; empty when it shows none. */
const dayShown = ({ shown }: RemoteTransaction): string => {
  const moment = shown?.['transactedAt'] ?? '';
  if (moment === '' || isDay(moment)) return moment;
  const instant = O.toUndefined(parseInstant(moment));
  return instant === undefined ? '' : instantOfMilliseconds(millisecondsOf(instant)).slice(0, 'YYYY-MM-DD'.length);
};

/** Where ids are the service's, only the name says which platform a transaction is of. */
const ownerOf = ({ id, name }: RemoteTransaction): string =>
  /^[a-z]+:[^:]+:/.exec(id)?.[0] ?? textKey(name ?? '').split('-', 1)[0] ?? '';

const hashOf = ({ name, shown }: RemoteTransaction): number =>
  parseInt(digestOf(JSON.stringify([name, Object.entries(shown ?? {}).sort()])).slice(0, 7), 16);

interface ReadRows {
  readonly rows: readonly ListedTransaction[];
  /** Whether all of them were known before, as they are. */
  readonly isKnown: boolean;
  /** Whether a night of this round had read all of them. */
  readonly isOfRound: boolean;
}

/** The rows of a page. What is new gets the place behind the one before it. */
const toRows = async (
  { proof }: ListPorts,
  transactions: readonly RemoteTransaction[],
  { night, since }: Pick<ListState, 'night' | 'since'>,
  before: number,
): StoreResult<ReadRows> => {
  const found = await proof.findListed(transactions.map(({ id }) => id))();
  if (E.isLeft(found)) return found;
  const known = new Map(found.right.map((one) => [one.id, one]));
  let place = before;
  const rows = transactions.map((one): ListedTransaction => {
    place = known.get(one.id)?.place ?? place - 1;
    return { id: one.id, place, owner: ownerOf(one), day: dayShown(one), hash: hashOf(one), night };
  });
  return E.right({
    rows,
    isKnown: rows.every(({ id, hash }) => known.get(id)?.hash === hash),
    isOfRound: rows.every(({ id }) => (known.get(id)?.night ?? 0) >= since),
  });
};

/** One page, read into the remote index and the memory of the nights. */
interface PageRead extends ReadRows {
  readonly next: string | null;
}

const readPage = async (
  ports: ListPorts,
  cursor: string | null,
  state: ListState,
  before: number,
  after: (rows: readonly ListedTransaction[], next: string | null) => ListState,
): Promise<E.Either<SyncFailure, PageRead | 'refused'>> => {
  const { client, sync, store, proof } = ports;
  const answer = await askList({ ...sync, client })(O.fromNullable(cursor));
  if (answer._tag === 'CursorRefused') return E.right('refused');
  if (answer._tag !== 'Page') return E.left(unreadList(client, answer));
  const next = O.toNullable(answer.page.next);
  const transactions = answer.page.transactions.map(remoteTransactionOf);
  // As single transactions: the scans of runs keep their own cursor.
  const kept = await store.saveRemoteIndexPage({ scan: 0, transactions, next: O.none, completesScan: false })();
  if (E.isLeft(kept)) return kept;
  const read = await toRows(ports, transactions, state, before);
  if (E.isLeft(read)) return read;
  const json = JSON.stringify(after(read.right.rows, next));
  const saved = await proof.saveListed(read.right.rows, { name: stateName, json })();
  return E.isLeft(saved) ? saved : E.right({ ...read.right, next });
};

const lastPlace = (rows: readonly ListedTransaction[], before: number): number => rows.at(-1)?.place ?? before;

/** How far a part of the list was read. `next`: null at the end of the list. */
interface PartRead {
  readonly next: string | null;
  readonly place: number;
  readonly pages: number;
  readonly pageSize: number;
}

/** Reads the head, until a page has nothing new. */
const readHead = async (ports: ListPorts, state: ListState): Promise<E.Either<SyncFailure, PartRead>> => {
  let part: PartRead = { next: null, place: state.night * placesOfNight, pages: 0, pageSize: 0 };
  const seen = new Set<string>();
  for (;;) {
    const read = await readPage(ports, part.next, state, part.place, () => state);
    if (E.isLeft(read)) return read;
    if (read.right === 'refused') return E.left(unreadList(ports.client, { _tag: 'CursorRefused' }));
    const { next, rows, isKnown } = read.right;
    part = {
      next,
      place: next === null ? Number.NEGATIVE_INFINITY : lastPlace(rows, part.place),
      pages: part.pages + 1,
      pageSize: Math.max(part.pageSize, rows.length),
    };
    // In the first night all of it is new, and read as a round that goes on when it is interrupted.
    const isFirst = !state.isWhole && state.cursor === null;
    const isRead = (isKnown || isFirst) && rows.length > 0 && part.pages >= pagesReadAgain;
    if (next === null || isRead) return E.right(part);
    if (seen.has(next)) return E.left(unreadList(ports.client, { _tag: 'CursorRefused' }));
    seen.add(next);
  }
};

/** Reads on where the round is, at most so many pages. */
const readSlice = async (
  ports: ListPorts,
  from: ListState & { readonly cursor: string },
  { wanted, most }: { readonly wanted: number; readonly most: number },
): Promise<E.Either<SyncFailure, ListState | 'refused'>> => {
  let state: ListState = from;
  const seen = new Set<string>();
  for (let [pages, isNew] = [0, 0]; state.cursor !== null && pages < most && isNew < wanted; pages += 1) {
    const at = state;
    const read = await readPage(ports, at.cursor, at, at.place, (rows, next) => ({
      ...at,
      cursor: next,
      place: next === null ? Number.MIN_SAFE_INTEGER : Math.min(at.place, lastPlace(rows, at.place)),
      isWhole: at.isWhole || next === null,
    }));
    if (E.isLeft(read)) return read;
    if (read.right === 'refused') return E.right('refused');
    const { next, rows, isOfRound } = read.right;
    if (next !== null && seen.has(next)) return E.right('refused');
    if (next !== null) seen.add(next);
    // Behind a cursor that counts, pages come again when something new stands before them.
    if (!isOfRound) isNew += 1;
    state = {
      ...at,
      cursor: next,
      place: next === null ? Number.MIN_SAFE_INTEGER : Math.min(at.place, lastPlace(rows, at.place)),
      isWhole: at.isWhole || next === null,
    };
  }
  return E.right(state);
};

/** Asks about what the list should have shown. A list proves no absence: only the answer about a transaction itself does. */
const confirmMissing = async (
  ports: ListPorts,
  state: ListState,
  missing: readonly ListedTransaction[],
): Promise<E.Either<SyncFailure, void>> => {
  for (const { id } of missing) {
    const confirmed = await confirmListed(ports, state, id);
    if (E.isLeft(confirmed)) return confirmed;
  }
  return E.right(undefined);
};

/** What the service holds of a transaction now, which is remembered; null when it holds it no longer. */
export const confirmListed = async (
  ports: ListPorts,
  state: ListState,
  id: string,
): Promise<E.Either<SyncFailure, RemoteTransaction | null | 'not asked'>> => {
  const { sync, client, proof, store } = ports;
  const answer = await askService({ ...sync, client })(id);
  if (answer._tag === 'Absent') return E.map(() => null)(await proof.forgetListed([id])());
  if (answer._tag !== 'Found') return E.right('not asked');
  const found = { ...remoteTransactionOf(answer.stored), id };
  const kept = await store.saveRemoteIndexPage({
    scan: 0,
    transactions: [found],
    next: O.none,
    completesScan: false,
  })();
  if (E.isLeft(kept)) return kept;
  const known = await proof.findListed([id])();
  if (E.isLeft(known)) return known;
  const { place = state.place } = known.right[0] ?? {};
  const row = { id, place, owner: ownerOf(found), day: dayShown(found), hash: hashOf(found), night: state.night };
  const saved = await proof.saveListed([row], { name: stateName, json: JSON.stringify(state) })();
  return E.isLeft(saved) ? saved : E.right(found);
};

/**
 * Reads what a night reads of the service's list: its head, down to what is known, and the next slice of it, so that a round
 * comes through all of it in four weeks if that fits into `maxNightlyRequests`. The first night reads it whole. What the list
 * should have shown by its order, and did not, is asked for by its id.
 */
export const refreshList = async (
  ports: ListPorts,
  before: ListState | null,
): Promise<E.Either<SyncFailure, ListState>> => {
  const { proof, sync } = ports;
  const night = (before?.night ?? 0) + 1;
  const begin: ListState = {
    ...(before ?? { isWhole: false, cursor: null, place: 0, since: night }),
    night,
    at: sync.clock.now(),
  };
  const head = await readHead(ports, begin);
  if (E.isLeft(head)) return head;
  const gone = await proof.notReadSince(night, Math.max(head.right.place, Number.MIN_SAFE_INTEGER), maxConfirmations)();
  if (E.isLeft(gone)) return gone;
  const isAll = head.right.next === null;
  const fresh = { cursor: head.right.next, place: isAll ? Number.MIN_SAFE_INTEGER : head.right.place, since: night };
  const start: ListState = {
    ...begin,
    ...(begin.cursor === null || isAll ? fresh : {}),
    isWhole: begin.isWhole || isAll,
  };
  const count = await proof.countListed();
  if (E.isLeft(count)) return count;
  const most = maxNightlyRequests - pagesReadAgain - 2 * maxConfirmations;
  const wanted = Math.ceil(count.right / Math.max(1, head.right.pageSize) / nightsOfRound) + 1;
  const room = Math.max(wanted > most ? 0 : 1, most - Math.max(0, head.right.pages - pagesReadAgain));
  const limits = start.isWhole ? { wanted, most: room } : { wanted: Infinity, most: Infinity };
  let end: ListState = start;
  if (start.cursor !== null) {
    const sliced = await readSlice(ports, { ...start, cursor: start.cursor }, limits);
    if (E.isLeft(sliced)) return sliced;
    if (sliced.right === 'refused') {
      if (!start.isWhole) return E.left(unreadList(ports.client, { _tag: 'CursorRefused' }));
      sync.log.warn('The service does not know the cursor of the night before. The round begins again at the head.');
      end = { ...start, cursor: null };
    } else end = sliced.right;
  }
  const passed = await proof.notReadSince(end.since, end.place, maxConfirmations - gone.right.length)();
  if (E.isLeft(passed)) return passed;
  const missing = new Map([...gone.right, ...passed.right].map((one) => [one.id, one]));
  const confirmed = await confirmMissing(ports, end, [...missing.values()]);
  if (E.isLeft(confirmed)) return confirmed;
  const saved = await proof.saveListed([], { name: stateName, json: JSON.stringify(end) })();
  return E.isLeft(saved) ? saved : E.right(end);
};
