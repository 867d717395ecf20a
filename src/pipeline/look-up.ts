/**
 * Finds out whether the service holds a transaction before it is sent again, by its id and in the list: no single answer is
 * proof.
 */
import { remoteTransactionOf } from './remote-transaction.ts';
import type { RemoteIndex } from './remote-index.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { ShownFields, StoreError } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { askOwn, type KnownNames } from './ask-own.ts';
import { type AskPorts, askService, type NoLookup } from './rate-limit/ask-service.ts';

/** A transaction that is looked for at the service. */
export interface Wanted {
  readonly id: string;
  readonly name: string;
  /** The service's own id, where it is known. */
  readonly remoteId: string | null;
  /** The latest reading of the list before it was pushed: see `RemoteIndex.find`. */
  readonly since?: number | undefined;
  /** The sent body: where the service changes names, amount and time show which transaction may be ours. */
  readonly body?: string;
}

/** The answer: whether the service holds a transaction, and the fields that it shows. */
export type AtService =
  /**
   * `isAlone`: a single read shows it. `isEarlier`: only an earlier reading of the list showed it, and no single read could tell
   * whether it is still there.
   */
  | {
      readonly _tag: 'Found';
      readonly remoteId: string;
      readonly shown: ShownFields | null;
      readonly isAlone?: true;
      readonly isEarlier?: true;
    }
  /** `sameName`: the id of another transaction of ours that the service holds under the name. */
  | { readonly _tag: 'Absent'; readonly sameName?: string }
  | NoLookup;

interface LookUpPorts extends AskPorts {
  readonly remoteList: Pick<RemoteIndex, 'find'> & Partial<Pick<RemoteIndex, 'newest'>>;
  readonly facts: () => Pick<ServiceFacts, 'identity' | 'names'> | null;
}

const namelessList =
  'the service assigns ids, and its list shows no names, so that it is unknown whether the service holds the transaction. Set service.wire.names to { "name": … } with the field that holds the name';

const unreadList: AtService = {
  _tag: 'NoClearAnswer',
  message: 'The list of the Tax Nexus Service could not be read; only the list has it by name',
};

/**
 * Looks for a transaction by its id, and then by id and name in the head of the list: some services assign ids, and some have
 * no clear answer for an unknown id. Absence needs both as proof. The list alone is enough where the service assigns ids, or
 * where it recognizes ours, because a second push then makes no second transaction.
 */
export const lookUpAtService =
  (ports: LookUpPorts) =>
  async ({ id, name, remoteId, since, body }: Wanted): Promise<E.Either<StoreError, AtService>> => {
    const identity = ports.facts()?.identity;
    const isOfService = identity === 'service';
    let single: AtService = { _tag: 'Absent' };
    let isDenied = false;
    if (!isOfService || remoteId !== null) {
      const answer = await askOwn(ports, ports.facts())({ id, name, remoteId });
      if (answer._tag === 'Found') {
        const { shown } = remoteTransactionOf(answer.stored);
        return E.right({ _tag: 'Found', remoteId: answer.stored.id, shown, isAlone: true });
      }
      const isUseless = answer._tag === 'NoClearAnswer' && answer.isFinal !== true && identity === undefined;
      if (answer._tag === 'NotAsked' || isUseless) return E.right(answer);
      single = answer;
      isDenied = answer._tag === 'Absent';
    }
    const listed = await ports.remoteList.find({
      id,
      name,
      since,
      ...(body !== undefined && { body }),
      ...(ports.facts()?.names === 'kept' && { facts: ports.facts() }),
    });
    if (E.isLeft(listed)) return listed;
    const { found, isRead, sameName, isFresh, resembling, isNameless } = listed.right;
    if (found !== null && isFresh !== false) return E.right({ _tag: 'Found', remoteId: found.id, shown: found.shown });
    if (found !== null) {
      const now = await seenAgain(ports, { id, name, remoteId: found.id }, found.shown, isDenied);
      if (now._tag !== 'Absent') return E.right(now);
    }
    if (ports.client.isOver()) return E.right({ _tag: 'NotAsked' });
    if (identity !== 'client' && resembling !== undefined)
      return E.right({ _tag: 'NoClearAnswer', message: heldUnderOtherName(resembling) });
    if (isOfService && isNameless === true) return E.right({ _tag: 'NoClearAnswer', message: namelessList });
    if (!isRead && (isOfService || single._tag !== 'Absent')) return E.right(isOfService ? unreadList : single);
    return E.right({ _tag: 'Absent', ...(sameName !== undefined && { sameName }) });
  };

/** Whether a single read denies the transaction although single reads work: the newest transaction of the list is found. */
export const isDeniedAlone = async (
  ports: AskPorts & { readonly remoteList: Partial<Pick<RemoteIndex, 'newest'>> },
  wanted: Pick<Wanted, 'id' | 'name' | 'remoteId'>,
  facts: KnownNames,
): Promise<boolean> => {
  const newest = (await ports.remoteList.newest?.()) ?? null;
  if (newest === null || newest === wanted.id) return false;
  const [other, own] = [await askService(ports)(newest), await askOwn(ports, facts)(wanted)];
  return other._tag === 'Found' && own._tag === 'Absent';
};

/**
 * Checks a transaction that only an earlier reading of the list showed: it may be gone after a restored backup, or because a
 * person deleted it.
 */
const seenAgain = async (
  ports: LookUpPorts,
  wanted: Wanted & { readonly remoteId: string },
  shown: ShownFields | null,
  isDenied: boolean,
): Promise<Extract<AtService, { _tag: 'Found' }> | { readonly _tag: 'Absent' }> => {
  const { remoteId } = wanted;
  const answer = isDenied ? ({ _tag: 'Absent' } as const) : await askOwn(ports, ports.facts())(wanted);
  if (answer._tag === 'Found') {
    const now = { ...shown, ...remoteTransactionOf(answer.stored).shown };
    return { _tag: 'Found', remoteId, shown: now, isAlone: true };
  }
  if (answer._tag === 'Absent' && (await isDeniedAlone(ports, wanted, ports.facts()))) return { _tag: 'Absent' };
  return { _tag: 'Found', remoteId, shown, isEarlier: true };
};

const heldUnderOtherName = (id: string): string =>
  `the service seems to hold it under another name, as its ${id}, and assigns ids. Have the name there corrected`;
