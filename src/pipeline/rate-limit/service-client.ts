/**
 * The client through which a run talks to the service: it paces each request, learns from the answers, and stops for good
 * when the key or address is wrong.
 */
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
import type { Started } from '../../domain/async.ts';
import { errorName } from '../../domain/errors.ts';
import { linkedService, type ServiceLink, type ServiceRequest, serviceRequests } from '../../domain/service-link.ts';
import { ownFormOf } from '../../mapping/shown-name.ts';
import { isDoubted, isDoubtedPush, refusedAlone, singlesRefused } from './doubted-refusal.ts';
import { type AdmittedPush, type CircuitBreaker, makeCircuitBreaker } from './circuit-breaker.ts';
import { longPause, maxExhaustedInARow, maxFailedProbes } from '../limits.ts';
import { makeRequestPacer, type Priority, type RequestPacer } from './request-pacer.ts';
import type { SyncPorts } from '../ports.ts';
import type { Stop } from '../progress.ts';

/** Sends the requests of an API key. Once stopped, it sends none. */
export interface ServiceClient {
  readonly list: (
    cursor: O.Option<string>,
  ) => Promise<E.Either<ServiceFailure | CursorRefused | NotStarted, ServicePage>>;
  readonly find: (id: string) => Promise<E.Either<ServiceFailure | NotStarted, O.Option<StoredTransaction>>>;
  /** `NotStarted` also when the client is stopped or the run was interrupted. */
  readonly push: (body: string, begin?: StartGuard, isRepeated?: boolean) => Promise<PushReply>;
  /** Whether so many pushes in a row had no answer that only transactions are sent that were not tried yet. */
  readonly sendsOnlyUntried: () => boolean;
  /** A lookup showed that a push without an answer arrived: the service works. */
  readonly noteArrived: () => void;
  /** A push or a lookup got no definitive response. Too many of one kind in a row stop the client: the service is down. */
  readonly noteRetriesExhausted: (what: 'push' | 'question') => void;
  /** Ends all requests. `cause`: default `refused`, the service refuses what we send. */
  readonly stop: (message: string, cause?: Stop['cause']) => void;
  /** Why the client is stopped; null if it is not. */
  readonly stopped: () => Stop | null;
  /** Stopped, or the run was interrupted. */
  readonly isOver: () => boolean;
}

type ServiceClientPorts = Pick<
  SyncPorts,
  'service' | 'clock' | 'random' | 'log' | 'requestsPerMinute' | 'concurrency' | 'isInterrupted' | 'onServiceQuestion'
> &
  Partial<Pick<SyncPorts, 'storefronts'>>;

const clientFailed = 'the client of the Tax Nexus Service failed with an internal error';

/** The meaning of a response for the pacer; responses of one sort cost the service about the same work. */
type AnswerSign = ServiceFailure | CursorRefused | NotStarted | { readonly _tag: 'Answered'; readonly sort: string };

const notStarted: NotStarted = { _tag: 'NotStarted' };

