/** Reads the changes of one span of time page by page, and remembers the position for the next catch-up. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../domain/date-range.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import type { SourceError } from '../domain/errors.ts';
import { pagesOf } from '../mapping/pages-of.ts';
import type { Cursor, Page, Window } from '../mapping/source-connector.ts';
import { unreadablePosition } from '../pipeline/unreadable-position.ts';
import { callSource, type NotRead } from '../pipeline/call-source.ts';
import { type LiveResult, settleRecords } from './resync-record.ts';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { maxClockSkew } from '../domain/environment.ts';
import { attempt } from '../domain/attempt.ts';

/** Reads and settles all windows of a piece of the span, from a position if there is one; null when the piece is done. */
export const readPiece = (
  ports: CatchUpPorts,
  piece: Interval,
  place: O.Option<CatchUpPosition>,
  moveTo: (milliseconds: number) => StoreResult<void>,
): StoreResult<CatchUpEnd | null> =>
  attempt(async (take) => {
    const { at, isOver } = ports;
    const windows = await callSource(at.ports, isOver)(at.connector.changes(piece));
    if (E.isLeft(windows)) return ended(windows.left);
    const inOrder = [...windows.right].sort((a, b) => millisecondsOf(a.start) - millisecondsOf(b.start));
    // If the connector now divides the windows differently, the window is not found, and the piece is read from its start.
    const resumed = O.isSome(place) ? inOrder.findIndex(({ key }) => key === place.value.window) : -1;
    for (const [index, window] of inOrder.entries()) {
      if (index < resumed) continue;
      const first = index === resumed ? O.map(({ cursor }: CatchUpPosition) => cursor)(place) : O.none;
      const end = await readWindow(ports, piece, window, first);
      if (E.isLeft(end) || end.right !== null) return take(end);
      // Windows may overlap: only changes before the start of the next window are done.
      await take(moveTo(millisecondsOf(inOrder[index + 1]?.start ?? piece.end)));
    }
    await take(inOrder.length === 0 ? await moveTo(millisecondsOf(piece.end)) : E.right(undefined));
    return null;
  });

const Place = t.readonly(
  t.type({ piece: t.type({ start: t.string, end: t.string }), window: t.string, cursor: t.string }),
);

/** The position at which a catch-up stopped within a piece of its span: everything before the cursor of the window is settled. */
export type CatchUpPosition = t.TypeOf<typeof Place>;

/** The checkpoint of the live run that holds the position; no window of a connector has this name. */
const name = 'catch-up';

/** The position at which the last catch-up of a storefront stopped, if it did. `now`: milliseconds since 1970. */
export const findPosition = async (
  { store, run, mapContext }: LiveStorefront,
  caughtUpTo: O.Option<Instant>,
  now: number,
): StoreResult<O.Option<CatchUpPosition>> => {
  const kept = await store.readCheckpoint(run.id, mapContext.storefront, name)();
  return E.isLeft(kept) ? kept : E.right(pipe(kept.right.cursor, O.chain(parse), O.filter(isCurrent(caughtUpTo, now))));
};

export interface CatchUpPorts {
  readonly at: LiveStorefront;
  readonly client: ServiceClient;
  readonly inbox: Pick<Inbox, 'catchUpCursor' | 'setCatchUpCursor'>;
  /** Called often: once it is true, reading ends, and the next catch-up continues there. */
  readonly isOver: () => boolean;
  /** Called with the result of each committed page, and with the time of its request (milliseconds since 1970). */
  readonly onSettled: (page: LiveResult, readAt: number) => StoreResult<void>;
}

export type CatchUpEnd =
  | { readonly _tag: 'CaughtUp'; readonly upTo: Instant }
  /** The service client stopped, or it was interrupted; `after`: the last error of the platform while it was retried. */
  | { readonly _tag: 'Halted'; readonly after?: SourceError }
  | { readonly _tag: 'SourceFailed'; readonly error: SourceError };

/** A cursor in the future was written with a wrong clock: how far reading has come is unknown, and it starts again. Pure. */
export const notAhead = (caughtUpTo: O.Option<Instant>, now: number): O.Option<Instant> =>
  O.filter((at: Instant) => millisecondsOf(at) <= now + maxClockSkew)(caughtUpTo);

const ended = (error: SourceError | NotRead): CatchUpEnd =>
  error._tag === 'NotRead' ? { ...error, _tag: 'Halted' } : { _tag: 'SourceFailed', error };

/** Reads and settles the pages of a window from a cursor; null when the window is done. */
const readWindow = (
  ports: CatchUpPorts,
  piece: Interval,
  window: Window,
  first: O.Option<Cursor>,
): StoreResult<CatchUpEnd | null> =>
  attempt(async (take) => {
    const { at, client, isOver, onSettled } = ports;
    const pages = pagesOf(async (from) => {
      const readAt = at.ports.clock.now();
      const page = await readFrom(ports, window, from, from === first && O.isSome(from));
      return E.map((read: Page) => ({ ...read, from, readAt }))(page);
    }, first);
    for await (const page of pages) {
      if (E.isLeft(page)) return ended(page.left);
      const placeOf = unreadablePosition(window, page.right.from);
      const records = page.right.results.map((result, index) => ({ result, position: placeOf(index) }));
      const settled = await take(settleRecords(at, client, isOver)(records));
      await take(onSettled(settled, page.right.readAt));
      if (!settled.isWhole) return { _tag: 'Halted' };
      const { next } = page.right;
      // This is not part of the page's commit: resync requests of a page must be enqueued before the cursor moves past it.
      await take(
        O.isSome(next) ? savePosition(at, { piece, window: window.key, cursor: next.value }) : E.right(undefined),
      );
    }
    return null;
  });

/**
 * The page at a cursor. The cursor of an earlier catch-up may be too old for the platform: then the window is read from its
 * start.
 */
const readFrom = async (
  { at, isOver }: CatchUpPorts,
  window: Window,
  from: O.Option<Cursor>,
  isOld: boolean,
): Promise<E.Either<SourceError | NotRead, Page>> => {
  const read = callSource(at.ports, isOver);
  const page = await read(at.connector.readPage(window, from));
  return isOld && E.isLeft(page) && page.left._tag === 'SourceRefused'
    ? read(at.connector.readPage(window, O.none))
    : page;
};

const savePosition = async (
  { ports, store, run, mapContext }: LiveStorefront,
  place: CatchUpPosition,
): StoreResult<void> => {
  const checkpoint = { window: name, next: O.some(JSON.stringify(place)) };
  return store.commitPage(
    { runId: run.id, storefront: mapContext.storefront, checkpoint, lines: [], references: [], settledIntents: [] },
    instantOfMilliseconds(ports.clock.now()),
  )();
};

/** Ignores a position that another version has written. Pure. */
const parse = (text: string): O.Option<CatchUpPosition> => pipe(J.parse(text), O.fromEither, O.filter(Place.is));

/**
 * Whether everything before the piece is settled, but not the whole piece. A piece that ends in the future was written with
 * another clock. Pure.
 */
const isCurrent =
  (caughtUpTo: O.Option<Instant>, now: number) =>
  ({ piece }: CatchUpPosition): boolean => {
    const [start, end] = [millisecondsOf(piece.start), millisecondsOf(piece.end)];
    if (end > now) return false;
    if (O.isNone(caughtUpTo)) return true;
    const upTo = millisecondsOf(caughtUpTo.value);
    return start <= upTo && upTo < end;
  };
