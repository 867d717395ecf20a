/**
 * Reads the new part of the service's list and a slice of the rest each night, because the whole list may have millions of rows.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import type { ListedTransaction } from '../domain/proof-store.ts';
import type { RemoteTransaction, StoreResult } from '../domain/sync-store.ts';
import type { SyncFailure } from '../pipeline/failures.ts';
import { pagesReadAgain } from '../pipeline/limits.ts';
import { listedTransactionOf } from '../pipeline/remote-transaction.ts';
import { askList } from '../pipeline/rate-limit/ask-service.ts';
import type { Lease } from '../pipeline/run-context.ts';
import { confirmListed, type ListPorts, toListed } from './confirm-listed.ts';
import { nightsOfRound } from './nightly-days.ts';
import { unreadList } from './pushed.ts';
import { attempt } from '../domain/attempt.ts';

/** The most requests to the service in a night, not counting pages of new transactions after the first ten. */
export const maxNightlyRequests = 500;

/**
 * The share of these requests for transactions that the list should show and does not; the same number is for transactions that
 * seem to differ.
 */
export const maxConfirmations = 40;

const State = t.readonly(
  t.type({
    night: t.number,
    /** When the last read began, in milliseconds since 1970; 0 until that read is complete. */
    at: t.number,
    /** Whether the list was ever read to its end. */
    isWhole: t.boolean,
    /** The last night that read everything new at the head. */
    headNight: t.number,
    /** The position of the last transaction that it read there. */
    headPosition: t.number,
    /** The cursor from which the round continues; null at its end. */
    cursor: t.union([t.string, t.null]),
    /** The position of the last transaction that the round has read. */
    position: t.number,
    /** The night in which the round began at the head. */
    since: t.number,
    /** The night in which the last complete round began; 0 before the first. */
    wholeSince: t.number,
    /** When the last slice was read, in milliseconds since 1970. */
    slicedAt: t.number,
  }),
);
export type ListState = t.TypeOf<typeof State>;

const stateName = 'list';

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

/** Whether the list should have shown it, by its order or in a whole round, but did not. It may be gone. */
export const isDoubtful = (
  { night, position }: Pick<ListedTransaction, 'night' | 'position'>,
  state: Pick<ListState, 'night' | 'headPosition' | 'since' | 'position' | 'wholeSince'>,
): boolean =>
  night < state.wholeSince ||
  (night < state.night && position >= state.headPosition) ||
  (night < state.since && position >= state.position);

/** The additional port for reading the list. The lease is held, and renewed with each page. */
export interface RefreshPorts extends ListPorts {
  readonly lease: Pick<Lease, 'renew'>;
}

const unread: Omit<ListState, 'night'> = {
  ...{ at: 0, isWhole: false, headNight: 0, headPosition: 0 },
  ...{ cursor: null, position: 0, since: 1, wholeSince: 0, slicedAt: 0 },
};

/** The share for transactions that the service is known to hold, to find out whether it answers single reads. */
const maxWitnesses = 10;

/** Milliseconds from one slice to the next: storefronts of other time zones have other nights. */
const betweenSlices = 12 * 60 * 60_000;

/** A position after all others. */
const endOfList = Number.MIN_SAFE_INTEGER;

/**
 * Reads the head of the list down to the known rows, and the next slice of the rest, so that a round covers the whole list in
 * four weeks if that fits into `maxNightlyRequests`. The first night reads the whole list. A transaction that the list should
 * have shown by its order, but did not, is read by its id. Left unless all of this was done.
 */
