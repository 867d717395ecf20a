import type * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../domain/instant.ts';
import type { Adjustment, Finding, LineAmounts, LineDetail, ReportLine } from '../domain/run.ts';
import type { Transaction } from '../domain/transaction.ts';
import { digestOf } from '../domain/digest.ts';
import type { PageLookup, SaleOwner } from '../domain/sync-store.ts';
import { isOwnedByOther } from '../mapping/identity.ts';

/** A transaction that is ready to be pushed, with the content of its report line. */
export interface PushCandidate {
  readonly kind: 'sale' | 'refund';
  /** Id of the sale's record, also for a refund: that is what is read again on a retry. */
  readonly sourceId: string;
  readonly id: string;
  readonly name: string;
  readonly transactedAt: Instant;
  /** Canonical text; frozen once an intent is saved. */
  readonly body: string;
  readonly digest: string;
  readonly amounts: LineAmounts;
  readonly detail?: LineDetail;
  readonly findings: readonly Finding[];
  /** Ids that prove which sale it is; none for a refund, which follows its sale. */
  readonly references: readonly string[];
  /** See `duplicateKeyOf`; null for a refund. */
  readonly duplicateKey: string | null;
  /** The input of `beforePush`; absent without that hook: pages wait for their turn, and it is the largest part. */
  readonly transaction?: Transaction;
}

/** A transaction to push, or the report line with the reason why it is not attempted. */
export type MappedTransaction = E.Either<ReportLine, PushCandidate>;

/** One record of a page: its sale and its later changes. */
export interface MappedRecord {
  readonly sale: MappedTransaction;
  /**
   * Refunds, edits and returns that are pushed as transactions, by `adjustmentKey`; none unless the policy sends them.
   */
  readonly refunds: readonly {
    readonly adjustmentId: string;
    readonly refund: MappedTransaction;
    /** See `MappedRecord.ifSent`. */
    readonly ifSent?: MappedTransaction;
  }[];
  /** Later changes of the sale. */
  readonly adjustments: readonly Adjustment[];
  /** Where a setting holds the sale: the record without that setting, for the case that a person decides to send it. */
  readonly ifSent?: MappedRecord;
}

const jurisdictionKeyOf = ({ shipToAddress: { country, state, zip } }: Transaction): string => {
  const code = zip?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  // Some platforms keep the four digits after a ZIP, others do not.
  return code === '' ? `${country} ${state ?? ''}` : `${country} ${country === 'US' ? code.slice(0, 5) : code}`;
};

/**
 * Equal for two sales that look alike: minute, currency, total, and ZIP (or state without one). A digest, so that no
 * address is stored. The minute comes first, so that the sync database writes the keys of a page next to each other.
 */
export const duplicateKeyOf = (transaction: Transaction): string => {
  const { currency, total, transactedAt } = transaction;
  const minute = transactedAt.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return `like:${minute}:${digestOf([currency.code, total, jurisdictionKeyOf(transaction)].join('|')).slice(0, 32)}`;
};

/**
 * The earlier transaction of another storefront that this one looks like. Only the later one of two gets the finding.
 */
export const possibleDuplicateOf = (
  storefront: string,
  { id, duplicateKey }: Pick<PushCandidate, 'id' | 'duplicateKey'>,
  { owners }: Pick<PageLookup, 'owners'>,
): SaleOwner | undefined => {
  const alike = duplicateKey === null ? [] : (owners.get(duplicateKey) ?? []);
  const own = alike.findIndex((owner) => owner.id === id);
  return alike.slice(0, own < 0 ? alike.length : own).find(isOwnedByOther({ id, storefront }));
};

/** The record, or the payment of a record, that a reference names by the id of its own platform. */
interface NamedRecord {
  readonly platform: string;
  readonly recordId: string;
}

/**
 * The record that a reference names.
 *
 * @example
 * namedRecord('shopify:order:5012345678') // { platform: 'shopify', recordId: '5012345678' }
 * namedRecord('stripe:pi_3Q') // { platform: 'stripe', recordId: 'pi_3Q' }
 */
export const namedRecord = (reference: string): NamedRecord => {
  const at = reference.indexOf(':');
  return at === -1
    ? { platform: reference, recordId: '' }
    : { platform: reference.slice(0, at), recordId: reference.slice(reference.lastIndexOf(':') + 1) };
};

/**
 * Whether an id proves that two sales are one: it is unique. The merchant's order numbers (`order:1001`) and payment
 * ids of gateways (`shopify:payment:7`) are not.
 */
export const isProofOfSale = (reference: string): boolean => {
  const { platform, recordId } = namedRecord(reference);
  return recordId !== '' && platform !== '' && platform !== 'order' && !/^[^:]+:payment:/.test(reference);
};

/** Distinguishes adjustments of one sale: an edit and a refund may have the same id at their platform. */
export const adjustmentKey = ({ kind, id }: Pick<Adjustment, 'kind' | 'id'>): string => `${kind} ${id}`;
