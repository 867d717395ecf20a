import * as E from 'fp-ts/lib/Either.js';
import type { NotStarted, ServiceFailure, ServicePage, StoredTransaction } from '../../domain/tax-service.ts';
import { maxDeferrals, maxUnclearAnswers, serviceBackoff } from '../limits.ts';
import { fullJitter, wait } from '../backoff.ts';
import type { SyncPorts } from '../ports.ts';
import type { ServiceClient } from './service-client.ts';
import * as O from 'fp-ts/lib/Option.js';

/** Why a question to the service came to nothing. */
export type NoAnswer =
  /** The lane stopped or the run was interrupted. */
  { readonly _tag: 'NotAsked' } | { readonly _tag: 'NoClearAnswer'; readonly message: string };

type RetryPorts = Pick<SyncPorts, 'clock' | 'random'> & { readonly client: Pick<ServiceClient, 'isOver'> };

/** Asks the service until its answer is clear, as many times as are fair. Never rejects. */
const retryUntilDefinitive =
  ({ client, clock, random }: RetryPorts) =>
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
          if (putOff >= maxDeferrals)
            return E.left({ _tag: 'NoClearAnswer', message: 'the service keeps putting requests off' });
          break;
        case 'Unclear':
          unclear += 1;
          if (unclear >= maxUnclearAnswers) return E.left({ _tag: 'NoClearAnswer', message: answer.left.message });
          await wait(clock, fullJitter(serviceBackoff)(unclear, random.next()), client.isOver);
      }
    }
  };

/** A page of the service's list, after as many attempts as are fair. */
type ListAnswer = { readonly _tag: 'Page'; readonly page: ServicePage } | { readonly _tag: 'CursorRefused' } | NoAnswer;

export type AskListPorts = RetryPorts & { readonly client: Pick<ServiceClient, 'list' | 'isOver'> };

/** Asks the service for one page of its list. Never rejects. */
export const askList = (ports: AskListPorts): ((cursor: O.Option<string>) => Promise<ListAnswer>) => {
  const ask = retryUntilDefinitive(ports);
  return async (cursor) => {
    const answer = await ask<ListAnswer>(async () => {
      const page = await ports.client.list(cursor);
      if (E.isRight(page)) return E.right({ _tag: 'Page', page: page.right });
      // Asked again, it would be refused again: that is an answer.
      return page.left._tag === 'CursorRefused' ? E.right({ _tag: 'CursorRefused' }) : E.left(page.left);
    });
    return E.toUnion(answer);
  };
};

/** What the service says about an id, after as many attempts as are fair. */
type ServiceAnswer =
  { readonly _tag: 'Found'; readonly stored: StoredTransaction } | { readonly _tag: 'Absent' } | NoAnswer;

export type AskPorts = RetryPorts & { readonly client: Pick<ServiceClient, 'find' | 'isOver'> };

/** Asks the service for one transaction by id. Never rejects. */
export const askService =
  (ports: AskPorts) =>
  async (id: string): Promise<ServiceAnswer> => {
    const found = await retryUntilDefinitive(ports)(() => ports.client.find(id));
    if (E.isLeft(found)) return found.left;
    return O.isSome(found.right) ? { _tag: 'Found', stored: found.right.value } : { _tag: 'Absent' };
  };
