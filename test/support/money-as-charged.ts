import * as E from 'fp-ts/lib/Either.js';
import { sum } from '../../src/domain/money.ts';
import { totalTax } from '../../src/mapping/amounts.ts';
import { isRemittedBySeller } from '../../src/mapping/marketplace.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale, TaxAmount } from '../../src/mapping/sale.ts';
import { type MappedSale, marketplaceOfSale, saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { sentChanges } from '../../src/mapping/sent-changes.ts';
import { toSentSale } from '../../src/mapping/sent-sale.ts';
import type { SourceResult } from '../../src/mapping/source-connector.ts';
import { splitByLiability } from '../../src/mapping/split-by-liability.ts';

/** A part of a record that is sent, with its sale. */
interface SentPart {
  readonly sale: Sale;
  readonly mapped: MappedSale;
}

/** What a run would send of a connector's result; empty where it is skipped or held. */
const sentParts = (policy: Policy, result: SourceResult): readonly SentPart[] => {
  const sale = E.flatMap((one: Sale) => toSentSale(policy, one))(result);
  return E.isLeft(sale)
    ? []
    : splitByLiability(policy, sale.right).flatMap((part) => {
        const mapped = saleToTransaction(policy)(part);
        return E.isLeft(mapped) ? [] : [{ sale: part, mapped: mapped.right }];
      });
};

const taxesOf = ({ lines, shipping, orderTaxes }: Sale): readonly TaxAmount[] => [
  ...[...lines, ...shipping].flatMap(({ taxes }) => taxes),
  ...orderTaxes,
];

/** The sum of the amounts that findings name, in minor units: `tax on a gift card or other part: 4.13 USD`. */
const namedTax = (parts: readonly SentPart[]): bigint =>
  sum(
    parts.flatMap(({ mapped: { decisions, transaction } }) =>
      decisions.flatMap(({ finding, reason, value }) =>
        // Of a gift card it is sent as well, and only named.
        finding === 'tax on a gift card or other part' && !reason.includes('it is in taxCollected')
          ? [BigInt(Math.round(Number(value.split(' ')[0]) * 10 ** transaction.currency.digits))]
          : [],
      ),
    ),
  );

/**
 * The tax of a record that is neither sent, nor remitted by another party, nor named by a finding, in minor units; undefined
 * where the record is skipped or held. It must be zero: tax of the order = tax sent + tax another party remits + tax named.
 *
 * @param taxOfOrder as the platform states it, without fees that it writes as taxes
 */
export const lostTax = (
  result: SourceResult,
  taxOfOrder: bigint,
  choices: Partial<Policy> = {},
): bigint | undefined => {
  const policy = { ...defaultPolicy, ...choices };
  const parts = sentParts(policy, result);
  if (parts.length === 0) return undefined;
  const sent = sum(parts.map(({ mapped }) => mapped.transaction.taxCollected));
  const remitted = sum(
    parts.map(({ sale }) => {
      const marketplace = marketplaceOfSale(policy, sale);
      return marketplace === undefined
        ? 0n
        : totalTax(taxesOf(sale).filter((tax) => !isRemittedBySeller(marketplace, tax)));
    }),
  );
  return taxOfOrder - sent - remitted - namedTax(parts);
};

/**
 * What is wrong with the reductions that a run would send of a record, with all kinds of changes sent: none may lower the sale
 * or its tax below zero, at any of their days, nor give tax back without goods. Empty where all is well.
 */
export const reductionProblems = (result: SourceResult, choices: Partial<Policy> = {}): readonly string[] => {
  const adjustments = { refunds: 'send', additions: 'send', cancellations: 'send', disputes: 'send' } as const;
  const policy = { ...defaultPolicy, adjustments: { ...defaultPolicy.adjustments, ...adjustments }, ...choices };
  return sentParts(policy, result).flatMap(({ sale, mapped }) => {
    const all = sentChanges(policy, sale, mapped)
      .flatMap(({ result: change }) => (E.isRight(change) ? [change.right.transaction] : []))
      .toSorted((one, other) => {
        if (one.transactedAt !== other.transactedAt) return one.transactedAt < other.transactedAt ? -1 : 1;
        return Number(other.total > 0n) - Number(one.total > 0n);
      });
    let goods = mapped.transaction.subtotal + mapped.transaction.shippingHandling;
    let tax = mapped.transaction.taxCollected;
    if (goods < 0n || tax < 0n) return [];
    return all.flatMap((change) => {
      const changed = change.subtotal + change.shippingHandling;
      goods += changed;
      tax += change.taxCollected;
      return [
        ...(goods < 0n ? [`${change.id} takes ${-goods} more than was left of the sale`] : []),
        ...(tax < 0n ? [`${change.id} takes ${-tax} more than was left of the tax`] : []),
        ...(changed > 0n && change.taxCollected < 0n ? [`${change.id} gives tax back and adds goods`] : []),
      ];
    });
  });
};
