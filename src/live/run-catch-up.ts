/** Reads what changed since the last catch-up, because webhooks can be missing or fail. */
import * as E from 'fp-ts/lib/Either.js';
import { type Instant, instantOfMilliseconds, millisecondsOf } from '../domain/instant.ts';
import type { StoreResult } from '../domain/sync-store.ts';
import { isInService, type ReportLine, zeroCounts } from '../domain/run.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { passingOf, type LiveResult } from './resync-record.ts';
import { type Stop, updateCounts } from '../pipeline/progress.ts';
import { type LiveContext, trackRefusals } from './live-context.ts';
import { eventOf } from './live-ports.ts';
import { isStale } from './limits.ts';
import { restForSource } from './open-storefront.ts';
import { noteServiceStop, noteServiceWorks, type StorefrontWorker } from './states.ts';
import * as O from 'fp-ts/lib/Option.js';
import type { Interval } from '../domain/date-range.ts';
import {
  type CatchUpEnd,
  type CatchUpPorts,
  type CatchUpPosition,
  findPosition,
  notAhead,
  readPiece,
} from './read-piece.ts';
import { attempt } from '../domain/attempt.ts';

const goesOn = 'Catch-up did not finish. The next one continues from there';

/** Right(false) if it did not finish; Left if the sync database fails. */
export const runCatchUp = async (
  context: LiveContext,
  worker: StorefrontWorker,
  at: LiveStorefront,
): StoreResult<boolean> => {
  const { sync, inbox, emit, isClosing } = context;
  const { storefront } = worker;
  const client = makeServiceClient(at.ports);
  let counts = zeroCounts;
  const onSettled = async ({ lines, unclear }: LiveResult, readAt: number): StoreResult<void> => {
    counts = updateCounts(
      counts,
      lines.map(({ outcome }) => outcome),
      [],
    );
    for (const line of lines.filter(isNews)) emit(eventOf(line));
    const tracked = worker.account === null ? E.right(undefined) : await trackRefusals(context, worker.account, lines);
    if (E.isLeft(tracked)) return tracked;
    const isOld = isStale(readAt, sync.clock.now());
    // These records are retried with backoff as resync requests.
    const old = isOld ? lines.filter(({ outcome }) => isInService(outcome)) : [];
    const again = new Set([...unclear, ...[...passingOf(lines), ...old].map(({ sourceId }) => sourceId)]);
    const settled = lines.flatMap(({ outcome, sourceId }) =>
      outcome === 'failed' || again.has(sourceId) ? [] : sourceId,
    );
    const forgotten = await inbox.forgetParked(storefront, settled, instantOfMilliseconds(readAt))();
    if (E.isLeft(forgotten) || again.size === 0) return forgotten;
    return inbox.enqueue(storefront, [...again], instantOfMilliseconds(sync.clock.now()))();
  };
  const isOver = (): boolean => client.isOver() || isClosing() || worker.isRemoved;
  const end = await catchUp({ at, client, inbox, isOver, onSettled });
  if (E.isLeft(end)) return end;
  const fail = (cause: Stop['cause'], why: string): void =>
    context.onProblem({ storefront, task: 'catchUp', cause, message: `${goesOn}: ${why}` });
  const stop = client.stopped();
  switch (end.right._tag) {
    case 'CaughtUp':
      noteServiceWorks(worker);
      emit({ storefront, type: 'catchUp.finished', upTo: end.right.upTo, counts });
      break;
    case 'SourceFailed':
      sync.log.warn('Catch-up did not finish. The next one continues from there.', { storefront });
      fail(failureCauseOf(end.right.error), end.right.error.message);
      if (end.right.error._tag === 'SourceCredentialsRefused') restForSource(context, worker, end.right.error);
      break;
    case 'Halted':
      // Without webhooks, no resync request would discover this.
      reportServiceStop(context, worker, stop);
      if (stop !== null) fail(stop.cause, stop.message);
      // Its time ended before the retries did: without this report, the next catch-up would fail the same way silently.
      else if (end.right.after !== undefined) fail(failureCauseOf(end.right.after), end.right.after.message);
      sync.log.info('Catch-up was interrupted. The next one continues from there.', { storefront });
  }
  return E.right(end.right._tag === 'CaughtUp');
};

