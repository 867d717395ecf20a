/** Answers one request to read a record again, and decides whether it is settled, retried later, or left for a person. */
import * as E from 'fp-ts/lib/Either.js';
import { errorName, isRetryable, type SourceError } from '../domain/errors.ts';
import { maxDeferral, type ResyncOutcome, type ResyncRequest } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import type { StoreError, StoreResult } from '../domain/sync-store.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { withFence } from '../pipeline/run-context.ts';
import type { LiveStorefront } from './live-storefront.ts';
import { passingOf, recordDeletion, type ResyncEnd, resyncRecord } from './resync-record.ts';
import type { LiveContext } from './live-context.ts';
import { eventOf } from './live-ports.ts';
import { awaitedPause, isStale, maxLateLooks, maxRecordTime, maxRequestAttempts, requestBackoff } from './limits.ts';
import { callWithTimeout } from '../pipeline/call-source.ts';
import { fullJitter } from '../domain/async.ts';
import { maxPause } from '../pipeline/limits.ts';
import { attempt } from '../domain/attempt.ts';

/** Left when the sync database fails. */
export const answerResyncRequest =
  (context: LiveContext, at: LiveStorefront, client: ServiceClient) =>
  (request: ResyncRequest): StoreResult<ResyncEnd> =>
    attempt(async (take) => {
      const { clock, random, owner } = context.sync;
      const startedAt = clock.now();
      const { storefront, recordId } = request;
      const cause = request.isFromWebhook === true ? 'webhook' : 'resync';
      const claimed = { ...at, cause, store: withFence(at.store, { storefront, recordId, owner }) } as const;
      const end = await take(
        withoutDefects(context, request, () => readAndSettle(claimed, client, request)).then(yielding),
      );
      const isPlatformUp = isLastAttempt(request) && isOutage(end) && (await answersNow(at));
      const moment = { now: clock.now(), random: random.next(), isPlatformUp };
      const isOld = isStale(startedAt, moment.now);
      // A stopped service client is no failure of the record, so no attempt counts.
      const found: ResyncOutcome =
        end._tag === 'NotClear' && client.isOver() ? { _tag: 'Released' } : outcomeOfRequest(request, end, moment);
      const answer = isOld && found._tag === 'Settled' ? readOnceMore(request, moment.now - startedAt, moment) : found;
      // This comes before the request is completed, which ends the claim, and has no effect if the claim has expired. Enqueueing a
      // parked request would retry it forever.
      if (isOld && answer._tag !== 'Parked') {
        await take(context.inbox.enqueue(request.storefront, [request.recordId], instantOfMilliseconds(moment.now))());
      }
      await take(context.inbox.recordOutcome(request, owner, answer)());
      tell(context, request, end, answer);
      return end;
    });

interface Moment {
  readonly now: number;
  /** In [0, 1). */
  readonly random: number;
  /** Whether the platform answers other requests now, although not for the record. Default: not known. */
  readonly isPlatformUp?: boolean;
}

/**
 * A settled record is read once more because its read had become old (see `isStale`): at once the first time, and later after a
 * pause at least as long as the last read took. Otherwise records whose reads always take long, as with a service that allows few
 * requests a minute, would take all requests from each other forever.
 *
 * @param took milliseconds
 */
export const readOnceMore = ({ attempts }: ResyncRequest, took: number, { now, random }: Moment): ResyncOutcome => ({
  _tag: 'Later',
  // Without the limit, a clock that was changed in between would make the pause hours long.
  retryAt:
    attempts === 0
      ? now
      : now + Math.max(Math.min(Math.abs(took), maxDeferral), fullJitter(requestBackoff)(attempts + 1, random)),
  reason: 'done, and read once more because it took long',
});

const unsaid = 'the service gave no definitive response about an earlier push';

/**
 * The outcome of a resync request after its record was read again. A record that can never be read is parked alone. Refused
 * credentials are no fault of the record, so its request is released. Pure.
 */
export const outcomeOfRequest = (request: ResyncRequest, end: ResyncEnd, moment: Moment): ResyncOutcome => {
  switch (end._tag) {
    case 'Settled': {
      if (end.readAgainAt !== undefined && end.readAgainAt > moment.now) {
        const retryAt = Math.min(end.readAgainAt, moment.now + awaitedPause);
        return { _tag: 'Later', retryAt, reason: 'the platform may still complete the record' };
      }
      const [waiting] = passingOf(end.lines);
      if (waiting !== undefined) return later(request, moment, waiting.message ?? waiting.reason ?? 'not settled');
      // The record may not be read again, and then the state at the service stays unknown, with its address in the sync database.
      if (end.isUnclear === true) return later(request, moment, unsaid);
      return request.isDeletion && request.attempts < maxLateLooks
        ? later(request, moment, 'the platform still shows a record that it reported as deleted')
        : { _tag: 'Settled' };
    }
    case 'Deleted':
      return end.isUnclear ? later(request, moment, unsaid) : { _tag: 'Settled' };
    case 'NotThere':
      return later(request, moment, 'the platform does not show the record yet');
    case 'NotClear':
      return later(request, moment, 'another storefront that may have the same sale did not respond in time');
    case 'SourceFailed':
      return end.error._tag === 'SourceCredentialsRefused'
        ? { _tag: 'Released' }
        : ofFailure(request, moment, end.error);
  }
};

const internalError = 'defect';

