/**
 * Splits a sale in two when the seller remits the tax of one part and a marketplace the tax of the other: each files its own
 * part.
 */
import * as E from 'fp-ts/lib/Either.js';
import { allocate, formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { sumOfParts, totalTax } from './amounts.ts';
import { isRemittedBySeller, type Marketplace } from './marketplace.ts';
import type { Policy } from './policy.ts';
import { isUnclearChange, partsOfRefund } from './refund-to-transaction.ts';
import type { ValueReason, Refund, RefundPart, Sale, SaleLine, TaxAmount } from './sale.ts';
import { marketplaceOfSale, saleToTransaction } from './sale-to-transaction.ts';

/**
 * The sale itself, or the part whose tax the seller remits and the part whose tax the marketplace remits. The parts add up to
 * the sale, to the last unit; the seller's keeps the id of the sale.
 *
 * A sale stays whole when a single line has taxes of both, and when `policy.mixedLiability` is `tag`.
 *
 * @example
 * splitByLiability(policy, sale).map(({ statedTotal }) => statedTotal) // [725n, 10_000n]
 */
export const splitByLiability = (policy: Policy, sale: Sale): readonly Sale[] => {
  if (policy.mixedLiability === 'tag' || !mayBeMixed(sale)) return [sale];
  const marketplace = marketplaceOfSale(policy, sale);
  const isSent = E.isRight(saleToTransaction({ ...policy, marketplaceSales: 'send' })(sale));
  if (marketplace === undefined || marketplace.code === null || !isSent) return [sale];
  const shares = sharesOf(marketplace, sale);
  if (shares?.every((share) => taxesOf(share).some(({ amount }) => amount !== 0n)) !== true) return [sale];
  const discounts = allocated(sale.orderDiscount, shares.map(priceOf));
  const refunds = sale.refunds.map(splitRefund(marketplace, shares));
  const amendments = (sale.amendments ?? []).map(splitRefund(marketplace, shares));
  const parts = shares.map(({ party, ...share }, index): Sale => {
    const part: Sale = {
      ...sale,
      ...share,
      orderDiscount: discounts[index] ?? 0n,
      refunds: refunds.map((split) => split[index]).filter(isSome),
      amendments: amendments.map((split) => split[index]).filter(isSome),
    };
    return party === 'seller'
      ? { ...part, marketplaces: [] }
      : { ...part, identity: { ...sale.identity, part: 'marketplace' }, adjustments: [] };
  });
  // A part that has only a gift card or a duty would be skipped, and its tax with it.
  if (parts.some((part) => isNoSale(policy, part))) return [sale];
  const decision = splitDecision(sale, parts.map(sumOfParts));
  return parts.map((part) => ({
    ...part,
    statedTotal: sale.statedTotal === null ? null : sumOfParts(part),
    decisions: [...part.decisions, decision],
  }));
};

/** A quick check without a list, because it runs for each sale and almost no sale is mixed. */
const mayBeMixed = ({ lines, shipping, orderTaxes }: Sale): boolean => {
  let [hasOwn, hasOthers] = [false, false];
  const look = (taxes: readonly TaxAmount[]): void => {
    for (const { amount, liable } of taxes) {
      if (amount === 0n) continue;
      if (liable === 'seller') hasOwn = true;
      else hasOthers = true;
    }
  };
  for (const { taxes } of lines) look(taxes);
  for (const { taxes } of shipping) look(taxes);
  look(orderTaxes);
  return hasOwn && hasOthers;
};

type Party = 'seller' | 'marketplace';

/** A party's share of a sale; amounts that belong to no line are shared in proportion to it. */
interface Share {
  readonly party: Party;
  readonly lines: readonly SaleLine[];
  readonly addedLines: readonly SaleLine[];
  readonly shipping: Sale['shipping'];
  readonly orderTaxes: readonly TaxAmount[];
}

const parties: readonly Party[] = ['seller', 'marketplace'];

/** The shares of both parties; undefined when a single line has taxes of both, so that no line can be split. */
const sharesOf = (marketplace: Marketplace, sale: Sale): readonly Share[] | undefined => {
  const parts = [...sale.lines, ...sale.shipping, ...(sale.addedLines ?? [])];
  if (parts.some(({ taxes }) => partyOf(marketplace, taxes) === undefined)) return undefined;
  return parties.map((party) => {
    const isOwn = ({ taxes }: { readonly taxes: readonly TaxAmount[] }): boolean =>
      partyOf(marketplace, taxes) === party;
    return {
      party,
      lines: sale.lines.filter(isOwn),
      addedLines: (sale.addedLines ?? []).filter(isOwn),
      shipping: sale.shipping.filter(isOwn),
      orderTaxes: sale.orderTaxes.filter((tax) => isRemittedBySeller(marketplace, tax) === (party === 'seller')),
    };
  });
};

/**
 * Who remits the taxes of a part; undefined when each remits some. A part without tax belongs to the marketplace, which sold
 * it.
 */
const partyOf = (marketplace: Marketplace, taxes: readonly TaxAmount[]): Party | undefined => {
  const charged = taxes.filter(({ amount }) => amount !== 0n);
  const own = charged.filter((tax) => isRemittedBySeller(marketplace, tax));
  if (own.length === 0) return 'marketplace';
  return own.length === charged.length ? 'seller' : undefined;
};

const taxesOf = ({
  lines,
  shipping,
  orderTaxes,
}: Pick<Sale, 'lines' | 'shipping' | 'orderTaxes'>): readonly TaxAmount[] => [
  ...[...lines, ...shipping].flatMap(({ taxes }) => taxes),
  ...orderTaxes,
];

/** An amount shared by weights; without any weight, the marketplace gets all of it. */
const allocated = (amount: MinorUnits, weights: readonly MinorUnits[]): readonly MinorUnits[] =>
  weights.every((weight) => weight === 0n) ? [0n, amount] : allocate(amount, weights);

const priceOf = ({ lines }: Share): MinorUnits =>
  notBelowZero(sum(lines.map(({ listed, discount }) => listed - discount)));

const notBelowZero = (amount: MinorUnits): MinorUnits => (amount < 0n ? 0n : amount);

/** Each party's share of a refund. A refund that cannot be explained stays whole with the seller, where it is held. */
const splitRefund =
  (marketplace: Marketplace, shares: readonly Share[]) =>
  <Later extends Refund>(refund: Later): readonly (Later | undefined)[] => {
    if (isUnclearChange(refund) || partsOfRefund(refund) !== refund.total) return [refund, undefined];
    const taxWeights = shares.map((share) => notBelowZero(totalTax(taxesOf(share))));
    const shippingTaxes = shares.map(({ shipping }) => totalTax(shipping.flatMap(({ taxes }) => taxes)));
    const shipping = splitPart(marketplace, refund.shipping, shares.map(shippingPriceOf), shippingTaxes);
    const adjustment = splitPart(marketplace, refund.adjustment, shares.map(priceOf), taxWeights);
    const none: RefundPart = { amount: 0n, tax: 0n };
    return shares.map(({ lines, addedLines }, index) => {
      const ids = new Set([...lines, ...addedLines].map(({ id }) => id));
      const own = {
        ...refund,
        lines: refund.lines.filter(({ lineId }) => ids.has(lineId)),
        shipping: shipping[index] ?? none,
        adjustment: adjustment[index] ?? none,
      };
      return isEmpty(own) ? undefined : { ...own, total: partsOfRefund(own) };
    });
  };

/** A refunded amount without lines, shared by price; its tax by who remits it, where that is stated, else by tax. */
const splitPart = (
  marketplace: Marketplace,
  { amount, tax, taxes }: RefundPart,
  prices: readonly MinorUnits[],
  taxWeights: readonly MinorUnits[],
): readonly RefundPart[] => {
  const amounts = allocated(amount, prices);
  if (taxes === undefined || totalTax(taxes) !== tax) {
    const shares = allocated(tax, taxWeights);
    return parties.map((_, index) => ({ amount: amounts[index] ?? 0n, tax: shares[index] ?? 0n }));
  }
  return parties.map((party, index) => {
    const own = taxes.filter((one) => isRemittedBySeller(marketplace, one) === (party === 'seller'));
    return { amount: amounts[index] ?? 0n, tax: totalTax(own), taxes: own };
  });
};

const shippingPriceOf = ({ shipping }: Share): MinorUnits =>
  notBelowZero(sum(shipping.map(({ price, discount }) => price - discount)));

const isEmpty = ({ lines, shipping, adjustment }: Refund): boolean =>
  lines.length === 0 && [shipping, adjustment].every(({ amount, tax }) => amount === 0n && tax === 0n);

const isSome = <A>(value: A | undefined): value is A => value !== undefined;

const isNoSale = (policy: Policy, part: Sale): boolean => {
  const mapped = saleToTransaction(policy)({ ...part, statedTotal: null });
  return E.isLeft(mapped) && (mapped.left.reason === 'no items' || mapped.left.reason === 'gift cards only');
};

const splitDecision = (sale: Sale, totals: readonly MinorUnits[]): ValueReason => {
  const [own = '', theirs = ''] = totals.map(formatMinorUnits(sale.currency));
  return {
    about: 'transaction',
    value: `split: ${own} and ${theirs} ${sale.currency.code}`,
    reason: 'the seller remits the tax of one part, a marketplace that of the other; each part is a transaction',
    fields: ['taxLines.channelLiable'],
  };
};