/** The client of one run, so that its stop and its warnings apply to all requests of the run. */
export const makeServiceClient = (ports: ServiceClientPorts, priority: Priority = 'history'): ServiceClient => {
  const { clock, log, isInterrupted, onServiceQuestion } = ports;
  const service = linkedService(ports.service, namesInOwnForm(ports.storefronts));
  const pacer = pacerOfService(ports);
  const breaker = breakerOfService(ports);
  let stop: Stop | null = null;
  const exhausted = { push: 0, question: 0 };
  let failedProbes = 0;
  let reported = pacer.concurrency();
  let [warnedUntil, isDefectLogged] = [0, false];
  /** Logged once, because each request may fail by the same defect. */
  const noteDefect = (thrown: unknown): void => {
    if (!isDefectLogged) log.error(`${clientFailed}; please report it`, { defect: errorName(thrown) });
    isDefectLogged = true;
  };
  const isOver = (): boolean => stop !== null || isInterrupted();
  const stopFor = (cause: Stop['cause'], message: string): void => {
    if (stop !== null) return;
    stop = { who: 'service', cause, message };
    log.error(message, { who: 'service', cause });
  };
  /** Warns once per pause, not once per refused request. */
  const warnLongPause = (length: number): void => {
    const until = clock.now() + length;
    if (length < longPause || until < warnedUntil + longPause) return;
    warnedUntil = until;
    const minutes = Math.ceil(length / 60_000);
    log.warn(
      `The Tax Nexus Service asked for a long pause. Pending transactions continue automatically in ${minutes} min.`,
    );
  };
  const pause = (started: Started, retryAfterMs: number | null): void => {
    const length = pacer.slowDown(started, retryAfterMs);
    if (length === 0) return;
    log.info('the service asked for a pause', { seconds: Math.ceil(length / 1_000), concurrency: pacer.concurrency() });
    warnLongPause(length);
  };

  const reportConcurrency = (): void => {
    const concurrency = pacer.concurrency();
    if (concurrency < 2 * reported && reported < 2 * concurrency) return;
    reported = concurrency;
    log.debug('requests at the same time', { concurrency });
  };

  const note = (sign: AnswerSign, started: Started): void => {
    switch (sign._tag) {
      case 'SlowDown':
        return pause(started, sign.retryAfterMs);
      case 'Unclear':
        return sign.retryAfterMs === undefined ? pacer.failed(started) : pause(started, sign.retryAfterMs);
      case 'CredentialsRefused':
        stopFor('credentials', sign.message);
        return pacer.failed(started);
      case 'Misdirected':
        stopFor('address', sign.message);
        return pacer.failed(started);
      case 'NotStarted':
        return pacer.notSent(started);
      case 'CursorRefused':
      case 'Answered':
        exhausted[isPush(sign) ? 'push' : 'question'] = 0;
        pacer.answered(started, 'sort' in sign ? sign.sort : sign._tag);
        return reportConcurrency();
    }
  };

  const call = async <A>(
    request: ServiceRequest<A>,
    send: () => Promise<A>,
    signOf: (answer: A) => AnswerSign,
    admit = () => pacer.admit(isOver, priority),
  ): Promise<O.Option<A>> => {
    const onAnswer = onServiceQuestion?.();
    const started = await admit();
    const answer = O.isNone(started) ? undefined : await attempt(noteDefect)(request, send);
    onAnswer?.();
    if (O.isNone(started) || answer === undefined) return O.none;
    note(signOf(answer), started.value);
    return O.some(answer);
  };

  const list: ServiceClient['list'] = async (cursor) => {
    const answer = await call(serviceRequests.list, service.list(cursor), (page) =>
      E.isLeft(page) ? page.left : answered('page'),
    );
    return O.isNone(answer) ? E.left(notStarted) : answer.value;
  };

  const noteForBreaker = (push: AdmittedPush, failure: string | null): void => {
    if (failure === null) {
      failedProbes = 0;
      breaker.answered();
      return;
    }
    breaker.failed(push);
    failedProbes = push.isProbe ? failedProbes + 1 : 0;
    if (failedProbes >= maxFailedProbes.inAll) stopFor('no answer', down(failure));
  };

  const sendsOnlyUntried = (): boolean => failedProbes >= maxFailedProbes.ofTheSame;

  /** Sends one push when the circuit breaker and the pacer allow it. */
  const pushOnce = async (
    body: string,
    begin: StartGuard | undefined,
    isRepeated: boolean,
  ): Promise<O.Option<PushReply>> => {
    const isCanceled = (): boolean => isOver() || (isRepeated && sendsOnlyUntried());
    let admitted: O.Option<AdmittedPush> = O.none;
    const admit = async (): Promise<O.Option<Started>> => {
      for (;;) {
        admitted = await breaker.admit(isCanceled);
        if (O.isNone(admitted)) return O.none;
        const { value } = admitted;
        const started = await pacer.admit(() => isCanceled() || breaker.isRevoked(value), priority);
        if (O.isSome(started)) return started;
        breaker.notSent();
        if (isCanceled()) return O.none;
      }
    };
    const reply = await call(
      serviceRequests.push,
      service.push(body, begin),
      (one) =>
        one._tag === 'Accepted' || one._tag === 'Exists' || one._tag === 'Refused' || isDoubtedPush(one)
          ? answered(isDoubtedPush(one) ? 'Refused' : one._tag)
          : one,
      admit,
    );
    if (O.isNone(reply) || O.isNone(admitted)) return O.none;
    if (reply.value._tag === 'NotStarted') breaker.notSent();
    else noteForBreaker(admitted.value, failureOf(reply.value));
    return reply;
  };

  let areSinglesRefused = false;

  return {
    list,
    find: async (id) => {
      const answer = await call(serviceRequests.find, service.find(id), (found) =>
        E.isRight(found) ? answered(found.right._tag) : isDoubted(found.left) ? answered('Denied') : found.left,
      );
      if (O.isNone(answer)) return E.left(notStarted);
      if (E.isRight(answer.value) || !isDoubted(answer.value.left)) return answer.value;
      const { _tag, message } = answer.value.left;
      // A key that may read the list, at this address: the service answers no single reads.
      if (areSinglesRefused || E.isRight(await list(O.none))) {
        areSinglesRefused = true;
        return E.left(singlesRefused);
      }
      stopFor(_tag === 'Misdirected' ? 'address' : 'credentials', message);
      return answer.value;
    },
    push: async (body, begin, isRepeated = false) => {
      const reply = await pushOnce(body, begin, isRepeated);
      if (O.isNone(reply)) return notStarted;
      if (!isDoubtedPush(reply.value)) return reply.value;
      const { _tag, message } = reply.value;
      // A key that may read, at this address: the refusal is about this body.
      if (E.isRight(await list(O.none))) return refusedAlone(reply.value);
      stopFor(_tag === 'Misdirected' ? 'address' : 'credentials', message);
      return reply.value;
    },
    sendsOnlyUntried,
    noteArrived: () => {
      failedProbes = 0;
      breaker.close();
    },
    noteRetriesExhausted: (what) => {
      exhausted[what] += 1;
      if (exhausted[what] >= maxExhaustedInARow) {
        stopFor(
          'no answer',
          'The Tax Nexus Service gives no definitive response. Run again later: everything pending is kept.',
        );
      }
    },
    stop: (message, cause = 'refused') => stopFor(cause, message),
    stopped: () => stop,
    isOver,
  };
};

