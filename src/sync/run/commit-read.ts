import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import type { PageCommit } from '../../domain/sync-store.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { Cursor, SourceConnector } from '../../mapping/source-connector.ts';
import type { Lease } from './lease-of.ts';
import type { PrepareContext } from '../entry/prepare-entry.ts';
import type { MappedRecord } from '../entry/candidate.ts';
import { heedHostForAll } from '../entry/heed-host.ts';
import { countOutcomes } from '../progress.ts';
import type { Session } from '../session.ts';
import { maxEqualRefusals } from '../limits.ts';
import { type SettledPage, settlePage } from '../settle/settle-page.ts';
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
  readonly records: readonly MappedRecord[];
  /** See `Page`. */
  readonly next: O.Option<Cursor>;
}

type Committed = E.Either<SyncFailure, boolean>;

/** Settles the pages of a window and commits them in order. */
export interface PageCommits {
  /** Right: whether the page is settled wholly, so that reading can go on behind it. */
  readonly commit: (reading: Pick<WindowReading, 'checkpointAt'>, page: PreparedPage) => Promise<Committed>;
  /** Commits what still waits. Right(false): the service refused all of it, and it stays pending. */
  readonly finish: () => Promise<Committed>;
}

/**
 * Settles pages. Outcomes and checkpoint go into the record book in one commit, and the checkpoint only moves behind a page
 * that is settled wholly.
 *
 * As long as the service refuses everything, pages wait for their commit: what it refuses then may be a matter of settings and
 * not of single sales, and stays pending when the run ends because of it. They are few, because `maxEqualRefusals` is small.
 */
export const pageCommits = ({ session, prepare, work, lease }: WindowContext): PageCommits => {
  const { ports, book, run, tell } = session;
  const { storefront } = prepare;
  const { gate } = work;
  let waiting: (() => Promise<E.Either<SyncFailure, void>>)[] = [];

  const save =
    (
      { entries, references, settled, replaced }: SettledPage,
      checkpoint: PageCommit['checkpoint'],
    ): (() => Promise<E.Either<SyncFailure, void>>) =>
    async () => {
      const at = instantOfMilliseconds(ports.clock.now());
      const page = { runId: run.id, storefront, checkpoint, lines: entries, references, settledIntents: settled };
      const committed = await book.commitPage(page, at)();
      if (E.isLeft(committed)) return committed;
      ports.crashPoint('after_page_commit');
      const outcomes = entries.map(({ outcome }) => outcome);
      tell((progress) => ({ ...progress, counts: countOutcomes(progress.counts, outcomes, replaced) }));
      return E.right(undefined);
    };

  const finish = async (): Promise<Committed> => {
    const saves = waiting;
    waiting = [];
    if (gate.refusedAll() !== null) return E.right(saves.length === 0);
    for (const one of saves) {
      const saved = await one();
      if (E.isLeft(saved)) return saved;
    }
    return E.right(true);
  };

  const mayWait = (entries: readonly ReportLine[]): boolean =>
    gate.refusedInARow() > 0 &&
    waiting.length < maxEqualRefusals &&
    (waiting.length > 0 || entries.some(({ reason }) => reason === 'refused'));

  return {
    commit: async (reading, { records, next }) => {
      const renewed = await lease.renew();
      if (E.isLeft(renewed)) return renewed;
      const settled = await settlePage(work, await heedHostForAll(prepare, records));
      if (E.isLeft(settled)) return settled;
      // A process that slept, or a service that asked for long pauses, may have outlived the lease: what another process has
      // said of these sales since is newer, and it finds what was pushed through the intents.
      const kept = await lease.renew();
      if (E.isLeft(kept)) return kept;
      const { isWhole, entries } = settled.right;
      const saving = save(settled.right, isWhole ? reading.checkpointAt(next) : null);
      if (isWhole && mayWait(entries)) {
        waiting.push(saving);
        return E.right(true);
      }
      const before = await finish();
      if (E.isLeft(before)) return before;
      const saved = before.right ? await saving() : E.right(undefined);
      return E.isLeft(saved) ? saved : E.right(isWhole && before.right);
    },
    finish,
  };
};
