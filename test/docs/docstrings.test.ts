import { describe, expect, it } from '@jest/globals';
import { checker, exported, ownOf } from '../support/public-doors.ts';

describe('what the doors of the package hand out', () => {
  it('has a docstring, each of it', () => {
    expect(exported.length).toBeGreaterThan(100);
    const silent = exported.filter(({ symbol }) => ownOf(symbol).getDocumentationComment(checker).length === 0);
    expect(silent.map(({ door, symbol }) => `${door}: ${symbol.name}`)).toStrictEqual([]);
  });
});
