import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { type ReportLine, zeroCounts } from '../domain/run.ts';
import { makeLane } from '../sync/pace/lane.ts';
import { causeOf } from '../sync/cause-of.ts';
import { catchUp } from '../sync/live/catch-up.ts';
import type { LiveStorefront } from '../sync/live/live-storefront.ts';
import type { LiveSettlement } from '../sync/live/settle-live.ts';
import { countOutcomes, type Stop } from '../sync/progress.ts';
import type { EngineContext } from './engine-context.ts';
import { eventOf } from './event-of.ts';
import { isPassing } from './is-passing.ts';
import { isStale } from './is-stale.ts';
import { rest } from './open-station.ts';
import { heedRefusals } from './refused-records.ts';
import type { Station } from './station.ts';

/** Of what is settled as it was before, nobody needs to be told. */
const isNews = ({ outcome }: ReportLine): boolean => outcome !== 'alreadyPresent' && outcome !== 'skipped';

const isTold = ({ outcome }: ReportLine): boolean => outcome === 'succeeded' || outcome === 'alreadyPresent';

const tellServiceStop = ({ emit }: EngineContext, station: Station, stop: Stop | null): void => {
  if (stop === null || station.isServiceStopTold) return;
  station.isServiceStopTold = true;
  const { who, cause, message } = stop;
  emit({ storefront: station.storefront, type: 'storefront.stopped', who, cause, message });
};

const goesOn = 'Catch-up did not come to its end, and the next one goes on from there';

/** Catches up with what changed at a storefront. Right(false) when it did not come to its end; Left when the record book fails. */
export const runCatchUp = async (
  context: EngineContext,
  station: Station,
  at: LiveStorefront,
): Promise<E.Either<StoreError, boolean>> => {
  const { sync, inbox, emit, isClosing } = context;
  const { storefront } = station;
  const lane = makeLane(sync);
  let counts = zeroCounts;
  const onSettled = async (
    { entries, unclear }: LiveSettlement,
    readAt: number,
  ): Promise<E.Either<StoreError, void>> => {
    counts = countOutcomes(
      counts,
      entries.map(({ outcome }) => outcome),
      [],
    );
    for (const entry of entries.filter(isNews)) emit(eventOf(entry));
    const heeded = await heedRefusals(context, entries);
    if (E.isLeft(heeded)) return heeded;
    const isOld = isStale(readAt, sync.clock.now());
    // Rung for, they are tried again with the patience of a bell.
    const passing = entries.filter((entry) => isPassing(entry) || (isOld && isTold(entry)));
    const again = [...unclear, ...passing.map(({ sourceId }) => sourceId)];
    return again.length === 0
      ? E.right(undefined)
      : inbox.enqueue(storefront, [...new Set(again)], instantOfMilliseconds(sync.clock.now()))();
  };
  const isOver = (): boolean => lane.isOver() || isClosing() || station.isRemoved;
  const end = await catchUp({ at, lane, inbox, isOver, onSettled });
  if (E.isLeft(end)) return end;
  const fail = (cause: Stop['cause'], why: string): void =>
    context.onTrouble({ storefront, task: 'catchUp', cause, message: `${goesOn}: ${why}` });
  const stop = lane.stopped();
  switch (end.right._tag) {
    case 'CaughtUp':
      station.isServiceStopTold = false;
      emit({ storefront, type: 'catchUp.finished', upTo: end.right.upTo, counts });
      break;
    case 'SourceFailed':
      sync.log.warn('catch-up did not come to its end; the next one goes on from there', { storefront });
      fail(causeOf(end.right.error), end.right.error.message);
      if (end.right.error._tag === 'SourceCredentialsRefused') rest(context, station, end.right.error);
      break;
    case 'Halted':
      // Without webhooks there is no bell that would find it out.
      tellServiceStop(context, station, stop);
      if (stop !== null) fail(stop.cause, stop.message);
      // Its time was up before the platform's patience was: the next one would wait in vain as well, and nobody would know.
      else if (end.right.after !== undefined) fail(causeOf(end.right.after), end.right.after.message);
      sync.log.info('catch-up was interrupted; the next one goes on from there', { storefront });
  }
  return E.right(end.right._tag === 'CaughtUp');
};
