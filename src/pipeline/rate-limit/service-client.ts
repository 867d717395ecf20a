import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type {
  CursorRefused,
  NotStarted,
  PushReply,
  ServiceFailure,
  ServicePage,
  StartGuard,
  StoredTransaction,
  TaxService,
} from '../../domain/tax-service.ts';
import type { Started } from './request-start.ts';
import { longPause, maxExhaustedInARow } from '../limits.ts';
import { makeRequestPacer, type Priority, type RequestPacer } from './request-pacer.ts';
import type { SyncPorts } from '../ports.ts';
import type { Stop } from '../progress.ts';

/** The way to the service: every request of the key goes through it, and when it is stopped none does. */
export interface ServiceClient {
  readonly list: (
    cursor: O.Option<string>,
  ) => Promise<E.Either<ServiceFailure | CursorRefused | NotStarted, ServicePage>>;
  readonly find: (id: string) => Promise<E.Either<ServiceFailure | NotStarted, O.Option<StoredTransaction>>>;
  /** `NotStarted` also when the lane is stopped, or the run was interrupted. */
  readonly push: (body: string, begin?: StartGuard) => Promise<PushReply>;
  /** A push or a question was given up for want of a clear answer. Too many of a kind in a row stop the lane: the service is down. */
  readonly retriesExhausted: (what: 'push' | 'question') => void;
  /** Ends all pushing and asking; `cause`: default `refused`, the service does not take what we send. */
  readonly stop: (message: string, cause?: Stop['cause']) => void;
  /** Why nothing more starts; null as long as the service takes requests. */
  readonly stopped: () => Stop | null;
  /** Stopped, or the run was interrupted. */
  readonly isOver: () => boolean;
}

/** What is noted of an answer; answers of one sort are about the same work for the service. */
type Sign = ServiceFailure | CursorRefused | NotStarted | { readonly _tag: 'Answered'; readonly sort: string };

const answered = (sort: string): Sign => ({ _tag: 'Answered', sort });

/** Questions may be answered while no push is: that says nothing about pushes. */
const isPush = (sign: Sign): boolean => 'sort' in sign && ['Accepted', 'Exists', 'Refused'].includes(sign.sort);

const notStarted: NotStarted = { _tag: 'NotStarted' };

/** A client that rejects breaks its promise; whether the service did its work is as unknown as after a lost answer. */
const attempt = async <A>(request: () => Promise<A>, onDefect: (failure: ServiceFailure) => A): Promise<A> => {
  try {
    return await request();
  } catch {
    return onDefect({ _tag: 'Unclear', message: 'the client of the Tax Nexus Service failed by a defect of its own' });
  }
};

type LanePorts = Pick<
  SyncPorts,
  'service' | 'clock' | 'random' | 'log' | 'requestsPerMinute' | 'concurrency' | 'isInterrupted'
>;

