import type { Interval } from '../../domain/date-range.ts';
import { instantOfMilliseconds, millisecondsOf } from '../../domain/instant.ts';

const firstPiece = 60 * 60_000;

/**
 * A span cut into pieces, each twice as long as the one before it. Whoever has too little time for all of it, as a host that
 * gives a few seconds at a time, is done with the first ones all the same; a span of a year is no more than a dozen questions.
 * Pure.
 */
export const piecesOf = ({ start, end }: Interval): readonly Interval[] => {
  const [from, to] = [millisecondsOf(start), millisecondsOf(end)];
  const pieces: Interval[] = [];
  let at = from;
  for (let length = firstPiece; at + length < to; length *= 2) {
    pieces.push({ start: instantOfMilliseconds(at), end: instantOfMilliseconds(at + length) });
    at += length;
  }
  return [...pieces, { start: instantOfMilliseconds(at), end }];
};
