/**
 * Keeps partly read pages, so that a page which needs many requests continues after a rate-limit pause and does not start again.
 */
import type { Clock } from '../../../src/domain/environment.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';

/** The part of a page that was read before a request for one of its orders failed. */
export interface PageInProgress<P, A> {
  page: P | undefined;
  /** By position on the page. */
  readonly results: Map<number, A>;
}

export interface PagesInProgress<P, A = SourceResult> {
  readonly of: (key: string) => PageInProgress<P, A>;
  readonly done: (key: string) => void;
  /** Called when a new run begins: pages of an earlier one may lack a late payment or a corrected address. */
  readonly forgetAll: () => void;
}

/** A few windows are read concurrently; older pages are abandoned ones. */
const maxPages = 16;

/** Longer than any pause that Shopify requests, in milliseconds. */
const maxPauseMs = 10 * 60_000;

interface Kept<P, A> {
  readonly page: PageInProgress<P, A>;
  readonly askedAt: number;
}

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
