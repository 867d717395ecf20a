import * as E from 'fp-ts/lib/Either.js';
import type { ResyncRequest } from '../domain/inbox.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { RecordEnd } from '../sync/live/settle-record.ts';
import type { EngineContext } from './engine-context.ts';
import { handleBell } from './handle-bell.ts';
import { isRetryable } from '../domain/errors.ts';
import { causeOf } from '../sync/cause-of.ts';
import { claimLength, handsPerStorefront } from './limits.ts';
import { openStation, rest, restForBook } from './open-station.ts';
import { heedRefusals } from './refused-records.ts';
import type { Station } from './station.ts';
import type { Trouble } from './trouble.ts';

const mayBegin = ({ steadyNow, isClosing }: EngineContext, { isRemoved, restsUntil }: Station): boolean =>
  !isClosing() && !isRemoved && steadyNow() >= restsUntil;

const claimOne = async (
  { sync, inbox }: EngineContext,
  { storefront }: Station,
): Promise<E.Either<StoreError, ResyncRequest | undefined>> => {
  const now = sync.clock.now();
  const bells = await inbox.claim(storefront, { now, until: now + claimLength, owner: sync.owner, limit: 1 })();
  return E.map((all: readonly ResyncRequest[]) => all[0])(bells);
};

const isInService = (end: RecordEnd): boolean =>
  end._tag === 'Settled' && end.entries.some(({ outcome }) => outcome === 'succeeded' || outcome === 'alreadyPresent');

/** What a record's end says about more than the record. */
const heedEnd = (context: EngineContext, station: Station, { recordId }: ResyncRequest, end: RecordEnd): void => {
  const { storefront } = station;
  let trouble: Trouble | null = null;
  if (isInService(end)) context.lane.works();
  if (end._tag === 'SourceFailed') {
    const { error } = end;
    if (error._tag === 'SourceCredentialsRefused') rest(context, station, error);
    // One that is refused for good is parked, which the host is told.
    else if (isRetryable(error)) {
      const message = `A record could not be read, and is tried again: ${error.message}`;
      trouble = { storefront, task: null, cause: causeOf(error), message };
    }
  }
  context.onRecordRead({ storefront, recordId }, trouble);
  const stop = context.lane.noteStop();
  if (stop !== null) context.onServiceStop(stop);
};

/** Takes one bell and sees it through; false when there is nothing to take. */
const takeOne = async (context: EngineContext, station: Station, onTaken: () => void): Promise<boolean> => {
  const lane = context.lane.current();
  if (lane === undefined) return false;
  const at = await openStation(context, station);
  // Opening takes its time, and the storefront may have been removed meanwhile.
  if (at === undefined || !mayBegin(context, station)) return false;
  const fail = (error: StoreError): false => {
    context.onBookFailure(error);
    restForBook(context, station);
    return false;
  };
  const bell = await claimOne(context, station);
  if (E.isLeft(bell)) return fail(bell.left);
  if (bell.right === undefined) return false;
  context.sync.crashPoint('after_claim');
  const { recordId } = bell.right;
  // Its claim ran out while we are still at it: it is ours again, and nothing else has to be done.
  if (station.inHand.has(recordId)) return true;
  onTaken();
  station.inHand.add(recordId);
  const end = await handleBell(context, at, lane)(bell.right);
  station.inHand.delete(recordId);
  if (E.isLeft(end)) return fail(end.left);
  heedEnd(context, station, bell.right, end.right);
  const heeded = await heedRefusals(context, end.right._tag === 'Settled' ? end.right.entries : []);
  if (E.isLeft(heeded)) return fail(heeded.left);
  return true;
};

/**
 * Works on the due bells of a storefront until none is left, a few at a time: whoever takes one makes room for a helper.
 * Right away it is over when the storefront rests. Gives the number of bells that were taken; never rejects.
 */
export const workStation = async (context: EngineContext, station: Station): Promise<number> => {
  const team: Promise<void>[] = [];
  let taken = 0;
  const join = (): void => {
    if (station.hands < handsPerStorefront) team.push(hand());
  };
  const hand = async (): Promise<void> => {
    station.hands += 1;
    const onTaken = (): void => {
      taken += 1;
      join();
    };
    while (mayBegin(context, station) && (await takeOne(context, station, onTaken)));
    station.hands -= 1;
  };
  join();
  for (const member of team) await member;
  return taken;
};
