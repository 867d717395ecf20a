/**
 * Maps a sale to its transaction by the merchant's policy, with a reason for each value, or says why the sale is skipped or
 * held.
 */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { type Currency, formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { type Exclusion, held, type RecordReference, skipped } from '../domain/exclusion.ts';
import type { Address, Transaction, TransactionLine } from '../domain/transaction.ts';
import { excludeInadmissible, excludeZeroTotal } from './admission.ts';
import { describeAmounts, imbalanceOf, missingAmount, sumOfParts, totalTax } from './amounts.ts';
import { chooseDestination } from './destination.ts';
import { exemptButTaxed, exemptionOf, withRetailer } from './exemption.ts';
import { keptLines, type KeptLines, splitLine, taxOnlyLines, whyLeftOut } from './lines.ts';
import { isRemittedBySeller, type Marketplace, marketplaceOf } from './marketplace.ts';
import { saleIdOf, saleNameOf } from './identity.ts';
import type { Policy } from './policy.ts';
import { present } from '../domain/fields.ts';
import { taxCodeDecisions, taxCodeOf } from './tax-code.ts';
import { notTaxableOfSale, taxedOfSale } from './taxed.ts';
import type { ValueReason, Sale, SaleLine, TaxAmount } from './sale.ts';
import { whyUntaxed } from './why-untaxed.ts';

/** A transaction, with the reason for each of its values. */
export interface MappedSale {
  readonly transaction: Transaction;
  /** See `LineDetail.taxed`; null where it is not known. */
  readonly taxed: MinorUnits | null;
  /** See `LineDetail`. */
  readonly notTaxable?: MinorUnits;
  readonly decisions: readonly ValueReason[];
}

/** Who remits the taxes of a sale; undefined without a destination, because the law there decides. */
export const marketplaceOfSale = (policy: Policy, sale: Sale): Marketplace | undefined => {
  const destination = chooseDestination(sale.destinations);
  if (O.isNone(destination)) return undefined;
  const circumstances = { ...destination.value.address, occurredAt: sale.occurredAt };
  return marketplaceOf(policy, sale.marketplaces, taxesOf(policy, sale, keptLines(policy, sale)), circumstances);
};

/** Whether the record gives money back, such as a negative invoice. The sales that it reduces stay as they were sent. */
export const isCreditDocument = ({ statedTotal }: Pick<Sale, 'statedTotal'>): boolean =>
  statedTotal !== null && statedTotal < 0n;

/**
 * Maps a sale to the transaction for the service. Pure: the same sale and policy always give the same transaction.
 *
 * Left when the sale is skipped or held. Right only when both equations of the service's interface hold, and the parts add up
 * to the total that the platform states, to the cent; otherwise the sale is held with the missing amount.
 *
 * @example
 * pipe(soldSale, saleToTransaction(defaultPolicy)) // right({ transaction: { id: 'shopify:1:5', total: 1299n, … }, decisions })
 */
export const saleToTransaction =
  (policy: Policy) =>
  (sale: Sale): E.Either<Exclusion, MappedSale> =>
    toTransaction(policy, sale);

const taxesOf = (policy: Policy, sale: Sale, { kept }: KeptLines): readonly TaxAmount[] => {
  const { shipping, orderTaxes } = sale;
  const all: TaxAmount[] = [];
  for (const { taxes } of kept) all.push(...taxes);
  for (const { taxes } of taxOnlyLines(policy, sale)) all.push(...taxes);
  for (const { taxes } of shipping) all.push(...taxes);
  all.push(...orderTaxes);
  return all;
};

const zeroTotalDecision: ValueReason = {
  about: 'total',
  value: '0',
  reason: 'nothing was paid; a state may count it as a transaction',
  fields: ['total'],
  finding: 'zero total',
};

const toTransaction = (policy: Policy, sale: Sale): E.Either<Exclusion, MappedSale> => {
  const { identity, currency } = sale;
  const record: RecordReference = { sourceId: identity.recordId, name: identity.number ?? identity.recordId };
  const refused = excludeInadmissible(policy, sale, record);
  if (O.isSome(refused)) return E.left(refused.value);

  // This check comes first: a record that received money is skipped only when its parts explain each cent.
  const missing = missingAmount(sale);
  if (missing !== 0n && sale.statedTotal !== null) {
    const money = (amount: MinorUnits): string => `${formatMinorUnits(currency)(amount)} ${currency.code}`;
    const message = `The parts add up to ${money(sumOfParts(sale))}, and the platform states ${money(sale.statedTotal)}: ${money(missing)} are missing.`;
    return E.left(held(record, 'totals do not add up', message));
  }

  if (isCreditDocument(sale) && policy.adjustments.refunds === 'report') {
    const message = "It gives money back to the customer's balance. Listed as a refund; your policy sends no refunds.";
    return E.left(skipped(record, 'credit document', message));
  }

  const lines = keptLines(policy, sale);
  const nothing = excludeWithoutGoods(policy, sale, lines, record);
  if (O.isSome(nothing)) return E.left(nothing.value);

  const destination = chooseDestination(sale.destinations);
  if (O.isNone(destination)) {
    const message =
      sale.destinations.length === 0
        ? 'No address. Add one at the platform, then retry.'
        : 'No address has a country and, in the US, a state or a ZIP. Complete the address at the platform, then retry.';
    return E.left(held(record, 'missing address', message));
  }

  const { address } = destination.value;
  if (policy.shipToCountries !== 'all' && !policy.shipToCountries.includes(address.country)) {
    const message = `It goes to ${address.country}, and your policy sends sales to ${policy.shipToCountries.join(', ')}.`;
    return E.left(skipped(record, 'country left out', message));
  }
  const taxes = taxesOf(policy, sale, lines);
  const marketplace = marketplaceOf(policy, sale.marketplaces, taxes, { ...address, occurredAt: sale.occurredAt });
  if (marketplace.code !== null && policy.marketplaceSales !== 'send') {
    const message = `${marketplace.code} remits the tax of this sale.`;
    return E.left(
      policy.marketplaceSales === 'skip'
        ? skipped(record, 'marketplace sale', `${message} Your policy leaves marketplace sales out.`)
        : held(record, 'marketplace sale held', `${message} Decide whether to send it.`),
    );
  }
  const stated = exemptionOf(policy, sale.exemptions, { state: stateOf(address), occurredAt: sale.occurredAt });
  const exemption = withRetailer(stated, marketplace.soldToRetailer);
  const transactionLinesOfSale = linesOf(policy, sale, lines);
  const subtotal = sum(transactionLinesOfSale.map(amountOf)) - sale.orderDiscount;
  const shippingHandling = shippingOf(sale);
  const all = totalTax(taxes);
  const taxCollected = totalTax(taxes.filter((tax) => isRemittedBySeller(marketplace, tax)));
  const transaction: Transaction = {
    id: saleIdOf(identity),
    name: saleNameOf(identity),
    parentId: null,
    transactedAt: sale.occurredAt,
    currency,
    lines: transactionLinesOfSale,
    discount: sale.orderDiscount,
    subtotal,
    shippingHandling,
    taxCollected,
    total: subtotal + shippingHandling + taxCollected,
    shipToAddress: address,
    entity: exemption.entity,
    purpose: exemption.purpose,
    marketplace: marketplace.code,
    ...sale.optional,
  };
  const imbalance = imbalanceOf(transaction);
  if (imbalance !== undefined) return E.left(held(record, 'totals do not add up', imbalance));
  const zero = excludeZeroTotal(policy, transaction.total, record);
  if (O.isSome(zero)) return E.left(zero.value);

  const isNotTaxableAtAll =
    all === 0n && (exemption.explainsNoTax || lines.kept.every(({ isTaxable }) => isTaxable === false));
  const lacksTax = all === 0n && subtotal > 0n && marketplace.code === null && !exemption.explainsNoTax;
  return E.right({
    transaction,
    taxed: taxedOfSale(sale, lines.kept),
    // Without any tax, the buyer's exemption covers the whole sale, and shipping is not taxable when its goods are not.
    notTaxable: isNotTaxableAtAll ? subtotal + shippingHandling : notTaxableOfSale(sale, lines.kept),
    decisions: [
      ...sale.decisions,
      ...lines.decisions,
      ...taxLeftOut(policy, sale, lines, marketplace),
      ...taxCodeDecisions(policy, lines.kept),
      ...destination.value.decisions,
      ...marketplace.decisions,
      ...exemption.decisions,
      ...exemptButTaxed(transaction),
      ...describeAmounts(sale, { seller: taxCollected, all, shipping: shippingHandling, total: transaction.total }),
      ...(lacksTax ? whyUntaxed(address, lines.kept) : []),
      ...saleFindings(sale),
      ...(transaction.total === 0n ? [zeroTotalDecision] : []),
      ...(address.country === 'US' && currency.code !== 'USD' ? [foreignCurrencyDecision(currency)] : []),
    ],
  });
};

const excludeWithoutGoods = (
  policy: Policy,
  sale: Sale,
  { kept, leftOut }: KeptLines,
  record: RecordReference,
): O.Option<Exclusion> => {
  if (
    kept.length > 0 ||
    shippingOf(sale) !== 0n ||
    totalTax(taxesOf(policy, sale, { kept, leftOut, decisions: [] })) !== 0n
  )
    return O.none;
  return O.some(
    leftOut.length > 0 && leftOut.every(({ kind }) => kind === 'gift card')
      ? skipped(record, 'gift cards only', 'Only gift cards were sold. The sale is sent when a card is used.')
      : skipped(
          record,
          'no items',
          sale.lines.length === 0
            ? 'Nothing was sold: it has no lines, or all of them were taken off before it was paid.'
            : 'No line is a sale of goods or services.',
        ),
  );
};

const shippingOf = ({ shipping, pricesIncludeTax }: Sale): MinorUnits =>
  sum(shipping.map(({ price, discount, taxes }) => price - discount - (pricesIncludeTax ? totalTax(taxes) : 0n)));

/** Two letters in the US; null in other countries. */
const stateOf = ({ country, state }: Address): string | null => (country === 'US' ? state : null);

/** The service requires at least one line, also where only shipping and gift cards were sold. */
const placeholder: TransactionLine = {
  id: 'left-out',
  productName: 'Not a sale of goods',
  productSku: null,
  quantity: 1,
  amount: 0n,
  discount: 0n,
};

const linesOf = (policy: Policy, sale: Sale, { kept }: KeptLines): readonly TransactionLine[] => {
  if (kept.length === 0) return [placeholder];
  const lines: TransactionLine[] = [];
  for (const line of kept) lines.push(...transactionLines(policy, sale, line));
  return lines;
};

const transactionLines = (policy: Policy, { pricesIncludeTax }: Sale, line: SaleLine): readonly TransactionLine[] => {
  const taxCode = taxCodeOf(policy, line);
  return splitLine({
    id: line.id,
    productName: line.name,
    productSku: present(line.sku),
    quantity: line.quantity,
    total: pricesIncludeTax ? line.listed - totalTax(line.taxes) : line.listed,
    discount: line.discount,
    ...(taxCode !== undefined && { taxCode }),
    ...(line.tags !== undefined && { tags: line.tags }),
  });
};

const amountOf = ({ amount, quantity, discount }: TransactionLine): MinorUnits => amount * BigInt(quantity) - discount;

/**
 * All tax that the buyer paid is sent, remitted by another party, or named here, for gift cards, fees and duties that are
 * left out.
 */
const taxLeftOut = (
  policy: Policy,
  sale: Sale,
  { leftOut }: KeptLines,
  marketplace: Marketplace,
): readonly ValueReason[] => {
  const sent = taxOnlyLines(policy, sale);
  return [...new Set(leftOut.map(({ kind }) => kind))].flatMap((kind) => {
    const lines = leftOut.filter((line) => line.kind === kind);
    const own = lines.flatMap(({ taxes }) => taxes).filter((tax) => isRemittedBySeller(marketplace, tax));
    const amount = totalTax(own);
    if (amount === 0n) return [];
    const value = `${formatMinorUnits(sale.currency)(amount)} ${sale.currency.code}`;
    const reason = lines.some((line) => sent.includes(line))
      ? `tax was charged on a ${kind}, which is left out: it is in taxCollected, because collected tax is remitted`
      : `tax was charged on a ${kind}, and is left out with it: ${whyLeftOut(policy, kind)}`;
    const fields = lines.map(({ id }) => id);
    return [
      {
        about: 'taxCollected',
        value,
        reason,
        fields,
        finding: 'tax on a gift card or other part' as const,
        subject: value,
      },
    ];
  });
};

const saleFindings = (sale: Sale): readonly ValueReason[] => [
  ...(sale.taxIsEstimated
    ? [
        {
          about: 'taxCollected',
          value: 'estimate',
          reason: 'the tax may still change; the policy sends it anyway',
          fields: ['estimatedTaxes'],
          finding: 'tax still estimated' as const,
        },
      ]
    : []),
  ...(sale.payment === 'partially paid'
    ? [
        {
          about: 'transaction',
          value: 'as sold',
          reason: 'only partially paid; the policy sends the whole sale',
          fields: ['payment'],
          finding: 'partially paid' as const,
        },
      ]
    : []),
];

const foreignCurrencyDecision = ({ code }: Currency): ValueReason => ({
  about: 'currency',
  value: code,
  reason: 'sent to a US address in another currency; returns are in US dollars',
  fields: ['currency'],
  finding: 'not in US dollars',
});
