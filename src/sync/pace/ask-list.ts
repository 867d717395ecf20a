import * as E from 'fp-ts/lib/Either.js';
import type * as O from 'fp-ts/lib/Option.js';
import type { ServicePage } from '../../core/tax-service.ts';
import { fullJitter } from '../patience/backoff.ts';
import type { Lane } from './lane.ts';
import { mostPutOff, mostUnclear, serviceBackoff } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';
import { wait } from '../patience/wait.ts';

/** A page of the service's list, after as many attempts as are fair. */
export type ListAnswer =
  | { readonly _tag: 'Page'; readonly page: ServicePage }
  | { readonly _tag: 'CursorRefused' }
  | { readonly _tag: 'NotAsked' }
  | { readonly _tag: 'NoClearAnswer'; readonly message: string };

export type AskListPorts = Pick<SyncPorts, 'clock' | 'random'> & { readonly lane: Pick<Lane, 'list' | 'isOver'> };

/** Asks the service for one page of its list. Never rejects. */
export const askList =
  ({ lane, clock, random }: AskListPorts) =>
  async (cursor: O.Option<string>): Promise<ListAnswer> => {
    let [unclear, putOff] = [0, 0];
    for (;;) {
      const answer = await lane.list(cursor);
      if (E.isRight(answer)) return { _tag: 'Page', page: answer.right };
      switch (answer.left._tag) {
        case 'NotStarted':
        case 'CredentialsRefused':
        case 'Misdirected':
          return { _tag: 'NotAsked' };
        case 'CursorRefused':
          return { _tag: 'CursorRefused' };
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
