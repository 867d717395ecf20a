import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, ShownFields } from '../../domain/sync-store.ts';
import type { ServiceFacts } from '../../domain/tax-service.ts';
import { type AskPorts, askService } from '../pace/ask-service.ts';
import type { NoAnswer } from '../pace/ask-until-clear.ts';
import { presenceOf } from './read-presence.ts';
import type { RemoteList } from './remote-list.ts';

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

export interface LookUpPorts extends AskPorts {
  readonly remoteList: Pick<RemoteList, 'find'>;
  readonly facts: () => Pick<ServiceFacts, 'identity'> | null;
}

const unreadList: AtService = {
  _tag: 'NoClearAnswer',
  message: 'the list of the Tax Nexus Service, which alone knows it by its name, could not be read',
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
        return E.right({ _tag: 'Held', remoteId: answer.stored.id, shown: presenceOf(answer.stored).shown });
      }
      if (answer._tag === 'NotAsked' || (answer._tag === 'NoClearAnswer' && !isOfService)) return E.right(answer);
    }
    const listed = await ports.remoteList.find({ id, name });
    if (E.isLeft(listed)) return listed;
    const { found, isRead } = listed.right;
    if (found !== null) return E.right({ _tag: 'Held', remoteId: found.id, shown: found.shown });
    if (ports.lane.isOver()) return E.right({ _tag: 'NotAsked' });
    return E.right(isRead || !isOfService ? { _tag: 'Absent' } : unreadList);
  };
