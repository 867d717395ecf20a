import * as E from 'fp-ts/lib/Either.js';
import type { PageLookup, ShownFields, StoreError, SyncStore } from '../domain/sync-store.ts';
import { maxLookedUp } from './limits.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { type AskPorts, askService, type NoAnswer } from './rate-limit/service-client.ts';
import { type RemoteIndex, remoteTransactionOf } from './remote-index.ts';

const mergeLookups = (all: readonly PageLookup[]): PageLookup => {
  const [first] = all;
  if (first !== undefined && all.length === 1) return first;
  return {
    submissions: new Map(all.flatMap(({ submissions }) => [...submissions])),
    remoteById: new Map(all.flatMap(({ remoteById }) => [...remoteById])),
    remoteByName: new Map(all.flatMap(({ remoteByName }) => [...remoteByName])),
    settledInRun: new Map(all.flatMap(({ settledInRun }) => [...settledInRun])),
    owners: new Map(all.flatMap(({ owners }) => [...owners])),
  };
};

/** Looks up everything about a page in as few queries as the store allows; one, for a page of ordinary size. */
export const lookUpPage =
  ({ lookUpTransactions }: Pick<SyncStore, 'lookUpTransactions'>) =>
  async (
    runId: string,
    wanted: Parameters<SyncStore['lookUpTransactions']>[1],
  ): Promise<E.Either<StoreError, PageLookup>> => {
    const all: PageLookup[] = [];
    for (let start = 0; start < wanted.length; start += maxLookedUp) {
      const known = await lookUpTransactions(runId, wanted.slice(start, start + maxLookedUp))();
      if (E.isLeft(known)) return known;
      all.push(known.right);
    }
    return E.right(mergeLookups(all));
  };

/** A transaction that is looked for at the service. */
export interface Wanted {
  readonly id: string;
  readonly name: string;
  /** The service's own id, where it is known. */
  readonly remoteId: string | null;
}

/** Whether the service holds a transaction, and what it shows of it. */
export type AtService =
  | { readonly _tag: 'Held'; readonly remoteId: string; readonly shown: ShownFields | null }
  | { readonly _tag: 'Absent' }
  | NoAnswer;

interface LookUpPorts extends AskPorts {
  readonly remoteList: Pick<RemoteIndex, 'find'>;
  readonly facts: () => Pick<ServiceFacts, 'identity'> | null;
}

const unreadList: AtService = {
  _tag: 'NoClearAnswer',
  message: 'The list of the Tax Nexus Service could not be read; only the list has it by name',
};

/**
 * Looks for a transaction by its id, and then by id and name in the head of the list: some services assign ids, and some have
 * no answer for a single id. Absence is proven by both together; where ids are the service's, by the list alone.
 */
export const lookUpAtService =
  (ports: LookUpPorts) =>
  async ({ id, name, remoteId }: Wanted): Promise<E.Either<StoreError, AtService>> => {
    const isOfService = ports.facts()?.identity === 'service';
    if (!isOfService || remoteId !== null) {
      const answer = await askService(ports)(remoteId ?? id);
      if (answer._tag === 'Found') {
        return E.right({ _tag: 'Held', remoteId: answer.stored.id, shown: remoteTransactionOf(answer.stored).shown });
      }
      if (answer._tag === 'NotAsked' || (answer._tag === 'NoClearAnswer' && !isOfService)) return E.right(answer);
    }
    const listed = await ports.remoteList.find({ id, name });
    if (E.isLeft(listed)) return listed;
    const { found, isRead } = listed.right;
    if (found !== null) return E.right({ _tag: 'Held', remoteId: found.id, shown: found.shown });
    if (ports.client.isOver()) return E.right({ _tag: 'NotAsked' });
    return E.right(isRead || !isOfService ? { _tag: 'Absent' } : unreadList);
  };
