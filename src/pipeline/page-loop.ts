/** Reads a window of a storefront page by page, pushes each page, and commits its outcomes together with the checkpoint. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { SourceError } from '../domain/errors.ts';
import type { ReportLine } from '../domain/run.ts';
import { pagesOf } from '../mapping/pages-of.ts';
import type { Cursor, SourceConnector, Window } from '../mapping/source-connector.ts';
import { callSource, type NotRead } from './call-source.ts';
import type { OneAtATime } from '../domain/async.ts';
import { type MapContext, mapPage } from './map-page.ts';
import type { MappedRecord } from './mapped-record.ts';
import { applyBeforePushToAll } from './before-push.ts';
import { updateCounts } from './progress.ts';
import { maxEqualRefusals } from './limits.ts';
import { type PageResult, settlePage } from './settle-page.ts';
import type { Lease, PushContext, RunContext } from './run-context.ts';
import type { SyncFailure } from './failures.ts';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as t from 'io-ts';
import type { PageCommit, StoreError, SyncStore } from '../domain/sync-store.ts';
import { attempt } from '../domain/attempt.ts';

/** How reading a window or a storefront ended. */
export type ReadEnd =
  | { readonly _tag: 'Done' }
  /** The service client stopped or the run was interrupted; the checkpoint is where the next run goes on. `after`: see `NotRead`. */
  | { readonly _tag: 'Halted'; readonly after?: SourceError }
  | { readonly _tag: 'SourceStopped'; readonly error: SourceError };

export const readDone: ReadEnd = { _tag: 'Done' };

export const readHalted: ReadEnd = { _tag: 'Halted' };

export const toReadEnd = (error: SourceError | NotRead): ReadEnd =>
  error._tag === 'NotRead' ? { ...error, _tag: 'Halted' } : { _tag: 'SourceStopped', error };

/**
 * Reads one window from its checkpoint to its end, and once more where `windowReading` requires it. The next page is
 * read while this one is pushed. Windows that are read in parallel push in turn, which bounds the requests in progress.
 *
 * @param begun see `readStorefrontBegin`
 */
export const runWindow =
  (context: WindowContext, begun: Instant, inOrder: OneAtATime, mustStop: () => boolean) =>
  async (window: Window): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const { runContext, mapContext } = context;
    const { ports, store, run } = runContext;
    const find = windowReading((name) => store.readCheckpoint(run.id, mapContext.storefront, name), begun);
    const read = runPages(context, inOrder, mustStop);
    for (;;) {
      const reading = await find(window, ports.clock.now());
      if (E.isLeft(reading)) return reading;
      if (reading.right.isDone) return E.right(readDone);
      const end = await read(window, reading.right);
      if (E.isLeft(end) || end.right._tag !== 'Done' || reading.right.isLast) return end;
      if (mustStop()) return E.right(readHalted);
    }
  };

/** One reading of a window from its first page to its last, across interruptions. */
export interface WindowReading {
  /** Where it continues; none before its first page. */
  readonly cursor: O.Option<Cursor>;
  /** Whether the window is complete. */
  readonly isDone: boolean;
  /** Whether this reading completes the window. If not, sales made between its start and the resumption are missing. */
  readonly isLast: boolean;
  /** What is committed with the page before a cursor, or with the last page. */
  readonly checkpointAt: (next: O.Option<Cursor>) => NonNullable<PageCommit['checkpoint']>;
}

/** Milliseconds after a window's end within which a platform may still show new sales of it. */
const lateSales = 60 * 60_000;

/**
 * How far a run has read a window.
 *
 * In a window that is not over, more may still be sold. A reading of it therefore counts only until the run is resumed, and
 * no longer than that day. A resumed run first finishes the interrupted reading, so that it makes progress however often it
 * is interrupted, and then reads the window once more. Settled sales stay settled.
 *
 * @param begun see `readStorefrontBegin`
 * @param now milliseconds since 1970
 */
export const windowReading =
  (checkpointOf: (name: string) => ReturnType<SyncStore['readCheckpoint']>, begun: Instant) =>
  async (window: Pick<Window, 'key' | 'end' | 'kind'>, now: number): Promise<E.Either<StoreError, WindowReading>> => {
    const { key, end, kind } = window;
    // Later changes are read from the mark on, so a window of changes is never read twice.
    const isPast = kind === 'changed' || millisecondsOf(end) <= now - lateSales;
    const name = isPast ? key : `${key}, not over`;
    return pipe(
      await checkpointOf(name)(),
      E.map(({ cursor, done }) =>
        isPast
          ? { cursor, isDone: done, isLast: true, checkpointAt: (next) => ({ window: name, next }) }
          : readOpenWindow(name, cursor, begun, now),
      ),
    );
  };

/** What is needed to read, map and push the pages of a window. */
export interface WindowContext {
  readonly runContext: RunContext;
  readonly connector: SourceConnector;
  readonly mapContext: MapContext;
  readonly pushContext: PushContext;
  readonly lease: Lease;
}

/** `begun`: see `readStorefrontBegin`; `day`: when it was last continued, in UTC; `cursor`: null at its end. */
const OpenWindowCheckpoint = t.readonly(
  t.type({ begun: t.string, day: t.string, cursor: t.union([t.string, t.null]) }),
);

type OpenWindowCheckpoint = t.TypeOf<typeof OpenWindowCheckpoint>;

