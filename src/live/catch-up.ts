import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../domain/date-range.ts';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import {
  type CatchUpEnd,
  type CatchUpPorts,
  type CatchUpPosition,
  findPosition,
  notAhead,
  readPiece,
} from './read-piece.ts';

/**
 * What is to be read, in order: first the rest of a piece that was left off. What the platform showed late of it lies before
 * the cursor, so the span behind it overlaps it. Pure.
 */
const piecesFrom = (span: Interval, place: O.Option<CatchUpPosition>): readonly Interval[] => {
  if (O.isNone(place)) return toPieces(span);
  const { piece } = place.value;
  const rest = catchUpRange(O.some(piece.end), millisecondsOf(span.end));
  return [piece, ...toPieces(rest)];
};

/**
 * Reads what changed at a storefront since it was last caught up, and settles it: whatever no webhook told, or told in vain.
 * It moves on only behind windows that are settled wholly; within a window it goes on where it left off, so that a host with
 * too little time for an hour of changes gets through them as well.
 */
export const catchUp = async (ports: CatchUpPorts): Promise<E.Either<StoreError, CatchUpEnd>> => {
  const { at, inbox } = ports;
  const { storefront } = at.mapContext;
  const now = at.ports.clock.now();
  const before = await inbox.catchUpCursor(storefront)();
  if (E.isLeft(before)) return before;
  const known = notAhead(before.right, now);
  const place = await findPosition(at, known, now);
  if (E.isLeft(place)) return place;
  const span = catchUpRange(known, now);
  let upTo = O.isSome(known) ? millisecondsOf(known.value) : millisecondsOf(span.start);
  const moveTo = (milliseconds: number): Promise<E.Either<StoreError, void>> => {
    upTo = Math.max(upTo, milliseconds);
    return inbox.setCatchUpCursor(storefront, instantOfMilliseconds(upTo))();
  };
  for (const [index, piece] of piecesFrom(span, place.right).entries()) {
    const end = await readPiece(ports, piece, index === 0 ? place.right : O.none, moveTo);
    if (E.isLeft(end)) return end;
    if (end.right !== null) return E.right(end.right);
  }
  return E.right({ _tag: 'CaughtUp', upTo: span.end });
};

const firstPiece = 60 * 60_000;

/**
 * A span cut into pieces, each twice as long as the one before it. Whoever has too little time for all of it, as a host that
 * gives a few seconds at a time, is done with the first ones all the same; a span of a year is no more than a dozen questions.
 * Pure.
 */
export const toPieces = ({ start, end }: Interval): readonly Interval[] => {
  const [from, to] = [millisecondsOf(start), millisecondsOf(end)];
  const pieces: Interval[] = [];
  let at = from;
  for (let length = firstPiece; at + length < to; length *= 2) {
    pieces.push({ start: instantOfMilliseconds(at), end: instantOfMilliseconds(at + length) });
    at += length;
  }
  return [...pieces, { start: instantOfMilliseconds(at), end }];
};

/** Platforms show a change minutes after its own time stamp; what is seen twice costs nothing. */
const lookBack = 10 * 60_000;

/** How far back the first catch-up of a storefront goes. */
const firstReach = 2 * 24 * 60 * 60_000;

/** The span whose changes are to be read, given up to when they were read before. Pure. */
export const catchUpRange = (caughtUpTo: O.Option<Instant>, now: number): Interval => ({
  start: instantOfMilliseconds(
    O.isSome(caughtUpTo) ? Math.min(now, millisecondsOf(caughtUpTo.value)) - lookBack : now - firstReach,
  ),
  end: instantOfMilliseconds(now),
});
