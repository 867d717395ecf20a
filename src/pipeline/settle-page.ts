import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { PageCommit } from '../domain/sync-store.ts';
import type { ReportLine } from '../domain/run.ts';
import type { Cursor, SourceConnector } from '../mapping/source-connector.ts';
import type { Lease, PushContext, RunContext } from './run-context.ts';
import type { MapContext } from './map-page.ts';
import type { MappedRecord } from './mapped-record.ts';
import { applyBeforePushToAll } from './before-push.ts';
import { updateCounts } from './progress.ts';
import { maxEqualRefusals } from './limits.ts';
import { type PageResult, pushPage } from './push-page.ts';
import type { SyncFailure } from './failures.ts';

/** What is needed to read, map and push the pages of a window. */
export interface WindowContext {
  readonly runContext: RunContext;
  readonly connector: SourceConnector;
  readonly mapContext: MapContext;
  readonly pushContext: PushContext;
  readonly lease: Lease;
}

/** A page of a window with its mapped records. */
export interface MappedPage {
  readonly records: readonly MappedRecord[];
  /** See `Page`. */
  readonly next: O.Option<Cursor>;
}

type Committed = E.Either<SyncFailure, boolean>;

/** Pushes the pages of a window and commits them in order. */
export interface PageSettler {
  /** Right: whether the page is complete, so that reading can continue after it. */
  readonly settle: (
    checkpointAt: (next: O.Option<Cursor>) => NonNullable<PageCommit['checkpoint']>,
    page: MappedPage,
  ) => Promise<Committed>;
  /** Commits pages that wait. Right(false): the service refused all of them, and they stay pending. */
  readonly finish: () => Promise<Committed>;
}

/**
 * Outcomes and checkpoint are written in one commit, and the checkpoint moves only past a page that is complete.
 *
 * While the service refuses everything, pages wait for their commit: the cause may be a setting and not a sale, and
 * they stay pending when the run ends because of it. They are few, because `maxEqualRefusals` is small.
 */
export const pageSettler = ({ runContext, mapContext, pushContext, lease }: WindowContext): PageSettler => {
  const { ports, store, run, reportProgress } = runContext;
  const { storefront } = mapContext;
  const { gate } = pushContext;
  let deferred: (() => Promise<E.Either<SyncFailure, void>>)[] = [];

  const save =
    (
      { lines, references, settledIntents: settled, replaced }: PageResult,
      checkpoint: PageCommit['checkpoint'],
    ): (() => Promise<E.Either<SyncFailure, void>>) =>
    async () => {
      const at = instantOfMilliseconds(ports.clock.now());
      const page = { runId: run.id, storefront, checkpoint, lines: lines, references, settledIntents: settled };
      const committed = await store.commitPage(page, at)();
      if (E.isLeft(committed)) return committed;
      ports.crashPoint('after_page_commit');
      const outcomes = lines.map(({ outcome }) => outcome);
      reportProgress((progress) => ({ ...progress, counts: updateCounts(progress.counts, outcomes, replaced) }));
      return E.right(undefined);
    };

  const finish = async (): Promise<Committed> => {
    const saves = deferred;
    deferred = [];
    if (gate.refusedAll() !== null) return E.right(saves.length === 0);
    for (const one of saves) {
      const saved = await one();
      if (E.isLeft(saved)) return saved;
    }
    return E.right(true);
  };

  const mayDefer = (lines: readonly ReportLine[]): boolean =>
    gate.refusedInARow() > 0 &&
    deferred.length < maxEqualRefusals &&
    (deferred.length > 0 || lines.some(({ reason }) => reason === 'refused'));

  return {
    settle: async (checkpointAt, { records, next }) => {
      const renewed = await lease.renew();
      if (E.isLeft(renewed)) return renewed;
      const page = await pushPage(pushContext, await applyBeforePushToAll(mapContext, records));
      if (E.isLeft(page)) return page;
      // A process that slept, or a service that asked for long pauses, may have outlived the lease: another process's lines
      // for these sales are newer, and it finds through the intents what was pushed.
      const kept = await lease.renew();
      if (E.isLeft(kept)) return kept;
      const { isWhole, lines } = page.right;
      const saving = save(page.right, isWhole ? checkpointAt(next) : null);
      if (isWhole && mayDefer(lines)) {
        deferred.push(saving);
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
