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

/** Milliseconds for which an answer about one transaction shows that the service answers about single ones. */
const answerServesFor = 60_000;

/** Questions about single transactions. */
export interface SingleQuestions {
  /** Whether the service finds a transaction that it is known to hold: without that, absence proves nothing. */
  readonly areAnswered: () => StoreResult<boolean>;
  /** What the service holds; null when it holds none, and it found another one in the last minute. */
  readonly ask: (id: string) => StoreResult<RemoteTransaction | null | 'not asked'>;
}

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

/** The day in UTC that the service shows; empty when it shows none. */
const dayShown = ({ shown }: RemoteTransaction): string => {
  const moment = shown?.['transactedAt'] ?? '';
  if (moment === '' || isDay(moment)) return moment;
  const instant = O.toUndefined(parseInstant(moment));
  return instant === undefined ? '' : instantOfMilliseconds(millisecondsOf(instant)).slice(0, 'YYYY-MM-DD'.length);
};

/** Where ids are the service's, only the name says which platform a transaction is of. */
const ownerOf = ({ id, name }: RemoteTransaction): string =>
  /^[^:]+:[^:]+:/.exec(id)?.[0] ?? platformNamed(textKey(name ?? ''));

const platformNamed = (key: string): string => key.split('-', 1)[0] ?? '';

/** What `owner` of the transactions of a storefront may be. */
export const ownersOf = (platform: string, account: string): readonly string[] => [
  `${platform}:${account}:`,
  platformNamed(textKey(platform)),
];

const hashOf = ({ name, shown }: RemoteTransaction): number =>
  parseInt(digestOf(JSON.stringify([name, Object.entries(shown ?? {}).sort()])).slice(0, 7), 16);

export const toListed = (one: RemoteTransaction, position: number, night: number): ListedTransaction => ({
  id: one.id,
  position,
  owner: ownerOf(one),
  day: dayShown(one),
  hash: hashOf(one),
  night,
});

/** What the service holds of a transaction now, which is remembered; null when it holds it no longer. */
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
