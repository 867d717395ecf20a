import { describe, expect, it } from '@jest/globals';
import { formatDuration } from '../../src/domain/format-duration.ts';

describe('a span of time', () => {
  it.each([
    [400, '0 s'],
    [42_000, '42 s'],
    [119_600, '2 min 0 s'],
    [200_000, '3 min 20 s'],
    [3_900_000, '1 h 5 min'],
  ])('of %d ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
