import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../core/instant.ts';
import type { Cursor, SourceConnector } from '../../mapping/source-connector.ts';
import type { Lease } from './lease-of.ts';
import type { PrepareContext } from '../entry/prepare-entry.ts';
import type { InTurn } from '../entry/prepare-page.ts';
import { countOutcomes } from '../progress.ts';
import type { Session } from '../session.ts';
import { settlePage } from '../settle/settle-page.ts';
import type { SyncFailure } from '../sync-failure.ts';
import type { Work } from '../settle/work.ts';
import type { WindowReading } from './window-reading.ts';

/** What the pages of a window are read, mapped and settled with. */
export interface WindowContext {
  readonly session: Session;
  readonly connector: SourceConnector;
  readonly prepare: PrepareContext;
  readonly work: Work;
  readonly lease: Lease;
}

/** A page of a window, its records mapped. */
export interface PreparedPage {
  readonly records: InTurn;
  /** See `Page`. */
  readonly next: O.Option<Cursor>;
}

/**
 * Settles a page. Outcomes and checkpoint go into the record book in one commit, and the checkpoint only moves behind a page
 * that is settled wholly. Right: whether it was.
 */
export const commitRead =
  ({ session, prepare, work, lease }: WindowContext) =>
  async (
    reading: Pick<WindowReading, 'checkpointAt'>,
    { records, next }: PreparedPage,
  ): Promise<E.Either<SyncFailure, boolean>> => {
    const { ports, book, run, tell } = session;
    const { storefront } = prepare;
    const renewed = await lease.renew();
    if (E.isLeft(renewed)) return renewed;

    const settled = await settlePage(work, await records());
    if (E.isLeft(settled)) return settled;
    // A process that slept, or a service that asked for long pauses, may have outlived the lease: what another process has said
    // of these sales since is newer, and it finds what was pushed through the intents.
    const kept = await lease.renew();
    if (E.isLeft(kept)) return kept;
    const { isWhole, replaced } = settled.right;
    const committed = await book.commitPage(
      {
        runId: run.id,
        storefront,
        checkpoint: isWhole ? reading.checkpointAt(next) : null,
        entries: settled.right.entries,
        references: settled.right.references,
        settled: settled.right.settled,
      },
      instantOfMilliseconds(ports.clock.now()),
    )();
    if (E.isLeft(committed)) return committed;
    ports.crashPoint('after_page_commit');
    const outcomes = settled.right.entries.map(({ outcome }) => outcome);
    tell((progress) => ({ ...progress, counts: countOutcomes(progress.counts, outcomes, replaced) }));
    return E.right(isWhole);
  };
