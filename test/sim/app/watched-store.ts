import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { ReportLine } from '../../../src/domain/run.ts';

const isClaim = ({ outcome }: ReportLine): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

/**
 * A sync database with a witness beside it: what is written down as sent while the service does not have it is false,
 * though it may come true before anybody judges the world.
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