const readOpenWindow = (name: string, noted: O.Option<string>, begun: Instant, now: number): WindowReading => {
  const day = dayOf(now);
  const note = pipe(noted, O.chain(parseCheckpoint), O.toNullable);
  const isSameBegin = note !== null && isSame(note.begun, begun);
  const cursor = O.fromNullable(note?.cursor);
  const isDone = isSameBegin && O.isNone(cursor) && note.day === day;
  const from = note !== null && O.isSome(cursor) ? note.begun : begun;
  return {
    cursor,
    isDone,
    isLast: isSame(from, begun),
    checkpointAt: (next) => {
      const text: OpenWindowCheckpoint = { begun: from, day, cursor: O.toNullable(next) };
      return { window: name, next: O.some(JSON.stringify(text)) };
    },
  };
};

const dayOf = (now: number): string => instantOfMilliseconds(now).slice(0, 'YYYY-MM-DD'.length);

const parseCheckpoint = (text: string): O.Option<OpenWindowCheckpoint> =>
  pipe(J.parse(text), O.fromEither, O.filter(OpenWindowCheckpoint.is));

/** Milliseconds within which two starts of a run count as one: no longer than reading takes. */
const sameStart = 1_000;

const isSame = (one: Instant, other: Instant): boolean =>
  Math.abs(millisecondsOf(one) - millisecondsOf(other)) <= sameStart;

type RunPages = (
  context: WindowContext,
  inOrder: OneAtATime,
  mustStop: () => boolean,
) => (window: Window, reading: WindowReading) => Promise<E.Either<SyncFailure, ReadEnd>>;

/** A page of a window with its mapped records. */
interface MappedPage {
  readonly records: readonly MappedRecord[];
  /** See `Page`. */
  readonly next: O.Option<Cursor>;
}

const runPages: RunPages = (context, inOrder, mustStop) => async (window, reading) => {
  const { runContext, connector } = context;
  const { crashPoint, inTurn = (work) => work() } = runContext.ports;
  // Never rejects: the next page is not awaited yet, and an unhandled rejection would end the process.
  const read = (from: O.Option<Cursor>): Promise<E.Either<SourceError | NotRead, MappedPage>> =>
    callSource(
      runContext.ports,
      mustStop,
    )(async () => {
      const page = await connector.readPage(window, from)();
      if (E.isRight(page) && page.right.warning !== undefined) {
        runContext.ports.log.warn(page.right.warning, { storefront: context.mapContext.storefront });
      }
      return E.isLeft(page)
        ? page
        : E.right({
            records: await mapPage(context.mapContext, window, from, page.right.results),
            next: page.right.next,
          });
    });
  const { settle, finish } = pageSettler(context);
  const ended = async (end: ReadEnd): Promise<E.Either<SyncFailure, ReadEnd>> => {
    const finished = await inOrder(finish);
    if (E.isLeft(finished)) return finished;
    return E.right(finished.right ? end : readHalted);
  };
  const pages = pagesOf(read, reading.cursor);
  crashPoint('before_page');
  let nextPage = pages.next();
  for (;;) {
    const { value: page } = await nextPage;
    if (page === undefined) return ended(readDone);
    if (E.isLeft(page)) return ended(toReadEnd(page.left));
    crashPoint('after_page_read');
    const isWhole = await inOrder(() => {
      // Not earlier: pages that wait outlive the young heap, which costs memory and time.
      nextPage = pages.next();
      return inTurn(() => settle(reading.checkpointAt, page.right));
    });
    if (E.isLeft(isWhole)) return isWhole;
    if (!isWhole.right) return E.right(readHalted);
    if (O.isSome(page.right.next)) {
      if (mustStop()) return ended(readHalted);
      crashPoint('before_page');
    }
  }
};

type Committed = E.Either<SyncFailure, boolean>;

/** Pushes the pages of a window and commits them in order. */
interface PageSettler {
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
const pageSettler = ({ runContext, mapContext, pushContext, lease }: WindowContext): PageSettler => {
  const { ports, store, run, reportProgress } = runContext;
  const { storefront } = mapContext;
  const { gate } = pushContext;
  let deferred: (() => Promise<E.Either<SyncFailure, void>>)[] = [];

  const save =
    (
      { lines, references, settledIntents, audit, replaced }: PageResult,
      checkpoint: PageCommit['checkpoint'],
    ): (() => Promise<E.Either<SyncFailure, void>>) =>
    async () => {
      const at = instantOfMilliseconds(ports.clock.now());
      const page = { runId: run.id, storefront, checkpoint, lines, references, settledIntents, audit };
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
    settle: (checkpointAt, { records, next }) =>
      attempt(async (take) => {
        await take(lease.renew());
        // This call also renews the run's leases.
        const prepared = await applyBeforePushToAll(mapContext, records, () => void ports.isInterrupted());
        const page = await take(settlePage(pushContext, prepared));
        // A process that slept, or a service that asked for long pauses, may have outlived the lease: another process's lines
        // for these sales are newer, and it finds through the intents what was pushed.
        await take(lease.renew());
        const { isWhole, lines } = page;
        const saving = save(page, isWhole ? checkpointAt(next) : null);
        if (isWhole && mayDefer(lines)) {
          deferred.push(saving);
          return true;
        }
        const isFinished = await take(finish());
        if (isFinished) await take(saving());
        return isWhole && isFinished;
      }),
    finish,
  };
};
