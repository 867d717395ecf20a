import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../../domain/date-range.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { type CatchUpPlace, findPlace } from './catch-up-place.ts';
import type { CatchUpEnd, CatchUpPorts } from './catch-up-ports.ts';
import { notAhead } from './not-ahead.ts';
import { piecesOf } from './pieces-of.ts';
import { readPiece } from './read-piece.ts';
import { spanOf } from './span-of.ts';

/**
 * What is to be read, in order: first the rest of a piece that was left off. What the platform showed late of it lies before
 * the cursor, so the span behind it overlaps it. Pure.
 */
const piecesFrom = (span: Interval, place: O.Option<CatchUpPlace>): readonly Interval[] => {
  if (O.isNone(place)) return piecesOf(span);
  const { piece } = place.value;
  const rest = spanOf(O.some(piece.end), millisecondsOf(span.end));
  return [piece, ...piecesOf(rest)];
};

/**
 * Reads what changed at a storefront since it was last caught up, and settles it: whatever no webhook told, or told in vain.
 * It moves on only behind windows that are settled wholly; within a window it goes on where it left off, so that a host with
 * too little time for an hour of changes gets through them as well.
 */
export const catchUp = async (ports: CatchUpPorts): Promise<E.Either<StoreError, CatchUpEnd>> => {
  const { at, inbox } = ports;
  const { storefront } = at.prepare;
  const now = at.ports.clock.now();
  const before = await inbox.catchUpCursor(storefront)();
  if (E.isLeft(before)) return before;
  const known = notAhead(before.right, now);
  const place = await findPlace(at, known, now);
  if (E.isLeft(place)) return place;
  const span = spanOf(known, now);
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
