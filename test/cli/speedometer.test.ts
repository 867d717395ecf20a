import { describe, expect, it } from '@jest/globals';
import { spanOf, speedometer } from '../../src/cli/progress-line.ts';
import { aProgress } from '../support/a-progress.ts';

describe('the time left', () => {
  it('is not fooled by the windows that an earlier process had finished', () => {
    let at = 0;
    const measure = speedometer(() => at);
    measure(aProgress(900, { windows: { done: 0, total: 10 } }));
    measure(aProgress(900, { windows: { done: 8, total: 10 } }));
    at = 10_000;
    expect(measure(aProgress(950, { windows: { done: 9, total: 10 } })).left).toBeCloseTo(10_000);
  });

  it('starts over with each storefront', () => {
    let at = 0;
    const measure = speedometer(() => at);
    measure(aProgress(0, { windows: { done: 0, total: 2 } }));
    at = 60_000;
    measure(aProgress(500, { windows: { done: 2, total: 2 } }));
    measure(aProgress(500, { storefront: 'eu-store', windows: { done: 0, total: 2 } }));
    at = 61_000;
    const { left } = measure(aProgress(510, { storefront: 'eu-store', windows: { done: 1, total: 2 } }));
    expect(left).toBeCloseTo(1_000);
  });
});

describe('a span of time', () => {
  it.each([
    [400, '0 s'],
    [42_000, '42 s'],
    [200_000, '3 min 20 s'],
    [3_900_000, '1 h 5 min'],
  ])('of %d ms is %s', (milliseconds, text) => {
    expect(spanOf(milliseconds)).toBe(text);
  });
});
