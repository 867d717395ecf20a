import * as E from 'fp-ts/lib/Either.js';
import type { PageLookup, StoreError } from '../domain/sync-store.ts';
import type { Decision } from '../mapping/sale.ts';
import { possibleDuplicateOf, type PushCandidate } from '../pipeline/mapped-record.ts';
import type { ExplainedExclusion, ExplainedTransaction } from './explanation.ts';
import { findOwner, type OwnershipPorts } from '../pipeline/decide-ownership.ts';
import { formatMinorUnits } from '../domain/money.ts';
import type { MappedSale } from '../mapping/sale-to-transaction.ts';

/** Tried, or held by the service: then this storefront sends it, even if another knows the sale. */
const isPushedHere = ({ store, service }: ExplainedTransaction): boolean =>
  ['intent', 'confirmed', 'conflict'].includes(store.status) ||
  ['Same', 'Differs', 'NotCompared'].includes(service._tag);

const alike = (
  storefront: string,
  sale: Pick<PushCandidate, 'id' | 'duplicateKey'>,
  known: Pick<PageLookup, 'owners'>,
): readonly Decision[] => {
  const owner = possibleDuplicateOf(storefront, sale, known);
  return owner === undefined
    ? []
    : [
        {
          about: 'transaction',
          value: `looks like ${owner.id} of ${owner.storefront}`,
          reason: 'the same currency, total, minute and destination; no proof, so both are sent',
          fields: ['total', 'transactedAt', 'shipToAddress'],
          finding: 'likeness',
        },
      ];
};

/** The explanation of a transaction, or of the ownership if another storefront sends or may send its sale. */
export const explainOwnership =
  (ports: OwnershipPorts) =>
  async (
    explained: ExplainedTransaction,
    sale: Pick<PushCandidate, 'id' | 'references' | 'duplicateKey'>,
    known: Pick<PageLookup, 'owners'>,
  ): Promise<E.Either<StoreError, ExplainedTransaction | ExplainedExclusion>> => {
    const pushed = { ...explained, decisions: [...explained.decisions, ...alike(ports.storefront, sale, known)] };
    if (isPushedHere(explained)) return E.right(pushed);
    const other = await findOwner(ports, sale, known);
    if (E.isLeft(other)) return other;
    if (other.right?._tag !== 'Settled') return E.right(pushed);
    const { reason, message: why } = other.right;
    const message = why ?? '';
    return E.right(
      other.right.outcome === 'skipped'
        ? { _tag: 'SetAside', outcome: 'skipped', reason: 'recorded by another storefront', message }
        : {
            _tag: 'SetAside',
            outcome: 'held',
            reason: reason === 'told before' ? reason : 'ambiguous duplicate',
            message,
          },
    );
  };

/** A transaction and its decisions for a person's eyes: decimals for money, and no street. Pure. */
export const explainTransaction = (
  { transaction, decisions }: MappedSale,
  { store, service }: Pick<ExplainedTransaction, 'store' | 'service'>,
): ExplainedTransaction => {
  const money = formatMinorUnits(transaction.currency);
  const { state, zip, country } = transaction.shipToAddress;
  return {
    _tag: 'Transaction',
    id: transaction.id,
    name: transaction.name,
    transactedAt: transaction.transactedAt,
    currency: transaction.currency.code,
    lines: transaction.lines.map(({ productName, productSku, quantity, amount, discount, taxCode }) => ({
      productName,
      productSku,
      quantity,
      amount: money(amount),
      discount: money(discount),
      ...(taxCode !== undefined && { taxCode }),
    })),
    discount: money(transaction.discount),
    subtotal: money(transaction.subtotal),
    shippingHandling: money(transaction.shippingHandling),
    taxCollected: money(transaction.taxCollected),
    total: money(transaction.total),
    shipTo: { state, zip, country },
    entity: transaction.entity,
    purpose: transaction.purpose,
    marketplace: transaction.marketplace,
    decisions,
    store,
    service,
  };
};