export const refreshList = (ports: RefreshPorts, before: ListState | null): Promise<E.Either<SyncFailure, ListState>> =>
  attempt(async (take) => {
    const { proof, sync } = ports;
    const now = sync.clock.now();
    const night = (before?.night ?? 0) + 1;
    const begin: ListState = { ...(before ?? unread), night, at: 0 };
    const { next, position: headPosition, pages, pageSize } = await take(readHead(ports, begin));
    const gone = await take(proof.notReadSince(night, headPosition, maxConfirmations)());
    const fresh = { cursor: next, position: headPosition, since: night };
    const start: ListState = {
      ...begin,
      ...(begin.cursor === null || next === null ? fresh : {}),
      ...{ headNight: night, headPosition, isWhole: begin.isWhole || next === null },
    };
    const count = await take(proof.countListed());
    const most = maxNightlyRequests - pagesReadAgain - 2 * maxConfirmations - maxWitnesses;
    const wanted = Math.ceil(count / Math.max(1, pageSize) / nightsOfRound) + 1;
    const room = Math.max(wanted > most ? 0 : 1, most - Math.max(0, pages - pagesReadAgain));
    const limits = start.isWhole ? { wanted, most: room } : { wanted: Infinity, most: Infinity };
    const isTurn = !start.isWhole || Math.abs(now - start.slicedAt) >= betweenSlices;
    const round = await take(isTurn ? readRound(ports, start, fresh, limits) : E.right(start));
    const end: ListState = {
      ...round,
      ...{ at: now, slicedAt: isTurn ? now : start.slicedAt },
      wholeSince: round.position === endOfList ? round.since : start.wholeSince,
    };
    const passed = await take(proof.notReadSince(end.since, end.position, maxConfirmations - gone.length)());
    const missing = new Map([...gone, ...passed].map((one) => [one.id, one]));
    for (const one of missing.values()) {
      await take(confirmListed(ports, one, night));
    }
    await take(ports.lease.renew());
    return take(E.map(() => end)(await saveState(ports, [], end)));
  });

/** How far a part of the list was read. `next`: null at the end of the list. */
interface PartRead {
  readonly next: string | null;
  readonly position: number;
  readonly pages: number;
  readonly pageSize: number;
}

/** More positions than a list has, so that the positions of a later night always come before. */
const positionsOfNight = 10_000_000;

/** Reads the head, until a page has nothing new. */
const readHead = async (ports: RefreshPorts, state: ListState): Promise<E.Either<SyncFailure, PartRead>> => {
  let part: PartRead = { next: null, position: state.night * positionsOfNight, pages: 0, pageSize: 0 };
  const seen = new Set<string>();
  for (;;) {
    const read = await readPage(ports, part.next, state, part.position, () => state);
    if (E.isLeft(read)) return read;
    if (read.right === 'refused') return E.left(unreadList(ports.client, { _tag: 'CursorRefused' }));
    const { next, rows, isKnown } = read.right;
    part = {
      next,
      position: next === null ? endOfList : lastPosition(rows, part.position),
      pages: part.pages + 1,
      pageSize: Math.max(part.pageSize, rows.length),
    };
    // In the first night everything is new, and is read as a round, which continues after an interruption.
    const isFirst = !state.isWhole && state.cursor === null;
    const isRead = (isKnown || isFirst) && rows.length > 0 && part.pages >= pagesReadAgain;
    if (next === null || isRead) return E.right(part);
    if (seen.has(next)) return E.left(unreadList(ports.client, { _tag: 'CursorRefused' }));
    seen.add(next);
  }
};

interface ReadRows {
  readonly rows: readonly ListedTransaction[];
  /** Whether an earlier complete read of the head knew all of them with the same content. */
  readonly isKnown: boolean;
  /** Whether a night of this round had read all of them. */
  readonly isOfRound: boolean;
}

/** One page, saved in the remote index and in the memory of the nightly proof. */
interface PageRead extends ReadRows {
  readonly next: string | null;
}

const readPage = (
  ports: RefreshPorts,
  cursor: string | null,
  state: ListState,
  before: number,
  after: (rows: readonly ListedTransaction[], next: string | null) => ListState,
): Promise<E.Either<SyncFailure, PageRead | 'refused'>> =>
  attempt(async (take) => {
    const { client, sync, store, lease } = ports;
    const answer = await askList({ ...sync, client })(O.fromNullable(cursor));
    if (answer._tag === 'CursorRefused') return 'refused';
    if (answer._tag !== 'Page') return take(E.left(unreadList(client, answer)));
    // If another process now reads the list, its state must not be set back.
    await take(lease.renew());
    const next = O.toNullable(answer.page.next);
    const transactions = answer.page.transactions.map(listedTransactionOf);
    // Saved like single transactions, because the scans of runs keep their own cursor.
    await take(store.saveRemoteIndexPage({ scan: 0, transactions, next: O.none, completesScan: false })());
    const read = await take(toRows(ports, transactions, state, before));
    await take(saveState(ports, read.rows, after(read.rows, next)));
    return { ...read, next };
  });

