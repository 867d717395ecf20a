import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';

const isClaim = ({ outcome }: ReportLine): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

/**
 * An observed sync database: what is stored as sent while the service does not have it is false, though it may become
 * true before the world is judged.
 */
export const watchedBook = (
  store: SyncStore,
  isThere: (entry: Pick<ReportLine, 'id' | 'name' | 'sourceId'>) => boolean,
  onFalseClaim: (id: string) => void,
): SyncStore => ({
  ...store,
  commitPage: (page, at) =>
    TE.map(() => {
      for (const entry of page.lines.filter(isClaim)) if (!isThere(entry)) onFalseClaim(entry.id);
    })(store.commitPage(page, at)),
});
