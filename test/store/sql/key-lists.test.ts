import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toKeyLists } from '../../../src/store/sql/database.ts';

describe('keys are cut into lists', () => {
  it('that hold every key, in its order, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), (keys) => {
        expect([...new Set(toKeyLists(keys).flat())]).toStrictEqual(keys);
      }),
    );
  });

  it('of eight lengths at most, so that few statements are prepared', () => {
    const lengths = Array.from({ length: 300 }, (_, count) =>
      toKeyLists(Array.from({ length: count }, (_key, key) => key)),
    )
      .flat()
      .map((list) => list.length);
    expect([...new Set(lengths)].sort((a, b) => a - b)).toStrictEqual([8, 16, 24, 32, 40, 48, 56, 64]);
  });

  it('and a page of fifty is one statement', () => {
    expect(toKeyLists(Array.from({ length: 50 }, (_, key) => key))).toHaveLength(1);
  });
});
