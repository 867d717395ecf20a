import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { fullJitter } from '../../src/pipeline/async.ts';

const shape = { base: 500, cap: 60_000 };

describe('the back-off', () => {
  it('doubles its bound with each attempt, up to the cap', () => {
    const bounds = [1, 2, 3, 8, 9, 60].map((attempt) => fullJitter(shape)(attempt, 0.999_999_9));
    expect(bounds).toEqual([499, 999, 1_999, 59_999, 59_999, 59_999]);
  });

  it('lies between nothing and its bound, for any attempt', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 5_000 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        (attempt, random) => {
          const wait = fullJitter(shape)(attempt, random);
          expect(wait).toBeGreaterThanOrEqual(0);
          expect(wait).toBeLessThanOrEqual(shape.cap);
        },
      ),
    );
  });
});
