import { describe, expect, it } from '@jest/globals';
import { pagesWorthWalking } from '../../../src/sync/presence/pages-worth-walking.ts';

const atFirst = 100;

describe('how many pages of the list a run may have read', () => {
  it.each([
    ['a hundred before anything is known of the sales', 0, 100],
    ['still a hundred for a few that nobody knows', 99, 100],
    ['one for each question that would be asked instead', 300, 300],
    ['as many as there are, in the end, for a long history', 1_000_000, 1_000_000],
  ])('is %s', (_, unknown, pages) => {
    expect(pagesWorthWalking({ atFirst, unknown, isWholeNeeded: false })).toBe(pages);
  });

  it('has no bound where something hangs on the whole list', () => {
    expect(pagesWorthWalking({ atFirst, unknown: 0, isWholeNeeded: true })).toBe(Number.POSITIVE_INFINITY);
  });
});
