import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { Entry } from '../../mapping/source-connector.ts';
import type { MappedRecord } from '../entry/candidate.ts';
import { heedHost } from '../entry/heed-host.ts';
import type { Lane } from '../pace/lane.ts';
import { prepareEntry } from '../entry/prepare-entry.ts';
import { settlePage } from '../settle/settle-page.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { liveWork } from './live-work.ts';

/** Records as they are now, and what became of them. */
export interface LiveSettlement {
  readonly entries: readonly ReportLine[];
  /** False when the lane stopped or the work was interrupted before all of it was clear. */
  readonly isWhole: boolean;
  /** See `SettledPage`. */
  readonly unclear: readonly string[];
}

/**
 * Settles records through the same steps as a historical sync, and keeps their entries in the storefront's live run. A
 * record that is settled as it was told before costs no request.
 *
 * @param isOver asked often; once true, other storefronts are asked nothing more
 */
export const settleLive =
  (at: LiveStorefront, lane: Lane, isOver: () => boolean) =>
  async (
    records: readonly { readonly entry: Entry; readonly place: string }[],
  ): Promise<E.Either<StoreError, LiveSettlement>> => {
    const { ports, book, run, prepare } = at;
    const prepared: MappedRecord[] = [];
    for (const { entry, place } of records) prepared.push(await heedHost(prepare, prepareEntry(prepare, entry, place)));
    const settled = await settlePage(liveWork(at, lane, isOver), prepared);
    if (E.isLeft(settled)) return settled;
    const { entries, references, isWhole, unclear } = settled.right;
    const committed = await book.commitPage(
      {
        runId: run.id,
        storefront: prepare.storefront,
        checkpoint: null,
        lines: entries,
        references,
        settledIntents: settled.right.settled,
      },
      instantOfMilliseconds(ports.clock.now()),
    )();
    return E.isLeft(committed) ? committed : E.right({ entries, isWhole, unclear });
  };