/** An internal error with one record must not stop the others. It is logged at the first attempt. */
const withoutDefects = async (
  { sync: { log } }: Pick<LiveContext, 'sync'>,
  { storefront, recordId, attempts }: ResyncRequest,
  work: () => StoreResult<ResyncEnd>,
): StoreResult<ResyncEnd> => {
  try {
    return await work();
  } catch (defect) {
    const kind = errorName(defect);
    const message = `Internal error (${kind}). Report it with this id.`;
    if (attempts === 0) log.error(message, { storefront, sourceId: recordId });
    return E.right({ _tag: 'SourceFailed', error: { _tag: 'SourceUnreachable', message, cause: internalError } });
  }
};

const readAndSettle = async (
  at: LiveStorefront,
  client: ServiceClient,
  request: ResyncRequest,
): StoreResult<ResyncEnd> => {
  const { clock } = at.ports;
  const startedAt = clock.now();
  const isOver = (): boolean => client.isOver() || Math.abs(clock.now() - startedAt) > maxRecordTime;
  const end = await resyncRecord(at, client, isOver)(request.recordId);
  if (E.isLeft(end) || !isNotThere(request, end.right) || !isGone(request)) return end;
  const noted = await recordDeletion(at, client, isOver)(request.recordId);
  if (E.isLeft(noted)) return noted;
  const { lines, isWhole, unclear } = noted.right;
  return E.right(isWhole ? { _tag: 'Deleted', lines, isUnclear: unclear.length > 0 } : { _tag: 'NotClear' });
};

/**
 * A record that the platform itself reports as deleted is gone if it is not shown, even to credentials that do not see every
 * record.
 */
const isNotThere = ({ isDeletion }: ResyncRequest, end: ResyncEnd): boolean =>
  end._tag === 'NotThere' || (isDeletion && end._tag === 'SourceFailed' && isUnseen(end.error));

/** Whether the platform does not show the record to credentials that do not see every record. */
const isUnseen = (error: SourceError): boolean => error._tag === 'SourceRefused' && error.isUnseen === true;

/** Whether a record that the platform does not show counts as deleted. Platforms announce records before they show them. Pure. */
const isGone = ({ isDeletion, attempts }: ResyncRequest): boolean => isDeletion || attempts >= maxLateLooks;

/** Another process has taken the resync request: its result is newer, and it answers the request. */
const yielding = (end: E.Either<StoreError, ResyncEnd>): E.Either<StoreError, ResyncEnd> =>
  E.isLeft(end) && end.left.problem === 'taken over' ? E.right({ _tag: 'NotClear' }) : end;

const isLastAttempt = ({ attempts }: ResyncRequest): boolean => attempts + 1 >= maxRequestAttempts;

const isOutage = (end: ResyncEnd): boolean => end._tag === 'SourceFailed' && isRetryable(end.error);

const answersNow = async (at: LiveStorefront): Promise<boolean> =>
  E.isRight(await callWithTimeout(at.ports)(at.connector.check));

/** Another attempt, or parked after the last one. */
const later = (request: ResyncRequest, moment: Moment, reason: string): ResyncOutcome =>
  isLastAttempt(request) ? { _tag: 'Parked', reason } : after(request, moment, reason);

/** Another attempt after a pause that grows each time. */
const after = ({ attempts }: ResyncRequest, { now, random }: Moment, reason: string, atLeast = 0): ResyncOutcome => ({
  _tag: 'Later',
  retryAt: now + Math.max(atLeast, fullJitter(requestBackoff)(attempts + 1, random)),
  reason,
});

const ofFailure = (request: ResyncRequest, moment: Moment, error: SourceError): ResyncOutcome => {
  // Platforms announce records before they show them, also to credentials that do not see every record.
  if (isUnseen(error) && request.attempts + 1 < maxLateLooks) return later(request, moment, error.message);
  if (!isRetryable(error)) return { _tag: 'Parked', reason: error.message };
  const isOfRecord = error._tag === 'SourceUnreachable' && error.cause === internalError;
  if (isOfRecord || moment.isPlatformUp === true) return later(request, moment, error.message);
  const asked = error._tag === 'SourceThrottled' ? error.retryAfterMs : null;
  // An outage proves nothing about the record, so it parks no record, however long it lasts. A platform that asks for a pause of
  // one second each time would get all attempts within a minute.
  return after(request, moment, error.message, Math.min(maxPause, asked ?? 0));
};

/** A record that is retried is reported once, and again when it is settled or parked. */
const tell = ({ emit, sync }: LiveContext, request: ResyncRequest, end: ResyncEnd, answer: ResyncOutcome): void => {
  const { storefront, recordId, attempts } = request;
  const isNews = answer._tag === 'Settled' || attempts === 0;
  if (end._tag === 'NotThere' && answer._tag === 'Later' && attempts === 0) {
    sync.log.info('The platform does not show this record yet. It is read again.', { storefront, sourceId: recordId });
  }
  if (isNews && (end._tag === 'Settled' || end._tag === 'Deleted')) for (const line of end.lines) emit(eventOf(line));
  if (answer._tag === 'Parked') {
    sync.log.warn(`A record is left for a person: ${answer.reason}`, { storefront, sourceId: recordId });
    emit({ storefront, type: 'record.parked', sourceId: recordId, attempts: attempts + 1, message: answer.reason });
  }
};
