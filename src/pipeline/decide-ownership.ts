/**
 * Decides which storefront sends a sale that two of them have, such as a Shopify order and its Stripe charge, so that it is
 * sent once.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { PageLookup, SaleOwner, StoreError, SyncStore } from '../domain/sync-store.ts';
import { inParallelUntilFailure } from '../domain/async.ts';
import { type MappedTransaction, type PushCandidate, transactionIdOf } from './mapped-record.ts';
import { maxOtherReads } from './limits.ts';
import { planPush } from './plan-push.ts';
import {
  notPushedYetResult,
  otherNotReadResult,
  paymentPushedBeforeResult,
  pendingResult,
  pushedFirstByResult,
  pushedWithinResult,
  type PushResult,
  recordedByResult,
  sentWholeBeforeResult,
  skippedFirstByResult,
  storedAmount,
} from './push-result.ts';
import type { PushContext } from './run-context.ts';
import type { OtherReference, OtherRecord, OtherStorefronts } from './other-storefronts.ts';
import { isOwnedByOther, isProofOfSale, namedRecord, saleIdWithin } from '../mapping/identity.ts';

export interface OwnershipPorts {
  readonly runId: string;
  readonly storefront: string;
  readonly store: Pick<SyncStore, 'lookUpTransactions'>;
  readonly otherStorefronts: OtherStorefronts;
}

/**
 * By transaction id: the candidates that are not pushed here, because another storefront pushes them or may do so.
 *
 * @param known what the sync database knows of all `sales`
 * @param sales the sales of the page, which has both parts of a split sale
 */
export const decideOwnership = async (
  pushContext: PushContext,
  candidates: readonly PushCandidate[],
  known: PageLookup,
  sales: readonly MappedTransaction[],
): Promise<E.Either<StoreError, ReadonlyMap<string, PushResult>>> => {
  const results = new Map<string, PushResult>();
  const fresh: PushCandidate[] = [];
  for (const candidate of candidates) if (isNewSale(pushContext, known, candidate)) fresh.push(candidate);
  const decided = await inParallelUntilFailure(maxOtherReads)(fresh, async (candidate) => {
    const other = await findOwner(pushContext, candidate, known, sales);
    if (E.isRight(other) && other.right !== null) results.set(candidate.id, other.right);
    return other;
  });
  return E.isLeft(decided) ? decided : E.right(results);
};

type KnownOwners = Pick<PageLookup, 'owners' | 'submissions' | 'remoteById'>;

/** The reason against pushing a sale here; null if there is none. */
type OwnershipResult = PushResult | null;

/**
 * Whether another storefront owns a sale that is not recorded as ours: null when it is pushed here.
 *
 * 1. The storefront that recorded the sale owns it.
 * 2. A sale of which this storefront already sent a part, or that it sent within another sale, is not sent again.
 * 3. If no storefront recorded it, the first one of the configuration whose record of it is a sale owns it: the other storefronts
 *    are asked for their records.
 */
export const findOwner = async (
  ports: OwnershipPorts,
  candidate: Pick<PushCandidate, 'id' | 'references'>,
  known: KnownOwners,
  sales: readonly MappedTransaction[],
): Promise<E.Either<StoreError, OwnershipResult>> => {
  const { id, references } = candidate;
  const { owners } = known;
  const owner = references
    .flatMap((reference) => owners.get(reference) ?? [])
    .find(isOwnedByOther({ id, storefront: ports.storefront }));
  if (owner !== undefined) return E.right(recordedByResult(owner));
  const before = pushedBeforeHere(ports.storefront, candidate, known, sales);
  if (before !== null) return E.right(before);
  let firstResult: OwnershipResult = null;
  for (const otherReference of ports.otherStorefronts.recordsNamed(ports.storefront, references)) {
    const ownership = await checkOtherRecord(ports, otherReference);
    if (E.isLeft(ownership) || isSkippedHere(ownership.right)) return ownership;
    firstResult = firstResult ?? ownership.right;
  }
  return E.right(firstResult);
};

/** Whether a sale was never tried and is not known at the service: only then can it still be left to another storefront. */
const isNewSale = (pushContext: PushContext, known: PageLookup, candidate: PushCandidate): boolean => {
  const plan = planPush(candidate, known, pushContext.isRetried);
  return plan._tag === 'Push' && plan.submission === null;
};

/**
 * Finds a sale that the same storefront already sent and that would be counted twice: a part of this sale as a separate sale,
 * such as a payment that was added to an invoice later; or a sale that includes this one, such as an invoice that the key may
 * no longer read. Two sales may share a payment, so one of the two must be that payment.
 */
