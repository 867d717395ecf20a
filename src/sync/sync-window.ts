import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from '../core/digest.ts';
import { instantOfMilliseconds } from '../core/instant.ts';
import { type SourceError } from '../core/source-error.ts';
import { type Cursor, type Page, type SourceConnector, type Window } from '../mapping/source-connector.ts';
import { type PreparedRecord } from './candidate.ts';
import { heedHost } from './heed-host.ts';
import { type Lease } from './hold-lease.ts';
import { prepareEntry, type PrepareContext } from './prepare-entry.ts';
import { countOutcomes } from './progress.ts';
import { type NotRead, readSource } from './read-source.ts';
import { type Session } from './session.ts';
import { settlePage } from './settle-page.ts';
import { type SyncFailure } from './sync-failure.ts';
import { type Work } from './work.ts';

/** How the reading of a window or of a storefront ended. */
export type ReadEnd =
  | { readonly _tag: 'Done' }
  /** The lane stopped or the run was interrupted; the checkpoint is where the next run goes on. */
  | { readonly _tag: 'Halted' }
  | { readonly _tag: 'SourceStopped'; readonly error: SourceError };

export const done: ReadEnd = { _tag: 'Done' };
export const halted: ReadEnd = { _tag: 'Halted' };
export const endOf = (error: SourceError | NotRead): ReadEnd =>
  error._tag === 'NotRead' ? halted : { _tag: 'SourceStopped', error };

const goesInCircles: SourceError = {
  _tag: 'SourceRefused',
  message:
    'The platform gave the same cursor twice, so that reading would never end. Run again; if it stays, report it.',
};

/** What the pages of a window are read, mapped and settled with. */
export interface WindowContext {
  readonly session: Session;
  readonly connector: SourceConnector;
  readonly prepare: PrepareContext;
  readonly work: Work;
  readonly lease: Lease;
}

/**
 * Reads one window from its checkpoint to its end. The following page is read while this one is pushed. Outcomes and
 * checkpoint go into the record book in one commit, and the checkpoint only moves behind a page that is settled wholly.
 */
export const syncWindow =
  ({ session, connector, prepare, work, lease }: WindowContext) =>
  async (window: Window): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const { ports, book, lane, run, tell } = session;
    const { crashPoint, clock } = ports;
    const { storefront } = prepare;
    const checkpoint = await book.checkpoint(run.id, storefront, window.key)();
    if (E.isLeft(checkpoint)) return checkpoint;
    if (checkpoint.right.done) return E.right(done);

    const read = (from: O.Option<Cursor>): Promise<E.Either<SourceError | NotRead, Page>> =>
      readSource(ports, lane.isOver)(connector.readPage(window, from));
    const heed = heedHost(ports.beforePush, prepare);
    const seen = new Set<Cursor>();
    let { cursor } = checkpoint.right;
    crashPoint('before_page');
    let reading = read(cursor);
    for (;;) {
      const page = await reading;
      if (E.isLeft(page)) return E.right(endOf(page.left));
      crashPoint('after_page_read');
      const { entries, next } = page.right;
      if (O.isSome(next)) {
        if (seen.has(next.value)) return E.right(endOf(goesInCircles));
        seen.add(next.value);
        reading = read(next);
      }
      const renewed = await lease.renew();
      if (E.isLeft(renewed)) return renewed;

      const place = digestOf(`${window.key} ${O.isSome(cursor) ? cursor.value : ''}`).slice(0, 12);
      const prepared: PreparedRecord[] = [];
      for (const [index, entry] of entries.entries()) {
        prepared.push(await heed(prepareEntry(prepare)(entry, `unreadable-${place}-${index + 1}`)));
      }
      const settled = await settlePage(work)(prepared);
      if (E.isLeft(settled)) return settled;
      const { isWhole, replaced } = settled.right;
      const at = instantOfMilliseconds(clock.now());
      const committed = await book.commitPage(
        {
          runId: run.id,
          storefront,
          checkpoint: isWhole ? { window: window.key, next } : null,
          entries: settled.right.entries,
          references: settled.right.references,
          settled: settled.right.settled,
        },
        at,
      )();
      if (E.isLeft(committed)) return committed;
      crashPoint('after_page_commit');
      const outcomes = settled.right.entries.map(({ outcome }) => outcome);
      tell((progress) => ({ ...progress, counts: countOutcomes(progress.counts, outcomes, replaced) }));
      if (!isWhole) return E.right(halted);
      if (O.isNone(next)) return E.right(done);
      if (lane.isOver()) return E.right(halted);
      cursor = next;
      crashPoint('before_page');
    }
  };