/** The rows of a page. A new transaction gets the position after the one before it. */
const toRows = async (
  { proof }: ListPorts,
  transactions: readonly RemoteTransaction[],
  { night, since, headNight }: Pick<ListState, 'night' | 'since' | 'headNight'>,
  before: number,
): StoreResult<ReadRows> => {
  const found = await proof.findListed(transactions.map(({ id }) => id))();
  if (E.isLeft(found)) return found;
  const known = new Map(found.right.map((one) => [one.id, one]));
  let position = before;
  const rows = transactions.map((one) => {
    position = known.get(one.id)?.position ?? position - 1;
    return toListed(one, position, night);
  });
  return E.right({
    rows,
    // A row that an interrupted night read first has a position of that night: more new rows may follow it.
    isKnown: rows.every((row) => known.get(row.id)?.hash === row.hash && row.position <= headNight * positionsOfNight),
    isOfRound: rows.every(({ id }) => (known.get(id)?.night ?? 0) >= since),
  });
};

const saveState = async (
  { proof }: Pick<ListPorts, 'proof'>,
  rows: readonly ListedTransaction[],
  state: ListState,
): StoreResult<void> => proof.saveListed(rows, { name: stateName, json: JSON.stringify(state) })();

const lastPosition = (rows: readonly ListedTransaction[], before: number): number => rows.at(-1)?.position ?? before;

/** Reads the next slice. If the service no longer knows the cursor, the round starts again after the head. */
const readRound = (
  ports: RefreshPorts,
  start: ListState,
  again: Pick<ListState, 'cursor' | 'position' | 'since'>,
  limits: Parameters<typeof readSlice>[2],
): Promise<E.Either<SyncFailure, ListState>> =>
  attempt(async (take) => {
    const sliced = await take(readSlice(ports, start, limits));
    if (sliced !== 'refused') return sliced;
    ports.sync.log.warn(
      'The service does not know the cursor of the night before. The round begins again at the head.',
    );
    const second = await take(readSlice(ports, { ...start, ...again }, limits));
    if (second !== 'refused') return second;
    // Then the next night has no refused cursor, and starts at the head.
    const without: ListState = { ...start, cursor: null };
    await take(saveState(ports, [], without));
    return take(start.isWhole ? E.right(without) : E.left(unreadList(ports.client, { _tag: 'CursorRefused' })));
  });

/** Continues the round for at most `most` pages. */
const readSlice = async (
  ports: RefreshPorts,
  from: ListState,
  { wanted, most }: { readonly wanted: number; readonly most: number },
): Promise<E.Either<SyncFailure, ListState | 'refused'>> => {
  let state = from;
  const seen = new Set<string>();
  for (let [pages, isNew] = [0, 0]; state.cursor !== null && pages < most && isNew < wanted; pages += 1) {
    const at = state;
    const after = (rows: readonly ListedTransaction[], next: string | null): ListState => ({
      ...at,
      cursor: next,
      position: next === null ? endOfList : Math.min(at.position, lastPosition(rows, at.position)),
      isWhole: at.isWhole || next === null,
    });
    const read = await readPage(ports, at.cursor, at, at.position, after);
    // An old cursor that is never answered would end each later night.
    if (E.isLeft(read)) return pages === 0 && isUnanswered(read.left) ? E.right('refused') : read;
    if (read.right === 'refused') return E.right('refused');
    const { next, rows, isOfRound } = read.right;
    if (next !== null && seen.has(next)) return E.right('refused');
    if (next !== null) seen.add(next);
    // With a cursor that counts rows, pages repeat when new rows come before them.
    if (!isOfRound) isNew += 1;
    state = after(rows, next);
  }
  return E.right(state);
};

const isUnanswered = (failure: SyncFailure): boolean =>
  failure._tag === 'ServiceFailed' && failure.cause === 'no answer';
