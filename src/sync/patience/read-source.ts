import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { isRetryable, type SourceError } from '../../domain/errors.ts';
import { askInTime } from './ask-source.ts';
import { fullJitter } from './backoff.ts';
import { longestPause, longPause, mostSourceAttempts, mostThrottled, sourceBackoff } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';
import { wait } from './wait.ts';

/** The run was interrupted or the lane stopped before the source answered. */
export interface NotRead {
  readonly _tag: 'NotRead';
  /** What the source said the last time that it was asked; absent when it was not. */
  readonly after?: SourceError;
}

const askPatiently =
  ({ clock, random, log }: Pick<SyncPorts, 'clock' | 'random' | 'log'>, isOver: () => boolean) =>
  async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError | NotRead, A>> => {
    const ask = askInTime({ clock }, isOver);
    let [attempts, throttled] = [0, 0];
    let notRead: NotRead = { _tag: 'NotRead' };
    while (!isOver()) {
      const result = await ask(task);
      if (E.isRight(result) || !isRetryable(result.left)) return result;
      const isThrottled = result.left._tag === 'SourceThrottled';
      if (isThrottled) throttled += 1;
      else attempts += 1;
      notRead = { _tag: 'NotRead', after: result.left };
      if (attempts >= mostSourceAttempts || throttled >= mostThrottled) return result;
      const asked = result.left._tag === 'SourceThrottled' ? result.left.retryAfterMs : null;
      const own = fullJitter(sourceBackoff)(isThrottled ? throttled : attempts, random.next());
      const pause = Math.min(longestPause, asked ?? own);
      if (pause >= longPause) {
        const minutes = Math.ceil(pause / 60_000);
        log.warn(`${result.left.message}. That is a long pause; what is left goes on by itself in ${minutes} min`);
      }
      await wait(clock, pause, isOver);
    }
    return E.left(notRead);
  };

/**
 * Asks a storefront's platform, again and again as long as that is worth it: after a pause of the length that the platform
 * names, or of a random one that grows. Never rejects.
 */
export const readSource =
  (ports: Pick<SyncPorts, 'clock' | 'random' | 'log' | 'onQuestion'>, isOver: () => boolean) =>
  async <A>(task: TE.TaskEither<SourceError, A>): Promise<E.Either<SourceError | NotRead, A>> => {
    const onAnswer = ports.onQuestion?.();
    const answer = await askPatiently(ports, isOver)(task);
    onAnswer?.();
    return answer;
  };
