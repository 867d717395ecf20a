import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { type ReportLine, zeroCounts } from '../domain/run.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { failureCauseOf } from '../pipeline/failures.ts';
import { catchUp } from './catch-up.ts';
import type { LiveStorefront } from './live-storefront.ts';
import type { LiveResult } from './resync-record.ts';
import { updateCounts, type Stop } from '../pipeline/progress.ts';
import type { LiveContext } from './live-context.ts';
import { eventOf } from './live-event.ts';
import { isPassing } from './is-passing.ts';
import { isStale } from './limits.ts';
import { rest } from './open-storefront.ts';
import { trackRefusals } from './refused-records.ts';
import type { StorefrontWorker } from './storefront-worker.ts';

/** Of what is settled as it was before, nobody needs to be told. */
const isNews = ({ outcome }: ReportLine): boolean => outcome !== 'alreadyPresent' && outcome !== 'skipped';

const isTold = ({ outcome }: ReportLine): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

const tellServiceStop = ({ emit }: LiveContext, worker: StorefrontWorker, stop: Stop | null): void => {
  if (stop === null || worker.isServiceStopTold) return;
  worker.isServiceStopTold = true;
  const { who, cause, message } = stop;
  emit({ storefront: worker.storefront, type: 'storefront.stopped', who, cause, message });
};

const goesOn = 'Catch-up did not come to its end, and the next one goes on from there';

/** Catches up with what changed at a storefront. Right(false) when it did not come to its end; Left when the record book fails. */
export const runCatchUp = async (
  context: LiveContext,
  worker: StorefrontWorker,
  at: LiveStorefront,
): Promise<E.Either<StoreError, boolean>> => {
  const { sync, inbox, emit, isClosing } = context;
  const { storefront } = worker;
  const client = makeServiceClient(sync);
  let counts = zeroCounts;
  const onSettled = async (
    { entries: lines, unclear }: LiveResult,
    readAt: number,
  ): Promise<E.Either<StoreError, void>> => {
    counts = updateCounts(
      counts,
      lines.map(({ outcome }) => outcome),
      [],
    );
    for (const line of lines.filter(isNews)) emit(eventOf(line));
    const heeded = await trackRefusals(context, lines);
    if (E.isLeft(heeded)) return heeded;
    const isOld = isStale(readAt, sync.clock.now());
    // Rung for, they are tried again with the patience of a bell.
    const passing = lines.filter((line) => isPassing(line) || (isOld && isTold(line)));
    const again = [...unclear, ...passing.map(({ sourceId }) => sourceId)];
    return again.length === 0
      ? E.right(undefined)
      : inbox.enqueue(storefront, [...new Set(again)], instantOfMilliseconds(sync.clock.now()))();
  };
  const isOver = (): boolean => client.isOver() || isClosing() || worker.isRemoved;
  const end = await catchUp({ at, client, inbox, isOver, onSettled });
  if (E.isLeft(end)) return end;
  const fail = (cause: Stop['cause'], why: string): void =>
    context.onTrouble({ storefront, task: 'catchUp', cause, message: `${goesOn}: ${why}` });
  const stop = client.stopped();
  switch (end.right._tag) {
    case 'CaughtUp':
      worker.isServiceStopTold = false;
      emit({ storefront, type: 'catchUp.finished', upTo: end.right.upTo, counts });
      break;
    case 'SourceFailed':
      sync.log.warn('catch-up did not come to its end; the next one goes on from there', { storefront });
      fail(failureCauseOf(end.right.error), end.right.error.message);
      if (end.right.error._tag === 'SourceCredentialsRefused') rest(context, worker, end.right.error);
      break;
    case 'Halted':
      // Without webhooks there is no bell that would find it out.
      tellServiceStop(context, worker, stop);
      if (stop !== null) fail(stop.cause, stop.message);
      // Its time was up before the platform's patience was: the next one would wait in vain as well, and nobody would know.
      else if (end.right.after !== undefined) fail(failureCauseOf(end.right.after), end.right.after.message);
      sync.log.info('catch-up was interrupted; the next one goes on from there', { storefront });
  }
  return E.right(end.right._tag === 'CaughtUp');
};
