import * as E from 'fp-ts/lib/Either.js';
import type { StoreError, PageLookup, SyncStore } from '../../domain/sync-store.ts';
import type { Candidate } from '../entry/candidate.ts';
import type { Counterpart } from './counterpart.ts';
import type { Elsewhere, Place } from './elsewhere.ts';
import { isOwnedElsewhere } from '../../mapping/is-owned-elsewhere.ts';
import { isProof, namedRecord } from '../entry/proof.ts';
import {
  couldNotBeRead,
  notToldYet,
  partToldBefore,
  pending,
  recordedBy,
  toldFirstBy,
  toldWithin,
  type Verdict,
} from '../entry/verdict.ts';

export interface RivalPorts {
  readonly runId: string;
  readonly storefront: string;
  readonly book: Pick<SyncStore, 'lookUpTransactions'>;
  readonly elsewhere: Elsewhere;
}

/** What is said against telling a sale here; null when nothing is. */
type Objection = Verdict | null;

const isRecorded = ({ submissions, remoteById }: PageLookup, id: string): boolean => {
  const sending = submissions.get(id);
  return remoteById.has(id) || (sending !== undefined && sending.status !== 'refused');
};

const byPrecedence = ({ storefront, comesFirst }: Place, counterpart: Counterpart): Objection => {
  switch (counterpart._tag) {
    case 'NoSuchRecord':
    case 'NeverTold':
      return null;
    case 'ToBeTold':
      return comesFirst ? toldFirstBy({ storefront, id: counterpart.id }) : null;
    case 'Waiting':
      return comesFirst ? notToldYet(storefront, counterpart.reason) : null;
  }
};

/** First whether it is recorded there, which needs no question to the platform where the reference is the record's own id. */
const objectionOf = async (
  { runId, book, elsewhere }: RivalPorts,
  place: Place,
): Promise<E.Either<StoreError, Objection>> => {
  const { storefront, platform, recordId, comesFirst } = place;
  if (!comesFirst) {
    // Whatever it has told is noted, unless the book was lost meanwhile.
    const unnoted = await elsewhere.hasUnnotedSales(platform);
    if (E.isLeft(unnoted)) return unnoted;
    if (!unnoted.right) return E.right(null);
  }
  const recorded = async (id: string): Promise<E.Either<StoreError, Objection>> => {
    const known = await book.lookUpTransactions(runId, [{ id, name: '' }])();
    if (E.isLeft(known)) return known;
    return E.right(isRecorded(known.right, id) ? recordedBy({ storefront, id }) : null);
  };
  const account = await elsewhere.accountOf(storefront);
  if (E.isRight(account)) {
    const atOnce = await recorded(`${platform}:${account.right.id}:${recordId}`);
    if (E.isLeft(atOnce) || atOnce.right !== null) return atOnce;
  }
  const answer = E.isLeft(account) ? account : await elsewhere.counterpartOf(place);
  if (E.isLeft(answer)) {
    return E.right(answer.left._tag === 'NotRead' ? pending : couldNotBeRead(storefront, answer.left.message));
  }
  if (answer.right._tag === 'NoSuchRecord') return E.right(null);
  const there = await recorded(answer.right.id);
  return E.isLeft(there) || there.right !== null ? there : E.right(byPrecedence(place, answer.right));
};

/** Whether a reference names the very record that a transaction tells: numbers are counted anew on every platform. */
const isRecordOf = (id: string, reference: string): boolean => {
  const { platform, recordId } = namedRecord(reference);
  return id.startsWith(`${platform}:`) && id.endsWith(`:${recordId}`);
};

/**
 * What was told before by the same storefront, and would be counted twice: a part of this sale as a sale of its own, as a
 * payment that went onto an invoice after it was told; or this sale as a part of another one, as the charge of an invoice
 * that the key may not read any more. Two sales may share a payment: one of the two must be that payment.
 */
const toldBefore = (
  storefront: string,
  { id, references }: Pick<Candidate, 'id' | 'references'>,
  { owners }: Pick<PageLookup, 'owners'>,
): Objection => {
  // Nobody noted any of them: so it is with nearly every sale.
  if (!references.some((reference) => owners.has(reference))) return null;
  const isElsewhere = isOwnedElsewhere({ id, storefront });
  const others = references
    .filter(isProof)
    .flatMap((reference) => (owners.get(reference) ?? []).map((owner) => ({ reference, owner })))
    .filter(({ owner }) => owner.id !== id && !isElsewhere(owner));
  const part = others.find(({ owner, reference }) => isRecordOf(owner.id, reference));
  if (part !== undefined) return partToldBefore(part.owner.id);
  const whole = others.find(({ reference }) => isRecordOf(id, reference));
  return whole === undefined ? null : toldWithin(whole.owner.id);
};

const isSkipped = (objection: Objection): boolean => objection?._tag === 'Settled' && objection.outcome === 'skipped';

/**
 * Whether another storefront tells a sale that nobody has recorded as ours: null when it is to be told here.
 *
 * Whoever has recorded it owns it. Where nobody has, it belongs to the storefront that comes first in the configuration
 * and has a record of it that it tells; whether it has one is asked, never guessed.
 */
export const findRival = async (
  ports: RivalPorts,
  candidate: Pick<Candidate, 'id' | 'references'>,
  known: Pick<PageLookup, 'owners'>,
): Promise<E.Either<StoreError, Objection>> => {
  const { id, references } = candidate;
  const { owners } = known;
  const owner = references
    .flatMap((reference) => owners.get(reference) ?? [])
    .find(isOwnedElsewhere({ id, storefront: ports.storefront }));
  if (owner !== undefined) return E.right(recordedBy(owner));
  const before = toldBefore(ports.storefront, candidate, known);
  if (before !== null) return E.right(before);
  let kept: Objection = null;
  for (const place of ports.elsewhere.placesOf(ports.storefront, references)) {
    const objection = await objectionOf(ports, place);
    if (E.isLeft(objection) || isSkipped(objection.right)) return objection;
    kept = kept ?? objection.right;
  }
  return E.right(kept);
};
