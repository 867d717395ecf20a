import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../../core/date-range.ts';
import type { Inbox } from '../../core/inbox.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../../core/instant.ts';
import type { BookError } from '../../core/record-book.ts';
import type { RunEntry } from '../../core/run.ts';
import type { SourceError } from '../../core/source-error.ts';
import type { Cursor, Window } from '../../mapping/source-connector.ts';
import { unreadablePlace } from '../entry/unreadable-place.ts';
import type { Lane } from '../pace/lane.ts';
import { type NotRead, readSource } from '../patience/read-source.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { piecesOf } from './pieces-of.ts';
import { settleLive } from './settle-live.ts';

/** Platforms show a change minutes after its own time stamp; what is seen twice costs nothing. */
const lookBack = 10 * 60_000;
/** How far back the first catch-up of a storefront goes. */
const firstReach = 2 * 24 * 60 * 60_000;

/** The span whose changes are to be read, given up to when they were read before. Pure. */
export const spanOf = (caughtUpTo: O.Option<Instant>, now: number): Interval => ({
  start: instantOfMilliseconds(
    O.isSome(caughtUpTo) ? Math.min(now, millisecondsOf(caughtUpTo.value)) - lookBack : now - firstReach,
  ),
  end: instantOfMilliseconds(now),
});

export interface CatchUpPorts {
  readonly at: LiveStorefront;
  readonly lane: Lane;
  readonly inbox: Pick<Inbox, 'caughtUpTo' | 'setCaughtUpTo'>;
  /** Asked often: once true, reading ends, and the next catch-up goes on from there. */
  readonly isOver: () => boolean;
  /** Told the entries of each page once they are committed, and when it was asked for (milliseconds since 1970). */
  readonly onSettled: (entries: readonly RunEntry[], readAt: number) => Promise<E.Either<BookError, void>>;
}

/** How a catch-up ended. */
export type CatchUpEnd =
  | { readonly _tag: 'CaughtUp'; readonly upTo: Instant }
  /** The lane stopped, or it was interrupted. */
  | { readonly _tag: 'Halted' }
  | { readonly _tag: 'SourceFailed'; readonly error: SourceError };

const ended = (error: SourceError | NotRead): CatchUpEnd =>
  error._tag === 'NotRead' ? { _tag: 'Halted' } : { _tag: 'SourceFailed', error };

const circle: SourceError = {
  _tag: 'SourceRefused',
  message: 'The platform gave the same cursor twice, so that reading would never end. If it stays, report it.',
};

/** Reads and settles all pages of a window; null when that is done. */
const readWindow = async (
  { at, lane, isOver, onSettled }: CatchUpPorts,
  window: Window,
): Promise<E.Either<BookError, CatchUpEnd | null>> => {
  const seen = new Set<Cursor>();
  for (let from: O.Option<Cursor> = O.none, isFirst = true; isFirst || O.isSome(from); isFirst = false) {
    const readAt = at.ports.clock.now();
    const page = await readSource(at.ports, isOver)(at.connector.readPage(window, from));
    if (E.isLeft(page)) return E.right(ended(page.left));
    const placeOf = unreadablePlace(window, from);
    const records = page.right.entries.map((entry, index) => ({ entry, place: placeOf(index) }));
    const settled = await settleLive(at, lane, isOver)(records);
    if (E.isLeft(settled)) return settled;
    const told = await onSettled(settled.right.entries, readAt);
    if (E.isLeft(told)) return told;
    if (!settled.right.isWhole) return E.right({ _tag: 'Halted' });
    from = page.right.next;
    if (O.isSome(from) && seen.has(from.value)) return E.right(ended(circle));
    if (O.isSome(from)) seen.add(from.value);
  }
  return E.right(null);
};

/** Reads and settles all windows of a piece of the span; null when that is done. */
const readPiece = async (
  ports: CatchUpPorts,
  piece: Interval,
  moveTo: (milliseconds: number) => Promise<E.Either<BookError, void>>,
): Promise<E.Either<BookError, CatchUpEnd | null>> => {
  const { at, isOver } = ports;
  const windows = await readSource(at.ports, isOver)(at.connector.changes(piece));
  if (E.isLeft(windows)) return E.right(ended(windows.left));
  const inOrder = [...windows.right].sort((a, b) => millisecondsOf(a.start) - millisecondsOf(b.start));
  for (const [index, window] of inOrder.entries()) {
    const end = await readWindow(ports, window);
    if (E.isLeft(end) || end.right !== null) return end;
    // Windows may lie side by side: only what begins before the next one is behind us.
    const moved = await moveTo(millisecondsOf(inOrder[index + 1]?.start ?? piece.end));
    if (E.isLeft(moved)) return moved;
  }
  const done = inOrder.length === 0 ? await moveTo(millisecondsOf(piece.end)) : E.right(undefined);
  return E.isLeft(done) ? done : E.right(null);
};

/**
 * Reads what changed at a storefront since it was last caught up, and settles it: whatever no webhook told, or told in vain.
 * The cursor moves only behind windows that are settled wholly.
 */
export const catchUp = async (ports: CatchUpPorts): Promise<E.Either<BookError, CatchUpEnd>> => {
  const { at, inbox } = ports;
  const { storefront } = at.prepare;
  const before = await inbox.caughtUpTo(storefront)();
  if (E.isLeft(before)) return before;
  const span = spanOf(before.right, at.ports.clock.now());
  let upTo = O.isSome(before.right) ? millisecondsOf(before.right.value) : millisecondsOf(span.start);
  const moveTo = (milliseconds: number): Promise<E.Either<BookError, void>> => {
    upTo = Math.max(upTo, milliseconds);
    return inbox.setCaughtUpTo(storefront, instantOfMilliseconds(upTo))();
  };
  for (const piece of piecesOf(span)) {
    const end = await readPiece(ports, piece, moveTo);
    if (E.isLeft(end)) return end;
    if (end.right !== null) return E.right(end.right);
  }
  return E.right({ _tag: 'CaughtUp', upTo: span.end });
};
