import { describe, expect, it } from '@jest/globals';
import { watchPages } from '../../src/pipeline/list-bounds.ts';
import type { ServicePage } from '../../src/domain/tax-service.ts';
import * as O from 'fp-ts/lib/Option.js';

const pageOf = (...ids: readonly string[]): ServicePage => ({
  transactions: ids.map((id) => ({ id, name: id, shown: {} })),
  next: O.some('more'),
});

const boundsOf = (...pages: readonly ServicePage[]): readonly unknown[] => {
  const boundOf = watchPages({ warn: () => undefined });
  return pages.map((page) => boundOf(page));
};

describe('a list that does not end', () => {
  it('was read whole once it begins again with its first page', () => {
    expect(boundsOf(pageOf('a', 'b'), pageOf('c'), pageOf('b', 'a'))).toStrictEqual([null, null, 'repeats']);
  });

  it('was not read whole where a service ignores cursors and shows its first page for ever', () => {
    const first = pageOf('a', 'b');
    expect(boundsOf(first, first, first, first)).toStrictEqual([null, null, null, 'circles']);
  });

  it('was not read whole where it goes in circles that do not begin with its first page', () => {
    const [second, third] = [pageOf('c'), pageOf('d')];
    expect(boundsOf(pageOf('a'), second, third, second, third, second).at(-1)).toBe('circles');
  });

  it('names ever more pages without a row', () => {
    expect(boundsOf(...Array.from({ length: 50 }, () => pageOf())).at(-1)).toBe('endless');
  });
});