/** One pacer per client, which stands for its API key. */
const pacers = new WeakMap<TaxService, RequestPacer>();

/**
 * The pacer of a service's client, shared by all runs of this process: limits, pauses and concurrency belong to the API key.
 * The limits of the first caller apply.
 */
export const pacerOfService = ({
  service,
  clock,
  random,
  requestsPerMinute,
  concurrency,
}: Pick<SyncPorts, 'service' | 'clock' | 'random' | 'requestsPerMinute' | 'concurrency'>): RequestPacer => {
  const pacer = pacers.get(service) ?? makeRequestPacer({ clock, random, requestsPerMinute, concurrency });
  pacers.set(service, pacer);
  return pacer;
};

/**
 * Platforms whose sales' names begin with the platform's name. Another connector may be called `Acme Shopify`, whose names
 * must not be cut.
 */
const builtIn = ['shopify', 'stripe'];

/** Restores names to the form in which we sent them, so that ours are found even with an empty sync database. */
const namesInOwnForm = (storefronts: SyncPorts['storefronts'] = {}): ServiceLink => {
  const isBuiltIn = Object.values(storefronts).every(({ connector }) => builtIn.includes(connector.platform));
  const nameOf = ownFormOf(isBuiltIn ? builtIn : []);
  const inOwnForm = (stored: StoredTransaction): StoredTransaction => {
    if (stored.name == null) return stored;
    const name = nameOf(stored.name);
    return name === stored.name ? stored : { ...stored, name };
  };
  return async (request, send) => request.withStored(await send(), inOwnForm);
};

const breakers = new WeakMap<TaxService, CircuitBreaker>();

/** Shared by all runs of this process, like the pacer. */
const breakerOfService = ({
  service,
  clock,
  random,
}: Pick<SyncPorts, 'service' | 'clock' | 'random'>): CircuitBreaker => {
  const breaker = breakers.get(service) ?? makeCircuitBreaker({ clock, random });
  breakers.set(service, breaker);
  return breaker;
};

/** Lookups may succeed while pushes fail, so both are counted separately. */
const isPush = (sign: AnswerSign): boolean => 'sort' in sign && ['Accepted', 'Exists', 'Refused'].includes(sign.sort);

/** Turns a rejection of the HTTP client, which is a defect, into an unclear answer: the service may have stored something. */
const attempt =
  (onThrow: (thrown: unknown) => void): ServiceLink =>
  async (request, send) => {
    try {
      return await send();
    } catch (error) {
      onThrow(error);
      return request.failed({ _tag: 'Unclear', message: clientFailed });
    }
  };

const answered = (sort: string): AnswerSign => ({ _tag: 'Answered', sort });

const down = (last: string): string =>
  `The Tax Nexus Service answered none of ${maxFailedProbes.inAll} pushes that were sent one by one (last: ${last}). Check its status and your limit there, then run again later: everything pending is kept.`;

/** Why a push has no definitive answer; null when it has one, or when it was not sent. */
const failureOf = (reply: PushReply): string | null => {
  if (reply._tag === 'SlowDown') return 'it asked to slow down';
  return reply._tag === 'Unclear' && reply.answeredWith === undefined ? reply.message : null;
};