const firstPiece = 60 * 60_000;

/**
 * Cuts a span into pieces, each twice as long as the one before. A host that gives a few seconds at a time completes the first
 * ones; a year takes about a dozen requests. Pure.
 */
export const toPieces = ({ start, end }: Interval): readonly Interval[] => {
  const [from, to] = [millisecondsOf(start), millisecondsOf(end)];
  const pieces: Interval[] = [];
  let at = from;
  for (let length = firstPiece; at + length < to; length *= 2) {
    pieces.push({ start: instantOfMilliseconds(at), end: instantOfMilliseconds(at + length) });
    at += length;
  }
  return [...pieces, { start: instantOfMilliseconds(at), end }];
};

/** Platforms show a change minutes after its own time stamp; reading it twice does no harm. */
const lookBack = 10 * 60_000;

/** How far back the first catch-up of a storefront goes. */
const firstReach = 2 * 24 * 60 * 60_000;

/** The span whose changes have to be read, from the last checkpoint. Pure. */
export const catchUpRange = (caughtUpTo: O.Option<Instant>, now: number): Interval => ({
  start: instantOfMilliseconds(
    O.isSome(caughtUpTo) ? Math.min(now, millisecondsOf(caughtUpTo.value)) - lookBack : now - firstReach,
  ),
  end: instantOfMilliseconds(now),
});

/** Unchanged results are not reported. */
const isNews = ({ outcome }: ReportLine): boolean => outcome !== 'alreadyPresent' && outcome !== 'skipped';

/**
 * The checkpoint moves only past windows that are settled completely; within a window the next catch-up continues at its cursor,
 * so that even a host with little time gets through an hour of changes.
 */
const catchUp = (ports: CatchUpPorts): StoreResult<CatchUpEnd> =>
  attempt(async (take) => {
    const { at, inbox } = ports;
    const { storefront } = at.mapContext;
    const now = at.ports.clock.now();
    const before = await take(inbox.catchUpCursor(storefront)());
    const known = notAhead(before, now);
    const place = await take(findPosition(at, known, now));
    const span = catchUpRange(known, now);
    let upTo = O.isSome(known) ? millisecondsOf(known.value) : millisecondsOf(span.start);
    const moveTo = (milliseconds: number): StoreResult<void> => {
      upTo = Math.max(upTo, milliseconds);
      return inbox.setCatchUpCursor(storefront, instantOfMilliseconds(upTo))();
    };
    for (const [index, piece] of piecesFrom(span, place).entries()) {
      const end = await take(readPiece(ports, piece, index === 0 ? place : O.none, moveTo));
      if (end !== null) return end;
    }
    return { _tag: 'CaughtUp', upTo: span.end };
  });

/**
 * The pieces to read, in order: first the rest of an unfinished piece. Changes that the platform showed late may lie before its
 * cursor, so the following span overlaps it. Pure.
 */
const piecesFrom = (span: Interval, place: O.Option<CatchUpPosition>): readonly Interval[] => {
  if (O.isNone(place)) return toPieces(span);
  const { piece } = place.value;
  const rest = catchUpRange(O.some(piece.end), millisecondsOf(span.end));
  return [piece, ...toPieces(rest)];
};

const reportServiceStop = ({ emit }: LiveContext, worker: StorefrontWorker, stop: Stop | null): void => {
  if (stop === null || !noteServiceStop(worker)) return;
  const { who, cause, message } = stop;
  emit({ storefront: worker.storefront, type: 'storefront.stopped', who, cause, message });
};
