import type * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../domain/instant.ts';
import type { Adjustment, FindingKind, LineAmounts, ReportLine } from '../domain/run.ts';
import type { Transaction } from '../domain/transaction.ts';
import { digestOf } from '../domain/digest.ts';
import type { PageLookup, SaleOwner } from '../domain/sync-store.ts';
import { isOwnedByOther } from '../mapping/identity.ts';

/** A transaction that is ready to be pushed, and what its line of the report will say. */
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
  readonly findings: readonly FindingKind[];
  /** Ids that prove which sale it tells; none for a refund, which follows its sale. */
  readonly references: readonly string[];
  /** See `duplicateKeyOf`; null for a refund. */
  readonly duplicateKey: string | null;
  /** What `beforePush` is given; none where the app has no such hook: pages wait for their turn, and it is the largest part. */
  readonly transaction?: Transaction;
}

/** A transaction to push, or the line of the report that says why it is not attempted. */
export type MappedTransaction = E.Either<ReportLine, PushCandidate>;

/** One record of a page: its sale, and what happened to it. */
export interface MappedRecord {
  readonly sale: MappedTransaction;
  /** Refunds, edits and returns that are transactions of their own, by `adjustmentKey`; none unless the policy sends them. */
  readonly refunds: readonly { readonly adjustmentId: string; readonly refund: MappedTransaction }[];
  /** What happened to the sale afterwards. */
  readonly adjustments: readonly Adjustment[];
}

const jurisdictionKeyOf = ({ shipToAddress: { country, state, zip } }: Transaction): string => {
  const code = zip?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  // One platform keeps the four digits behind a ZIP, another one does not.
  return code === '' ? `${country} ${state ?? ''}` : `${country} ${country === 'US' ? code.slice(0, 5) : code}`;
};

/**
 * What two sales have in common that look alike: minute, currency, total, and ZIP (or state, where there is none). A
 * digest, so that no place is kept in the clear. The minute leads, so that the sync database writes a page of sales, which
 * come in the order of time, side by side: keys in no order would dirty a page of its file for each sale.
 */
export const duplicateKeyOf = (transaction: Transaction): string => {
  const { currency, total, transactedAt } = transaction;
  const minute = transactedAt.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return `like:${minute}:${digestOf([currency.code, total, jurisdictionKeyOf(transaction)].join('|')).slice(0, 32)}`;
};

/** The earlier transaction of another storefront that this one looks like. Of two alike, the later one is remarked on. */
export const possibleDuplicateOf = (
  storefront: string,
  { id, duplicateKey }: Pick<PushCandidate, 'id' | 'duplicateKey'>,
  { owners }: Pick<PageLookup, 'owners'>,
): SaleOwner | undefined => {
  const alike = duplicateKey === null ? [] : (owners.get(duplicateKey) ?? []);
  const own = alike.findIndex((owner) => owner.id === id);
  return alike.slice(0, own < 0 ? alike.length : own).find(isOwnedByOther({ id, storefront }));
};

/** What a reference says: a record, or a payment of it, by the id that its own platform gave it. */
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
  const [platform = '', ...rest] = reference.split(':');
  return { platform, recordId: rest.at(-1) ?? '' };
};

/**
 * Whether an id proves that two sales are one: no other sale in the world may have it. The merchant's own order numbers
 * (`order:1001`) and the ids that any gateway gives its payments (`shopify:payment:7`) are counted in more than one place.
 */
export const isProofOfSale = (reference: string): boolean => {
  const { platform, recordId } = namedRecord(reference);
  return recordId !== '' && platform !== '' && platform !== 'order' && !/^[^:]+:payment:/.test(reference);
};

/** Tells adjustments of one sale apart: an edit and a refund may have the same id at their platform. */
export const adjustmentKey = ({ kind, id }: Pick<Adjustment, 'kind' | 'id'>): string => `${kind} ${id}`;
