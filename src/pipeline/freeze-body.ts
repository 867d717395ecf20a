/**
 * Turns a mapped transaction into the exact text that is sent, with its digest and the amounts for its report line. Retries
 * send the same text.
 */
import * as E from 'fp-ts/lib/Either.js';
import { localTimeIn } from '../domain/date-range.ts';
import { digestOf } from '../domain/fields.ts';
import type { LineAmounts, LineDetail } from '../domain/run.ts';
import { type Exclusion, held, type RecordReference } from '../domain/exclusion.ts';
import { isSummable } from '../domain/money.ts';
import type { WireSettings } from '../domain/wire-settings.ts';
import type { MappedSale } from '../mapping/sale-to-transaction.ts';
import { jurisdictionOf, type Transaction } from '../domain/transaction.ts';
import { toWire, wireText, type WireTransaction } from '../domain/wire-transaction.ts';
import type { Calendar } from './calendar.ts';
import type { MappedTransaction, PushCandidate } from './mapped-record.ts';
import { type ExcludedRecord, exclusionLine } from './report-lines.ts';

/** Why a sale is held if an amount is too large for the sync database. */
export const amountTooLarge = (record: RecordReference): Exclusion =>
  held(
    record,
    'amount not exact',
    'An amount of it is too large: sums have room for amounts of fifteen digits, its smallest unit included. Correct the order at the platform, then retry.',
  );

interface FreezeContext {
  readonly storefront: string;
  readonly calendar: Pick<Calendar, 'monthOf'>;
  /** Default: the service takes everything. */
  readonly wire?: WireSettings | undefined;
}

type Mapped = Pick<MappedSale, 'transaction' | 'taxed' | 'notTaxable'>;

/** Makes the body of a transaction; held when an amount cannot be sent exactly. Pure. */
export const freezeBody = (
  { storefront, calendar, wire: settings = {} }: FreezeContext,
  { kind, sourceId, findings, references }: Pick<PushCandidate, 'kind' | 'sourceId' | 'findings' | 'references'>,
  mapped: Mapped,
): MappedTransaction => {
  const { transaction } = mapped;
  const { id, name } = transaction;
  const refusal = refusedByWire(settings, { sourceId, name }, transaction);
  const exclude = (why: Exclusion): MappedTransaction =>
    E.left(exclusionLine(storefront, { id, kind, sourceId, ...statedOfTransaction(transaction) }, why));
  if (refusal !== undefined) return exclude(refusal);
  const wire = toWire(transaction);
  if (E.isLeft(wire)) {
    const message = `It cannot be sent exactly (${wire.left.problems.join('; ')}). Correct the order at the platform, then retry.`;
    return exclude(held({ sourceId, name }, 'amount not exact', message));
  }
  const detail = detailOf(mapped);
  if (!amountsSummed(transaction, detail).every(isSummable)) return exclude(amountTooLarge({ sourceId, name }));
  const text = wireText(wire.right);
  const sent = withOptionalFields(settings, transaction, wire.right);
  return E.right({
    kind,
    sourceId,
    id,
    name,
    transactedAt: transaction.transactedAt,
    findings,
    references,
    body: sent === wire.right ? text : wireText(sent),
    digest: digestOf(text),
    amounts: amountsOf(calendar, transaction),
    detail,
    duplicateKey: kind === 'sale' ? duplicateKeyOf(transaction) : null,
  });
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

/** Why a transaction is not sent to a service with these settings; undefined when it is. Pure. */
const refusedByWire = (
  { marketplaces, entities }: WireSettings,
  record: RecordReference,
  { marketplace, entity }: Pick<Transaction, 'marketplace' | 'entity'>,
): Exclusion | undefined => {
  if (marketplaces?.others === 'hold' && marketplace !== null && !marketplaces.codes.includes(marketplace)) {
    return held(
      record,
      'code not accepted',
      `The service does not accept the marketplace "${marketplace}". Map it to a known one.`,
    );
  }
  if (entities !== undefined && entity !== null && !entities.includes(entity)) {
    return held(
      record,
      'code not accepted',
      `The service does not accept the entity "${entity}". Map it to a known one.`,
    );
  }
  return undefined;
};

const statedOfTransaction = ({
  currency,
  shipToAddress,
  total,
  transactedAt,
}: Transaction): Pick<ExcludedRecord, 'occurredAt' | 'stated'> => ({
  occurredAt: transactedAt,
  stated: { currency: currency.code, total, jurisdiction: jurisdictionOf(shipToAddress) },
});

const detailOf = ({ transaction, taxed, notTaxable = 0n }: Mapped): LineDetail => {
  const { shipToAddress, discount, lines, shippingHandling: shipping, marketplace, purpose, entity } = transaction;
  return {
    zip: shipToAddress.zip,
    discount: lines.reduce((all, line) => all + line.discount, discount),
    shipping,
    marketplace,
    exemption: purpose ?? entity,
    parentId: transaction.parentId,
    ...(taxed !== null && { taxed }),
    ...(notTaxable !== 0n && { notTaxable }),
  };
};

const amountsSummed = (
  { total, subtotal, taxCollected, shippingHandling, discount }: Transaction,
  { discount: allDiscounts, taxed = 0n, notTaxable = 0n }: LineDetail,
): readonly bigint[] => [
  ...[total, subtotal, taxCollected, shippingHandling, discount],
  ...[allDiscounts, taxed, notTaxable],
];

/**
 * A body with the optional fields that the settings name and the source has, and with its date in the wanted time zone. The
 * digest does not include them, so that a setting that is added later does not make sent transactions look changed. Pure.
 */
const withOptionalFields = (
  { optional = [], metadata: keys = [], timeZone }: WireSettings,
  { tags, metadata = {}, shipFromAddress, lines }: Transaction,
  body: WireTransaction,
): WireTransaction => {
  if (optional.length === 0 && keys.length === 0 && timeZone === undefined) return body;
  const sent = pickMetadata(keys, metadata);
  return {
    ...body,
    lineItems: body.lineItems.map((item, index) => ({
      ...item,
      ...(optional.includes('lineItems.taxCode') &&
        lines[index]?.taxCode !== undefined && { taxCode: lines[index].taxCode }),
      ...(optional.includes('lineItems.tags') && lines[index]?.tags !== undefined && { tags: lines[index].tags }),
    })),
    ...(optional.includes('tags') && tags !== undefined && { tags }),
    ...(optional.includes('shipFromAddress') && shipFromAddress !== undefined && { shipFromAddress }),
    ...(Object.keys(sent).length > 0 && { metadata: sent }),
    ...(timeZone !== undefined && { transactedAt: localTimeIn(timeZone, body.transactedAt) }),
  };
};

const pickMetadata = (keys: readonly string[], metadata: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => keys.includes(key)));

const amountsOf = ({ monthOf }: Pick<Calendar, 'monthOf'>, transaction: Transaction): LineAmounts => ({
  currency: transaction.currency.code,
  jurisdiction: jurisdictionOf(transaction.shipToAddress),
  month: monthOf(transaction.transactedAt),
  total: transaction.total,
  taxCollected: transaction.taxCollected,
});

const jurisdictionKeyOf = ({ shipToAddress: { country, state, zip } }: Transaction): string => {
  const code = zip?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  // Some platforms keep the four digits after a ZIP, others do not.
  return code === '' ? `${country} ${state ?? ''}` : `${country} ${country === 'US' ? code.slice(0, 5) : code}`;
};
