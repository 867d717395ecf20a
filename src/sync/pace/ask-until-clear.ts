import * as E from 'fp-ts/lib/Either.js';
import type { NotStarted, ServiceFailure } from '../../domain/tax-service.ts';
import { mostPutOff, mostUnclear, serviceBackoff } from '../limits.ts';
import { fullJitter } from '../patience/backoff.ts';
import { wait } from '../patience/wait.ts';
import type { SyncPorts } from '../ports.ts';
import type { Lane } from './lane.ts';

/** Why a question to the service came to nothing. */
export type NoAnswer =
  /** The lane stopped or the run was interrupted. */
  { readonly _tag: 'NotAsked' } | { readonly _tag: 'NoClearAnswer'; readonly message: string };

export type AskUntilClearPorts = Pick<SyncPorts, 'clock' | 'random'> & { readonly lane: Pick<Lane, 'isOver'> };

/** Asks the service until its answer is clear, as many times as are fair. Never rejects. */
export const askUntilClear =
  ({ lane, clock, random }: AskUntilClearPorts) =>
  async <A>(ask: () => Promise<E.Either<ServiceFailure | NotStarted, A>>): Promise<E.Either<NoAnswer, A>> => {
    let [unclear, putOff] = [0, 0];
    for (;;) {
      const answer = await ask();
      if (E.isRight(answer)) return answer;
      switch (answer.left._tag) {
        case 'NotStarted':
        case 'CredentialsRefused':
        case 'Misdirected':
          return E.left({ _tag: 'NotAsked' });
        case 'SlowDown':
          putOff += 1;
          if (putOff >= mostPutOff)
            return E.left({ _tag: 'NoClearAnswer', message: 'the service keeps putting requests off' });
          break;
        case 'Unclear':
          unclear += 1;
          if (unclear >= mostUnclear) return E.left({ _tag: 'NoClearAnswer', message: answer.left.message });
          await wait(clock, fullJitter(serviceBackoff)(unclear, random.next()), lane.isOver);
      }
    }
  };
