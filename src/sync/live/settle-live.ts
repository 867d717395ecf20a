import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { BookError } from '../../core/record-book.ts';
import type { RunEntry } from '../../core/run.ts';
import type { Entry } from '../../mapping/source-connector.ts';
import type { PreparedRecord } from '../entry/candidate.ts';
import { makeElsewhere } from '../rivals/elsewhere.ts';
import { heedHost } from '../entry/heed-host.ts';
import type { Lane } from '../pace/lane.ts';
import { prepareEntry } from '../entry/prepare-entry.ts';
import { settlePage } from '../settle/settle-page.ts';
import { workOf } from '../settle/work-of.ts';
import type { LiveStorefront } from './live-storefront.ts';

/** Records as they are now, and what became of them. */
export interface LiveSettlement {
  readonly entries: readonly RunEntry[];
  /** False when the lane stopped or the work was interrupted before all of it was clear. */
  readonly isWhole: boolean;
  /** See `SettledPage`. */
  readonly unclear: readonly string[];
}

/** Every earlier word of a live run is said anew, because its records change. */
const always = (): boolean => true;

/**
 * Settles records through the same steps as a historical sync, and keeps their entries in the storefront's live run. A
 * record that is settled as it was told before costs no request.
 *
 * @param isOver asked often; once true, other storefronts are asked nothing more
 */
export const settleLive =
  ({ ports, book, run, prepare }: LiveStorefront, lane: Lane, isOver: () => boolean) =>
  async (
    records: readonly { readonly entry: Entry; readonly place: string }[],
  ): Promise<E.Either<BookError, LiveSettlement>> => {
    const heed = heedHost(ports.beforePush, prepare);
    const prepared: PreparedRecord[] = [];
    for (const { entry, place } of records) prepared.push(await heed(prepareEntry(prepare, entry, place)));
    const session = {
      ports,
      book,
      lane,
      listWalk: null,
      elsewhere: makeElsewhere(ports, book, isOver),
      run,
      takeDriftQuestion: always,
      tell: () => undefined,
    };
    const settled = await settlePage(workOf(session, prepare.storefront, always), prepared);
    if (E.isLeft(settled)) return settled;
    const { entries, references, isWhole, unclear } = settled.right;
    const committed = await book.commitPage(
      {
        runId: run.id,
        storefront: prepare.storefront,
        checkpoint: null,
        entries,
        references,
        settled: settled.right.settled,
      },
      instantOfMilliseconds(ports.clock.now()),
    )();
    return E.isLeft(committed) ? committed : E.right({ entries, isWhole, unclear });
  };
