/**
 * Calls a storefront's platform with a time limit and retries, so that a slow or broken connector never stops or crashes a
 * run.
 */
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { isRetryable, type SourceError } from '../domain/errors.ts';
import { fullJitter, wait } from '../domain/async.ts';
import { fieldOf } from '../domain/fields.ts';
import { onRejection } from '../domain/host-function.ts';
import {
  longPause,
  maxCallTime,
  maxPause,
  maxSourceAttempts,
  maxThrottled,
  minCallTime,
  sourceBackoff,
} from './limits.ts';
import type { SyncPorts } from './ports.ts';

/** The run was interrupted or the service client stopped before the source responded. */
export interface NotRead {
  readonly _tag: 'NotRead';
  /** The last response of the source; absent when there was none. */
  readonly after?: SourceError;
}

/**
 * Calls a storefront's platform with retries: after the pause that the platform names, or a random one that grows.
 * Never rejects.
 */
export const callSource =
  (ports: Pick<SyncPorts, 'clock' | 'random' | 'log' | 'onQuestion'>, isOver: () => boolean) =>
  async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError | NotRead, A>> => {
    const onAnswer = ports.onQuestion?.();
    const answer = await askWithRetry(ports, isOver)(task);
    onAnswer?.();
    return answer;
  };

/** Whether a connector, which may be written in JavaScript, returned an Either. */
export const isEither = (given: unknown): boolean => {
  const tag = fieldOf(given, '_tag');
  return tag === 'Left' || tag === 'Right';
};

const defect: SourceError = {
  _tag: 'SourceRefused',
  message: 'The connector failed with an internal error. Nothing was lost; report it to its author.',
};

/** Calls a platform once. Never rejects, not even for a connector that gives a promise instead of a task. */
export const callSafely = async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError, A>> => {
  onRejection(task, () => undefined);
  try {
    const answer = await task();
    return isEither(answer) ? answer : E.left(defect);
  } catch {
    return E.left(defect);
  }
};

/** Calls a platform once with a time limit, for a page that a person waits for. */
export const callWithin = (ports: Pick<SyncPorts, 'clock'>, milliseconds: number): ReturnType<typeof callUntil> =>
  callUntil(ports, (waited) => waited >= milliseconds);

/** Calls a platform once with the pipeline's time limit, for a caller that retries. When `isOver`, it waits only a short time. */
export const callWithTimeout = (
  ports: Pick<SyncPorts, 'clock'>,
  isOver: () => boolean = never,
): ReturnType<typeof callUntil> =>
  callUntil(ports, (waited) => waited >= maxCallTime || (waited >= minCallTime && isOver()));

const askWithRetry =
  ({ clock, random, log }: Pick<SyncPorts, 'clock' | 'random' | 'log'>, isOver: () => boolean) =>
  async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError | NotRead, A>> => {
    const ask = callWithTimeout({ clock }, isOver);
    let [attempts, throttled] = [0, 0];
    let notRead: NotRead = { _tag: 'NotRead' };
    while (!isOver()) {
      const result = await ask(task);
      if (E.isRight(result) || !isRetryable(result.left)) return result;
      const isThrottled = result.left._tag === 'SourceThrottled';
      if (isThrottled) throttled += 1;
      else attempts += 1;
      notRead = { _tag: 'NotRead', after: result.left };
      if (attempts >= maxSourceAttempts || throttled >= maxThrottled) return result;
      const asked = result.left._tag === 'SourceThrottled' ? result.left.retryAfterMs : null;
      const own = fullJitter(sourceBackoff)(isThrottled ? throttled : attempts, random.next());
      const pause = Math.min(maxPause, asked ?? own);
      if (pause >= longPause) {
        const minutes = Math.ceil(pause / 60_000);
        log.warn(`${result.left.message}. It continues automatically in ${minutes} min.`);
      }
      await wait(clock, pause, isOver);
    }
    return E.left(notRead);
  };

const never = (): boolean => false;

/** Milliseconds between two checks whether the response is still needed. */
const betweenChecks = 250;

/** Calls a platform once, until it has waited for enough milliseconds; a later response is dropped. Never rejects. */
const callUntil =
  ({ clock }: Pick<SyncPorts, 'clock'>, isEnough: (waited: number) => boolean) =>
  async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError, A>> => {
    const asked: { answer: E.Either<SourceError, A> | null } = { answer: null };
    const answered = callSafely(task).then((answer) => {
      asked.answer = answer;
    });
    // Counted in sleeps, so that setting the clock makes no call longer or shorter.
    for (let waited = 0; ; waited += betweenChecks) {
      await Promise.race([answered, clock.sleep(betweenChecks)()]);
      if (asked.answer !== null) return asked.answer;
      if (isEnough(waited)) return E.left(noAnswer(waited));
    }
  };

const noAnswer = (milliseconds: number): SourceError => ({
  _tag: 'SourceUnreachable',
  message: `The platform did not respond within ${Math.round(milliseconds / 1_000)} seconds`,
  cause: 'no answer',
});
