import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../../domain/date-range.ts';
import { millisecondsOf } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { Cursor, Page, Window } from '../../mapping/source-connector.ts';
import { unreadablePlace } from '../entry/unreadable-place.ts';
import { goesInCircles } from '../goes-in-circles.ts';
import { type NotRead, readSource } from '../patience/read-source.ts';
import { type CatchUpPlace, keepPlace } from './catch-up-place.ts';
import type { CatchUpEnd, CatchUpPorts } from './catch-up-ports.ts';
import { settleLive } from './settle-live.ts';

const ended = (error: SourceError | NotRead): CatchUpEnd =>
  error._tag === 'NotRead' ? { ...error, _tag: 'Halted' } : { _tag: 'SourceFailed', error };

/** The page at a cursor. One of an earlier catch-up may be too old for the platform: then the window is read from its start. */
const readFrom = async (
  { at, isOver }: CatchUpPorts,
  window: Window,
  from: O.Option<Cursor>,
  isOld: boolean,
): Promise<E.Either<SourceError | NotRead, Page>> => {
  const read = readSource(at.ports, isOver);
  const page = await read(at.connector.readPage(window, from));
  return isOld && E.isLeft(page) && page.left._tag === 'SourceRefused'
    ? read(at.connector.readPage(window, O.none))
    : page;
};

/** Reads and settles the pages of a window from a cursor on; null when that is done. */
const readWindow = async (
  ports: CatchUpPorts,
  piece: Interval,
  window: Window,
  first: O.Option<Cursor>,
): Promise<E.Either<StoreError, CatchUpEnd | null>> => {
  const { at, lane, isOver, onSettled } = ports;
  const seen = new Set<Cursor>();
  for (let from = first, isFirst = true; isFirst || O.isSome(from); isFirst = false) {
    const readAt = at.ports.clock.now();
    const page = await readFrom(ports, window, from, isFirst && O.isSome(from));
    if (E.isLeft(page)) return E.right(ended(page.left));
    const placeOf = unreadablePlace(window, from);
    const records = page.right.entries.map((entry, index) => ({ entry, place: placeOf(index) }));
    const settled = await settleLive(at, lane, isOver)(records);
    if (E.isLeft(settled)) return settled;
    const told = await onSettled(settled.right, readAt);
    if (E.isLeft(told)) return told;
    if (!settled.right.isWhole) return E.right({ _tag: 'Halted' });
    from = page.right.next;
    if (O.isSome(from) && seen.has(from.value)) return E.right(ended(goesInCircles));
    if (O.isSome(from)) seen.add(from.value);
    // Not with the page itself: what it rang for must be rung for before anybody goes on behind it.
    const kept = O.isSome(from)
      ? await keepPlace(at, { piece, window: window.key, cursor: from.value })
      : E.right(undefined);
    if (E.isLeft(kept)) return kept;
  }
  return E.right(null);
};

/** Reads and settles all windows of a piece of the span, from a place on if there is one; null when that is done. */
export const readPiece = async (
  ports: CatchUpPorts,
  piece: Interval,
  place: O.Option<CatchUpPlace>,
  moveTo: (milliseconds: number) => Promise<E.Either<StoreError, void>>,
): Promise<E.Either<StoreError, CatchUpEnd | null>> => {
  const { at, isOver } = ports;
  const windows = await readSource(at.ports, isOver)(at.connector.changes(piece));
  if (E.isLeft(windows)) return E.right(ended(windows.left));
  const inOrder = [...windows.right].sort((a, b) => millisecondsOf(a.start) - millisecondsOf(b.start));
  // A window that the connector cuts otherwise by now is not found, and the piece is read from its start.
  const resumed = O.isSome(place) ? inOrder.findIndex(({ key }) => key === place.value.window) : -1;
  for (const [index, window] of inOrder.entries()) {
    if (index < resumed) continue;
    const first = index === resumed ? O.map(({ cursor }: CatchUpPlace) => cursor)(place) : O.none;
    const end = await readWindow(ports, piece, window, first);
    if (E.isLeft(end) || end.right !== null) return end;
    // Windows may lie side by side: only what begins before the next one is behind us.
    const moved = await moveTo(millisecondsOf(inOrder[index + 1]?.start ?? piece.end));
    if (E.isLeft(moved)) return moved;
  }
  const done = inOrder.length === 0 ? await moveTo(millisecondsOf(piece.end)) : E.right(undefined);
  return E.isLeft(done) ? done : E.right(null);
};
