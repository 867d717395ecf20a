import type { Entry } from '../../../src/mapping/source-connector.ts';

/** What was read of a page before a request for one of its orders failed. */
export interface PageInProgress<P, A> {
  page: P | undefined;
  /** By the position on the page. */
  readonly entries: Map<number, A>;
}

export interface PagesInProgress<P, A = Entry> {
  readonly of: (key: string) => PageInProgress<P, A>;
  readonly done: (key: string) => void;
}

/** Windows are read side by side, a few at a time; pages beyond these are the ones that nobody came back for. */
const mostPages = 16;

/**
 * Remembers pages that are half read. Without it a page whose orders need more requests than the budget allows at once
 * would begin from its first order after every pause, and never end.
 */
export const pagesInProgress = <P, A = Entry>(): PagesInProgress<P, A> => {
  const pages = new Map<string, PageInProgress<P, A>>();
  return {
    of: (key) => {
      const known = pages.get(key);
      if (known !== undefined) return known;
      const fresh: PageInProgress<P, A> = { page: undefined, entries: new Map() };
      const [oldest] = pages.keys();
      if (pages.size >= mostPages && oldest !== undefined) pages.delete(oldest);
      pages.set(key, fresh);
      return fresh;
    },
    done: (key) => {
      pages.delete(key);
    },
  };
};
