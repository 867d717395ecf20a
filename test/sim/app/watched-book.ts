import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RecordBook } from '../../../src/core/record-book.ts';
import type { RunEntry } from '../../../src/core/run.ts';

const isClaim = ({ outcome }: RunEntry): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

/**
 * A record book with a witness beside it: what is written down as told while the service does not have it is false,
 * though it may come true before anybody judges the world.
 */
export const watchedBook = (
  book: RecordBook,
  isThere: (entry: Pick<RunEntry, 'id' | 'name' | 'sourceId'>) => boolean,
  onFalseClaim: (id: string) => void,
): RecordBook => ({
  ...book,
  commitPage: (page, at) =>
    TE.map(() => {
      for (const entry of page.entries.filter(isClaim)) if (!isThere(entry)) onFalseClaim(entry.id);
    })(book.commitPage(page, at)),
});