const pushedBeforeHere = (
  storefront: string,
  { id, references }: Pick<PushCandidate, 'id' | 'references'>,
  known: KnownOwners,
  sales: readonly MappedTransaction[],
): OwnershipResult => {
  const { owners } = known;
  const isOther = isOwnedByOther({ id, storefront });
  const others: { readonly reference: string; readonly owner: SaleOwner }[] = [];
  for (const reference of references.filter(isProofOfSale)) {
    for (const owner of owners.get(reference) ?? []) {
      if (owner.id === id || isOther(owner) || isOtherPart(owner.id, id, known, sales)) continue;
      others.push({ reference, owner });
    }
  }
  const ofSameRecord = others.find(({ owner }) => saleIdWithin(owner.id) === saleIdWithin(id));
  if (ofSameRecord !== undefined && id !== saleIdWithin(id)) return sentWholeBeforeResult(ofSameRecord.owner.id);
  const part = ofSameRecord ?? others.find(({ owner, reference }) => isRecordOf(owner.id, reference));
  if (part !== undefined) return paymentPushedBeforeResult(part.owner.id);
  const whole = others.find(({ reference }) => isRecordOf(id, reference));
  return whole === undefined ? null : pushedWithinResult(whole.owner.id);
};

/**
 * Whether a transaction of the same record is the other part of a split sale, and does not contain this one. The seller's part
 * has the id of the whole sale, which may have been sent before the sale was split: it counts only as it is now.
 */
const isOtherPart = (ownerId: string, id: string, known: KnownOwners, sales: readonly MappedTransaction[]): boolean => {
  const part = sales.find((one) => transactionIdOf(one) === ownerId);
  if (part === undefined || saleIdWithin(ownerId) !== saleIdWithin(id)) return false;
  return ownerId !== saleIdWithin(id) || (E.isRight(part) && isSentAsNow(part.right, known));
};

/** Whether the transaction that was sent under this id equals the present one, or has its total. */
const isSentAsNow = (
  { id, digest, amounts: { currency, total } }: Pick<PushCandidate, 'id' | 'digest' | 'amounts'>,
  { submissions, remoteById }: KnownOwners,
): boolean => {
  const shown = storedAmount(currency, remoteById.get(id)?.shown?.['total']);
  return submissions.get(id)?.digest === digest || (O.isSome(shown) && shown.value === total);
};

/** Whether a reference names the record of a transaction: ids of two platforms may be equal. */
const isRecordOf = (id: string, reference: string): boolean => {
  const { platform, recordId } = namedRecord(reference);
  return id.startsWith(`${platform}:`) && id.endsWith(`:${recordId}`);
};

/**
 * Whether the other storefront owns the record. First looks whether it is recorded there, which often needs no request to the
 * platform.
 */
const checkOtherRecord = async (
  { runId, store, otherStorefronts }: OwnershipPorts,
  otherReference: OtherReference,
): Promise<E.Either<StoreError, OwnershipResult>> => {
  const { storefront, platform, recordId, comesFirst } = otherReference;
  if (!comesFirst) {
    // Everything that the other storefront sent is recorded, unless the sync database was lost.
    const unreferenced = await otherStorefronts.hasSalesWithoutReferences(platform);
    if (E.isLeft(unreferenced)) return unreferenced;
    if (!unreferenced.right) return E.right(null);
  }
  const recorded = async (id: string): Promise<E.Either<StoreError, OwnershipResult>> => {
    const known = await store.lookUpTransactions(runId, [{ id, name: '' }])();
    if (E.isLeft(known)) return known;
    return E.right(isRecorded(known.right, id) ? recordedByResult({ storefront, id }) : null);
  };
  const account = await otherStorefronts.accountOf(storefront);
  if (E.isRight(account)) {
    const byReference = await recorded(`${platform}:${account.right.id}:${recordId}`);
    if (E.isLeft(byReference) || byReference.right !== null) return byReference;
  }
  const answer = E.isLeft(account) ? account : await otherStorefronts.readRecord(otherReference);
  if (E.isLeft(answer)) {
    return E.right(
      answer.left._tag === 'NotRead' ? pendingResult : otherNotReadResult(storefront, answer.left.message),
    );
  }
  if (answer.right._tag === 'NoSuchRecord') return E.right(null);
  const byRecord = await recorded(answer.right.id);
  return E.isLeft(byRecord) || byRecord.right !== null
    ? byRecord
    : E.right(resultByPrecedence(otherReference, answer.right));
};

const isRecorded = ({ submissions, remoteById }: PageLookup, id: string): boolean => {
  const submission = submissions.get(id);
  return remoteById.has(id) || (submission !== undefined && submission.status !== 'refused');
};

const resultByPrecedence = ({ storefront, comesFirst }: OtherReference, otherRecord: OtherRecord): OwnershipResult => {
  switch (otherRecord._tag) {
    case 'NoSuchRecord':
    case 'NeverPushed':
      return null;
    case 'WillBePushed':
      return comesFirst ? pushedFirstByResult({ storefront, id: otherRecord.id }) : null;
    case 'SkippedForBoth':
      return comesFirst ? skippedFirstByResult(storefront, otherRecord.reason) : null;
    case 'Waiting':
      return comesFirst ? notPushedYetResult(storefront, otherRecord.reason) : null;
  }
};

const isSkippedHere = (ownership: OwnershipResult): boolean =>
  ownership?._tag === 'Settled' && ownership.outcome === 'skipped';
