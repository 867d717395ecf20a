import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../domain/errors.ts';
import type { ResyncRequest, ResyncOutcome } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { Lane } from '../sync/pace/lane.ts';
import { holding } from '../sync/holding.ts';
import type { LiveStorefront } from '../sync/live/live-storefront.ts';
import { noteDeletion } from '../sync/live/note-deletion.ts';
import { type RecordEnd, settleRecord } from '../sync/live/settle-record.ts';
import { answerBell, isGone, isUnseen, onceMore } from './answer-bell.ts';
import type { EngineContext } from './engine-context.ts';
import { eventOf } from './event-of.ts';
import { isStale } from './is-stale.ts';
import { recordPatience } from './limits.ts';

/** What the platform itself calls deleted is gone when it is not shown, however far the credentials see. */
const isNotThere = ({ isDeletion }: ResyncRequest, end: RecordEnd): boolean =>
  end._tag === 'NotThere' || (isDeletion && end._tag === 'SourceFailed' && isUnseen(end.error));

const readAndSettle = async (
  at: LiveStorefront,
  lane: Lane,
  bell: ResyncRequest,
): Promise<E.Either<StoreError, RecordEnd>> => {
  const { clock } = at.ports;
  const startedAt = clock.now();
  const isOver = (): boolean => lane.isOver() || Math.abs(clock.now() - startedAt) > recordPatience;
  const end = await settleRecord(at, lane, isOver)(bell.recordId);
  if (E.isLeft(end) || !isNotThere(bell, end.right) || !isGone(bell)) return end;
  const noted = await noteDeletion(at, lane, isOver)(bell.recordId);
  if (E.isLeft(noted)) return noted;
  const { entries, isWhole, unclear } = noted.right;
  return E.right(isWhole ? { _tag: 'Deleted', entries, isUnclear: unclear.length > 0 } : { _tag: 'NotClear' });
};

/** A mistake of ours that one record brings to light is that record's affair, and nobody else's. */
const withoutDefects = async (
  work: () => Promise<E.Either<StoreError, RecordEnd>>,
): Promise<E.Either<StoreError, RecordEnd>> => {
  try {
    return await work();
  } catch (defect) {
    const kind = errorName(defect);
    const message = `it could not be settled because of a defect of ours (${kind}); report it with this id`;
    return E.right({ _tag: 'SourceFailed', error: { _tag: 'SourceUnreachable', message, cause: 'defect' } });
  }
};

/** Another process has taken the bell: whatever it finds is newer, and the answer to the bell is its own. */
const yielding = (end: E.Either<StoreError, RecordEnd>): E.Either<StoreError, RecordEnd> =>
  E.isLeft(end) && end.left.problem === 'taken over' ? E.right({ _tag: 'NotClear' }) : end;

/** A record that is tried again is told of once, and once more when it is settled or parked. */
const tell = ({ emit }: EngineContext, bell: ResyncRequest, end: RecordEnd, answer: ResyncOutcome): void => {
  const { storefront, recordId, attempts } = bell;
  const isNews = answer._tag === 'Settled' || attempts === 0;
  if (isNews && (end._tag === 'Settled' || end._tag === 'Deleted'))
    for (const entry of end.entries) emit(eventOf(entry));
  if (answer._tag === 'Parked') {
    emit({ storefront, type: 'record.parked', sourceId: recordId, attempts: attempts + 1, message: answer.reason });
  }
};

/** Reads the record of a claimed bell, settles it, and answers the bell. Left when the record book fails. */
export const handleBell =
  (context: EngineContext, at: LiveStorefront, lane: Lane) =>
  async (bell: ResyncRequest): Promise<E.Either<StoreError, RecordEnd>> => {
    const { clock, random, owner } = context.sync;
    const startedAt = clock.now();
    const { storefront, recordId } = bell;
    const held = { ...at, book: holding(at.book, { storefront, recordId, owner }) };
    const end = yielding(await withoutDefects(() => readAndSettle(held, lane, bell)));
    if (E.isLeft(end)) return end;
    const moment = { now: clock.now(), random: random.next() };
    const isOld = isStale(startedAt, moment.now);
    // When the lane is over, it is no fault of the record, and no attempt counts.
    const found: ResyncOutcome =
      end.right._tag === 'NotClear' && lane.isOver() ? { _tag: 'Released' } : answerBell(bell, end.right, moment);
    const answer = isOld && found._tag === 'Settled' ? onceMore(bell, moment.now - startedAt, moment) : found;
    // Before the answer, which ends the claim, and has no effect when the claim has run out. A ring would take a parked one up
    // again, for ever.
    if (isOld && answer._tag !== 'Parked') {
      const rung = await context.inbox.enqueue(bell.storefront, [bell.recordId], instantOfMilliseconds(moment.now))();
      if (E.isLeft(rung)) return rung;
    }
    const answered = await context.inbox.recordOutcome(bell, owner, answer)();
    if (E.isLeft(answered)) return answered;
    tell(context, bell, end.right, answer);
    return end;
  };
