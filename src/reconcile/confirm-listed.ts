/**
 * Confirms a transaction that an earlier night read in the list, so that the nightly proof reports no difference that is gone.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { digestOf } from '../domain/fields.ts';
import { instantOfMilliseconds, millisecondsOf, parseInstant } from '../domain/instant.ts';
import type { ListedTransaction, ProofStore } from '../domain/proof-store.ts';
import type { RemoteTransaction, StoreResult, SyncStore } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { remoteTransactionOf } from '../pipeline/remote-transaction.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import type { ServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { answersForSingleIds } from '../pipeline/held-at-service.ts';
import { isDay } from './pushed.ts';

export interface ListPorts {
  readonly sync: Pick<SyncPorts, 'clock' | 'random' | 'log'>;
  readonly store: Pick<SyncStore, 'saveRemoteIndexPage' | 'findNewestConfirmed'>;
  readonly proof: ProofStore;
  readonly client: ServiceClient;
  readonly single: SingleQuestions;
}

/** Single reads of transactions. */
export interface SingleQuestions {
  /** Whether the service finds a transaction that it is known to hold: otherwise absence proves nothing. */
  readonly areAnswered: () => StoreResult<boolean>;
  /** The transaction at the service; null if it is absent, and the service found another one within the last minute. */
  readonly ask: (id: string) => StoreResult<RemoteTransaction | null | 'not asked'>;
}

/** Milliseconds for which one found transaction proves that the service answers single reads. */
const answerServesFor = 60_000;

export const singleQuestions = ({ sync, store, client }: Omit<ListPorts, 'proof' | 'single'>): SingleQuestions => {
  const ask = askService({ ...sync, client });
  let foundAt = Number.NEGATIVE_INFINITY;
  const areAnswered = async (absent = ''): StoreResult<boolean> => {
    if (Math.abs(sync.clock.now() - foundAt) < answerServesFor) return E.right(true);
    const answers = await answersForSingleIds(store, ask, absent);
    if (E.isRight(answers) && answers.right) foundAt = sync.clock.now();
    return answers;
  };
  return {
    areAnswered,
    ask: async (id) => {
      const answer = await ask(id);
      if (answer._tag === 'Found') {
        foundAt = sync.clock.now();
        return E.right({ ...remoteTransactionOf(answer.stored), id });
      }
      if (answer._tag !== 'Absent') return E.right('not asked');
      return E.map((isProven: boolean) => (isProven ? null : 'not asked'))(await areAnswered(id));
    },
  };
};

/** The values that `owner` can have for transactions of a storefront. */
export const ownersOf = (platform: string, account: string): readonly string[] => [
  `${platform}:${account}:`,
  platformNamed(textKey(platform)),
];

export const toListed = (one: RemoteTransaction, position: number, night: number): ListedTransaction => ({
  id: one.id,
  position,
  owner: ownerOf(one),
  day: dayShown(one),
  hash: hashOf(one),
  night,
});

/** Reads a transaction at the service and remembers it; null if the service no longer holds it. */
export const confirmListed = async (
  { single, store, proof }: ListPorts,
  { id, position }: Pick<ListedTransaction, 'id' | 'position'>,
  night: number,
): StoreResult<RemoteTransaction | null | 'not asked'> => {
  const asked = await single.ask(id);
  if (E.isLeft(asked) || asked.right === 'not asked') return asked;
  const found = asked.right;
  if (found === null) return E.map(() => null)(await proof.forgetListed([id])());
  const kept = await store.saveRemoteIndexPage({
    scan: 0,
    transactions: [found],
    next: O.none,
    completesScan: false,
  })();
  if (E.isLeft(kept)) return kept;
  return E.map(() => found)(await proof.saveListed([toListed(found, position, night)], null)());
};

const platformNamed = (key: string): string => key.split('-', 1)[0] ?? '';

/** If the service assigns the ids, only the name shows the platform of a transaction. */
const ownerOf = ({ id, name }: RemoteTransaction): string =>
  /^[^:]+:[^:]+:/.exec(id)?.[0] ?? platformNamed(textKey(name ?? ''));

/** The day in UTC that the service shows; empty if it shows no day. */
const dayShown = ({ shown }: RemoteTransaction): string => {
  const moment = shown?.['transactedAt'] ?? '';
  if (moment === '' || isDay(moment)) return moment;
  const instant = O.toUndefined(parseInstant(moment));
  return instant === undefined ? '' : instantOfMilliseconds(millisecondsOf(instant)).slice(0, 'YYYY-MM-DD'.length);
};

const hashOf = ({ name, shown }: RemoteTransaction): number =>
  parseInt(digestOf(JSON.stringify([name, Object.entries(shown ?? {}).sort()])).slice(0, 7), 16);
