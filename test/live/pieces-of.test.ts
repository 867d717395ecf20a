import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { instantOfMilliseconds, millisecondsOf } from '../../src/domain/instant.ts';
import { toPieces } from '../../src/live/run-catch-up.ts';

const hour = 60 * 60_000;
const start = Date.UTC(2026, 3, 1);
const span = (length: number): Parameters<typeof toPieces>[0] => ({
  start: instantOfMilliseconds(start),
  end: instantOfMilliseconds(start + length),
});

describe('the pieces of a span', () => {
  it('are one for an hour, and few for a year', () => {
    expect(toPieces(span(hour))).toStrictEqual([span(hour)]);
    expect(toPieces(span(365 * 24 * hour)).length).toBeLessThan(15);
  });

  it('follow each other without a gap and without an overlap, the first one short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 * 24 * hour }), (length) => {
        const pieces = toPieces(span(length));
        expect(pieces[0]?.start).toBe(span(length).start);
        expect(pieces.at(-1)?.end).toBe(span(length).end);
        for (const [index, piece] of pieces.entries()) {
          expect(millisecondsOf(piece.start)).toBeLessThan(millisecondsOf(piece.end));
          if (index > 0) expect(piece.start).toBe(pieces[index - 1]?.end);
        }
        expect(millisecondsOf(pieces[0]?.end ?? '') - start).toBeLessThanOrEqual(hour);
      }),
    );
  });
});
