/** The data of one attempt to push a transaction, and the checks whether an answer is about that transaction at all. */
import * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../domain/instant.ts';
import type { StoreError } from '../domain/sync-store.ts';
import type { StoredTransaction } from '../domain/tax-service.ts';
import { type Comparable, textKey } from '../mapping/comparison.ts';
import type { AtService, Wanted } from './look-up.ts';
import type { PushCandidate } from './mapped-record.ts';
import { type AskPorts, askService } from './rate-limit/ask-service.ts';
import { remoteTransactionOf } from './remote-transaction.ts';

export interface PushAttempt extends Wanted {
  /** The frozen body: every attempt sends the same text. */
  readonly body: string;
  /** The text that is sent: the body, with the service's id of a refund's sale where the service assigns ids. */
  readonly text: string;
  /** Whether an earlier attempt may have arrived. */
  readonly mayHaveArrived: boolean;
  /** When the latest attempt that may have arrived began, as the sync database knows it. */
  readonly attemptedAt: Instant | null;
  /** The sale as it is now, which may equal what the service holds. */
  readonly current: Pick<PushCandidate, 'body' | 'digest'>;
}

export const contentChanged = (fields: readonly string[]): string =>
  `The Tax Nexus Service changed values that were sent: ${fields.join(', ')}. Nothing more was pushed. Set service.wire to match the service (amounts, names), or have the service corrected. The next historical sync tries one transaction again.`;

export const unseenConflict = 'the service answers 409, "already exists", but does not show the transaction';

export const unknownBody = 'body without the transaction';

export const nothingStored = (problem: string): string =>
  `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}, and shows the first transaction neither alone nor in its list. Nothing more was pushed. Ask its support what the answer means, correct it, and run again.`;

/** The country and state that a body is sold to; null where it names none. */
export const placeOf = ({ country, state = '' }: Comparable): string | null =>
  state === '' ? null : `${country ?? 'US'}-${state}`;

export const refusedWithPlace =
  'Not sent: the Tax Nexus Service refused the previous sales to this state with 403, 404 or 405. Enable the state there, or ask its support, then run again; each run tries some of these sales.';

/** The transaction under the id that a 409 named, if it is ours. */
export const seenUnder = async (
  ports: AskPorts,
  attempt: PushAttempt,
  named: string | undefined,
): Promise<E.Either<StoreError, Extract<AtService, { _tag: 'Found' }> | null>> => {
  if (named === undefined || named.toLowerCase() === attempt.id.toLowerCase()) return E.right(null);
  const answer = await askService(ports)(named);
  if (answer._tag !== 'Found' || answer.stored.name == null || !isAbout(attempt, answer.stored)) return E.right(null);
  return E.right({ _tag: 'Found', remoteId: answer.stored.id, shown: remoteTransactionOf(answer.stored).shown });
};

/** Whether an answer is about this transaction: a broken cache or proxy may return another one. */
export const isAbout = ({ id, name }: PushAttempt, stored: StoredTransaction): boolean =>
  stored.name == null ||
  stored.id.toLowerCase() === id.toLowerCase() ||
  textKey(name).startsWith(textKey(stored.name)) ||
  textKey(stored.name).includes(textKey(name));
