/** Asks the service for one transaction or one page of its list, with retries until the answer is definitive. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { NotStarted, ServiceFailure, ServicePage, StoredTransaction } from '../../domain/tax-service.ts';
import { fullJitter, wait } from '../../domain/async.ts';
import { maxDeferrals, maxUnclearAnswers, serviceBackoff } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';
import type { ServiceClient } from './service-client.ts';

/** Why a lookup has no result. */
export type NoLookup =
  /** The service client stopped or the run was interrupted. */
  | { readonly _tag: 'NotAsked' }
  /** `isFinal`: every retry would get the same answer. */
  | { readonly _tag: 'NoClearAnswer'; readonly message: string; readonly isFinal?: true };

type RetryPorts = Pick<SyncPorts, 'clock' | 'random'> & { readonly client: Pick<ServiceClient, 'isOver'> };

export type AskListPorts = RetryPorts & { readonly client: Pick<ServiceClient, 'list' | 'isOver'> };

type ListAnswer = { readonly _tag: 'Page'; readonly page: ServicePage } | { readonly _tag: 'CursorRefused' } | NoLookup;

/** Fetches one page of the service's list, with retries. Never rejects. */
export const askList = (ports: AskListPorts): ((cursor: O.Option<string>) => Promise<ListAnswer>) => {
  const ask = retryUntilDefinitive(ports);
  return async (cursor) => {
    const answer = await ask<ListAnswer>(async () => {
      const page = await ports.client.list(cursor);
      if (E.isRight(page)) return E.right({ _tag: 'Page', page: page.right });
      // Definitive: a retry would be refused again.
      return page.left._tag === 'CursorRefused' ? E.right({ _tag: 'CursorRefused' }) : E.left(page.left);
    });
    return E.toUnion(answer);
  };
};

export type ServiceAnswer =
  | { readonly _tag: 'Found'; readonly stored: StoredTransaction }
  | { readonly _tag: 'Absent' }
  | NoLookup;

export type AskPorts = RetryPorts & { readonly client: Pick<ServiceClient, 'find' | 'isOver'> };

/** Looks up one transaction by id, with retries. Never rejects. */
export const askService =
  (ports: AskPorts) =>
  async (id: string): Promise<ServiceAnswer> => {
    const found = await retryUntilDefinitive(ports)(() => ports.client.find(id));
    if (E.isLeft(found)) return found.left;
    return O.isSome(found.right) ? { _tag: 'Found', stored: found.right.value } : { _tag: 'Absent' };
  };

/** Retries until the response is definitive, or the attempts are used up. Never rejects. */
const retryUntilDefinitive =
  ({ client, clock, random }: RetryPorts) =>
  async <A>(ask: () => Promise<E.Either<ServiceFailure | NotStarted, A>>): Promise<E.Either<NoLookup, A>> => {
    let [unclear, deferrals] = [0, 0];
    for (;;) {
      const answer = await ask();
      if (E.isRight(answer)) return answer;
      switch (answer.left._tag) {
        case 'NotStarted':
        case 'CredentialsRefused':
        case 'Misdirected':
          return E.left({ _tag: 'NotAsked' });
        case 'SlowDown':
          deferrals += 1;
          if (deferrals >= maxDeferrals)
            return E.left({ _tag: 'NoClearAnswer', message: 'the service keeps asking to slow down' });
          break;
        case 'Unclear':
          if (answer.left.isFinal === true)
            return E.left({ _tag: 'NoClearAnswer', message: answer.left.message, isFinal: true });
          unclear += 1;
          if (unclear >= maxUnclearAnswers) return E.left({ _tag: 'NoClearAnswer', message: answer.left.message });
          await wait(clock, fullJitter(serviceBackoff)(unclear, random.next()), client.isOver);
      }
    }
  };
