import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoredTransaction } from '../../core/stored-transaction.ts';
import { fullJitter } from '../patience/backoff.ts';
import type { Lane } from './lane.ts';
import { mostPutOff, mostUnclear, serviceBackoff } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';
import { wait } from '../patience/wait.ts';

/** What the service says about an id, after as many attempts as are fair. */
export type ServiceAnswer =
  | { readonly _tag: 'Found'; readonly stored: StoredTransaction }
  | { readonly _tag: 'Absent' }
  | { readonly _tag: 'NoClearAnswer'; readonly message: string }
  /** The lane stopped or the run was interrupted. */
  | { readonly _tag: 'NotAsked' };

export type AskPorts = Pick<SyncPorts, 'clock' | 'random'> & { readonly lane: Pick<Lane, 'find' | 'isOver'> };

/** Asks the service for one transaction by id. Never rejects. */
export const askService =
  ({ lane, clock, random }: AskPorts) =>
  async (id: string): Promise<ServiceAnswer> => {
    let [unclear, putOff] = [0, 0];
    for (;;) {
      const answer = await lane.find(id);
      if (E.isRight(answer)) {
        return O.isSome(answer.right) ? { _tag: 'Found', stored: answer.right.value } : { _tag: 'Absent' };
      }
      switch (answer.left._tag) {
        case 'NotStarted':
        case 'CredentialsRefused':
        case 'Misdirected':
          return { _tag: 'NotAsked' };
        case 'SlowDown':
          putOff += 1;
          if (putOff >= mostPutOff) return { _tag: 'NoClearAnswer', message: 'the service keeps putting requests off' };
          break;
        case 'Unclear':
          unclear += 1;
          if (unclear >= mostUnclear) return { _tag: 'NoClearAnswer', message: answer.left.message };
          await wait(clock, fullJitter(serviceBackoff)(unclear, random.next()), lane.isOver);
      }
    }
  };
