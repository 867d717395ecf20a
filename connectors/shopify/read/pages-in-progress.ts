import type { Clock } from '../../../src/domain/environment.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';

/** What was read of a page before a request for one of its orders failed. */
export interface PageInProgress<P, A> {
  page: P | undefined;
  /** By the position on the page. */
  readonly results: Map<number, A>;
}

export interface PagesInProgress<P, A = SourceResult> {
  readonly of: (key: string) => PageInProgress<P, A>;
  readonly done: (key: string) => void;
  /** A reading begins: what an earlier one left half read may lack a late payment or a corrected address. */
  readonly forgetAll: () => void;
}

/** Windows are read side by side, a few at a time; pages beyond these are the ones that nobody came back for. */
const maxPages = 16;

/** Longer than any pause that Shopify asks for, in milliseconds. */
const maxPauseMs = 10 * 60_000;

interface Kept<P, A> {
  readonly page: PageInProgress<P, A>;
  readonly askedAt: number;
}

/**
 * Remembers pages that are half read. Without it a page whose orders need more requests than the budget allows at once
 * would begin from its first order after every pause, and never end.
 */
export const pagesInProgress = <P, A = SourceResult>(now: Clock['now']): PagesInProgress<P, A> => {
  const pages = new Map<string, Kept<P, A>>();
  return {
    of: (key) => {
      const known = pages.get(key);
      const askedAt = now();
      const isFresh = known !== undefined && askedAt - known.askedAt <= maxPauseMs;
      const page: PageInProgress<P, A> = isFresh ? known.page : { page: undefined, results: new Map() };
      const [oldest] = pages.keys();
      if (known === undefined && pages.size >= maxPages && oldest !== undefined) pages.delete(oldest);
      pages.set(key, { page, askedAt });
      return page;
    },
    done: (key) => {
      pages.delete(key);
    },
    forgetAll: () => {
      pages.clear();
    },
  };
};
