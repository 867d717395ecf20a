import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Instant } from '../../domain/instant.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { Cursor, Window } from '../../mapping/source-connector.ts';
import { pageCommits, type PreparedPage, type WindowContext } from './commit-read.ts';
import { goesInCircles } from '../goes-in-circles.ts';
import type { OneAtATime } from '../one-at-a-time.ts';
import { type NotRead, readSource } from '../patience/read-source.ts';
import { preparePage } from '../entry/prepare-page.ts';
import type { SyncFailure } from '../sync-failure.ts';
import { type WindowReading, windowReading } from './window-reading.ts';

/** How the reading of a window or of a storefront ended. */
export type ReadEnd =
  | { readonly _tag: 'Done' }
  /** The lane stopped or the run was interrupted; the checkpoint is where the next run goes on. `after`: see `NotRead`. */
  | { readonly _tag: 'Halted'; readonly after?: SourceError }
  | { readonly _tag: 'SourceStopped'; readonly error: SourceError };

export const done: ReadEnd = { _tag: 'Done' };
export const halted: ReadEnd = { _tag: 'Halted' };
export const endOf = (error: SourceError | NotRead): ReadEnd =>
  error._tag === 'NotRead' ? { ...error, _tag: 'Halted' } : { _tag: 'SourceStopped', error };

type Pages = (
  context: WindowContext,
  inTurn: OneAtATime,
  isOver: () => boolean,
) => (window: Window, reading: WindowReading) => Promise<E.Either<SyncFailure, ReadEnd>>;

const readPages: Pages = (context, inTurn, isOver) => async (window, reading) => {
  const { session, connector } = context;
  const { crashPoint } = session.ports;
  // Never rejects: the following page is read while nobody waits for it, and a rejection would end the process.
  const read = (from: O.Option<Cursor>): Promise<E.Either<SourceError | NotRead, PreparedPage>> =>
    readSource(
      session.ports,
      isOver,
    )(async () => {
      const page = await connector.readPage(window, from)();
      return E.isLeft(page)
        ? page
        : E.right({ records: preparePage(context.prepare, window, from, page.right.entries), next: page.right.next });
    });
  const { commit, finish } = pageCommits(context);
  const ended = async (end: ReadEnd): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const finished = await inTurn(finish);
    if (E.isLeft(finished)) return finished;
    return E.right(finished.right ? end : halted);
  };
  const seen = new Set<Cursor>();
  crashPoint('before_page');
  let coming = read(reading.cursor);
  for (;;) {
    const page = await coming;
    if (E.isLeft(page)) return ended(endOf(page.left));
    crashPoint('after_page_read');
    const { next } = page.right;
    if (O.isSome(next)) {
      if (seen.has(next.value)) return ended(endOf(goesInCircles));
      seen.add(next.value);
    }
    const isWhole = await inTurn(() => {
      // Not sooner: pages that wait for their turn outlive the collections of young garbage, and it is a costly heap.
      if (O.isSome(next)) coming = read(next);
      return commit(reading, page.right);
    });
    if (E.isLeft(isWhole)) return isWhole;
    if (!isWhole.right) return E.right(halted);
    if (O.isNone(next)) return ended(done);
    if (isOver()) return ended(halted);
    crashPoint('before_page');
  }
};

/**
 * Reads one window from its checkpoint to its end, and once more where `windowReading` says so. The following page is read
 * while this one is pushed. Windows that are read side by side take turns at settling: what is under way at the service stays
 * within its bounds.
 *
 * @param begun see `beginOf`
 */
export const syncWindow =
  (context: WindowContext, begun: Instant, inTurn: OneAtATime, isOver: () => boolean) =>
  async (window: Window): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const { session, prepare } = context;
    const { ports, book, run } = session;
    const find = windowReading((name) => book.readCheckpoint(run.id, prepare.storefront, name), begun);
    const read = readPages(context, inTurn, isOver);
    for (;;) {
      const reading = await find(window, ports.clock.now());
      if (E.isLeft(reading)) return reading;
      if (reading.right.isDone) return E.right(done);
      const end = await read(window, reading.right);
      if (E.isLeft(end) || end.right._tag !== 'Done' || reading.right.isLast) return end;
      if (isOver()) return E.right(halted);
    }
  };