/** Opens the way. It is made once for a run, so that pace and pauses hold for all of its requests. */
export const makeServiceClient = (
  { service, clock, random, log, requestsPerMinute, concurrency, isInterrupted }: LanePorts,
  priority: Priority = 'history',
): ServiceClient => {
  const pace = pacerOfService({ service, clock, random, requestsPerMinute, concurrency });
  let stop: Stop | null = null;
  const givenUp = { push: 0, question: 0 };
  let pushed = pace.width();
  let toldUntil = 0;

  const isOver = (): boolean => stop !== null || isInterrupted();
  const stopFor = (cause: Stop['cause'], message: string): void => {
    if (stop !== null) return;
    stop = { who: 'service', cause, message };
    log.error(message, { who: 'service', cause });
  };
  /** Requests of one wave are all put off; it is sent once. */
  const tellLong = (length: number): void => {
    const until = clock.now() + length;
    if (length < longPause || until < toldUntil + longPause) return;
    toldUntil = until;
    const minutes = Math.ceil(length / 60_000);
    log.warn(`the Tax Nexus Service asks for a long pause; what is pending goes on by itself in ${minutes} min`);
  };
  const pause = (started: Started, retryAfterMs: number | null): void => {
    const length = pace.slowDown(started, retryAfterMs);
    if (length === 0) return;
    log.info('the service asked for a pause', { seconds: Math.ceil(length / 1_000), width: pace.width() });
    tellLong(length);
  };

  const reportConcurrency = (): void => {
    const concurrency = pace.width();
    if (concurrency < 2 * pushed && pushed < 2 * concurrency) return;
    pushed = concurrency;
    log.debug('requests at the same time', { width: concurrency });
  };

  const note = (sign: Sign, started: Started): void => {
    switch (sign._tag) {
      case 'SlowDown':
        return pause(started, sign.retryAfterMs);
      case 'Unclear':
        return sign.retryAfterMs === undefined ? pace.failed(started) : pause(started, sign.retryAfterMs);
      case 'CredentialsRefused':
        stopFor('credentials', sign.message);
        return pace.failed(started);
      case 'Misdirected':
        stopFor('address', sign.message);
        return pace.failed(started);
      case 'NotStarted':
        return pace.left(started);
      case 'CursorRefused':
      case 'Answered':
        givenUp[isPush(sign) ? 'push' : 'question'] = 0;
        pace.answered(started, 'sort' in sign ? sign.sort : sign._tag);
        return reportConcurrency();
    }
  };

  const call = async <A>(
    request: () => Promise<A>,
    signOf: (answer: A) => Sign,
    onDefect: (failure: ServiceFailure) => A,
  ): Promise<O.Option<A>> => {
    const started = await pace.admit(isOver, priority);
    if (O.isNone(started)) return O.none;
    const answer = await attempt(request, onDefect);
    note(signOf(answer), started.value);
    return O.some(answer);
  };

  return {
    list: async (cursor) => {
      const answer = await call<E.Either<ServiceFailure | CursorRefused, ServicePage>>(
        service.list(cursor),
        (page) => (E.isLeft(page) ? page.left : answered('page')),
        E.left,
      );
      return O.isNone(answer) ? E.left(notStarted) : answer.value;
    },
    find: async (id) => {
      const answer = await call<E.Either<ServiceFailure, O.Option<StoredTransaction>>>(
        service.find(id),
        (found) => (E.isLeft(found) ? found.left : answered(found.right._tag)),
        E.left,
      );
      return O.isNone(answer) ? E.left(notStarted) : answer.value;
    },
    push: async (body, begin) => {
      const reply = await call<PushReply>(
        service.push(body, begin),
        (one) =>
          one._tag === 'Accepted' || one._tag === 'Exists' || one._tag === 'Refused' ? answered(one._tag) : one,
        (failure) => failure,
      );
      return O.isNone(reply) ? notStarted : reply.value;
    },
    retriesExhausted: (what) => {
      givenUp[what] += 1;
      if (givenUp[what] >= maxExhaustedInARow) {
        stopFor(
          'no answer',
          'The Tax Nexus Service gives no clear answer. Run again later: everything pending is kept.',
        );
      }
    },
    stop: (message, cause = 'refused') => stopFor(cause, message),
    stopped: () => stop,
    isOver,
  };
};

/** A client stands for its key. Weakly held: a pace lives as long as the client that it belongs to. */
const paces = new WeakMap<TaxService, RequestPacer>();

/**
 * The pace of a service's client, the same one for every run, retry and question in this process: ceiling, pauses and
 * the number of requests at a time belong to the key, not to a run. What the first caller says about their bounds holds.
 */
export const pacerOfService = ({
  service,
  clock,
  random,
  requestsPerMinute,
  concurrency,
}: Pick<SyncPorts, 'service' | 'clock' | 'random' | 'requestsPerMinute' | 'concurrency'>): RequestPacer => {
  const pace = paces.get(service) ?? makeRequestPacer({ clock, random, requestsPerMinute, concurrency });
  paces.set(service, pace);
  return pace;
};
