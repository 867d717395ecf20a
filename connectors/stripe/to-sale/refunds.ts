/** Splits refunds without a stated tax over a sale, so that each has its share of the tax and the last one takes the rest. */
import { taxOfRefund, taxOfSale, totalTax } from '../../../src/mapping/amounts.ts';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import { sum } from '../../../src/domain/money.ts';
import type { Refund, RefundLine } from '../../../src/mapping/sale.ts';
import type { StripeRefund } from '../records/refund.ts';
import { shownCode } from '../records/codec.ts';
import { prorate, type StripeMoney } from './amounts.ts';
import { type SaleAmounts, totalOf } from './lines.ts';

type RefundParts = Pick<Refund, 'lines' | 'shipping' | 'adjustment'>;
type Money = Pick<StripeMoney, 'step'>;

/** The part of a sale that credit notes and refunds have not returned yet, or a part of that. */
export interface Remaining {
  readonly total: bigint;
  readonly tax: bigint;
  /** Tips and fees have separate lines: the policy decides whether they were sent and are returned. */
  readonly apart: readonly Pick<RefundLine, 'lineId' | 'amount'>[];
}

export const wholeOf = (amounts: SaleAmounts): Remaining => ({
  total: totalOf(amounts),
  tax: taxOfSale(amounts),
  apart: amounts.lines.flatMap(({ id, kind, listed }) => (kind === 'goods' ? [] : [{ lineId: id, amount: listed }])),
});

export const returnedBy = (refunds: readonly Refund[]): Remaining => ({
  total: sum(refunds.map(({ total }) => total)),
  tax: sum(refunds.map(taxOfRefund)),
  apart: refunds.flatMap(({ lines }) => lines),
});

export const fullRefund = (amounts: SaleAmounts): RefundParts => ({
  lines: amounts.lines.map(({ id, quantity, listed, discount, taxes }) => ({
    lineId: id,
    quantity,
    amount: listed - discount,
    tax: totalTax(taxes),
  })),
  shipping: {
    amount: sum(amounts.shipping.map(({ price, discount }) => price - discount)),
    tax: totalTax(amounts.shipping.flatMap(({ taxes }) => taxes)),
  },
  adjustment: { amount: -amounts.orderDiscount, tax: totalTax(amounts.orderTaxes) },
});

export const partialRefund = ({ total, tax, apart }: Remaining): RefundParts => {
  const lines = apart.filter(({ amount }) => amount !== 0n).map((line) => ({ ...line, quantity: 1, tax: 0n }));
  return {
    lines,
    shipping: { amount: 0n, tax: 0n },
    adjustment: { amount: total - tax - sum(lines.map(({ amount }) => amount)), tax },
  };
};

/** A note that returned more tax than was left leaves zero, and takes no tax from later refunds. */
export const minus = ({ total, tax, apart }: Remaining, counted: Remaining): Remaining => {
  const rest = tax - counted.tax;
  return {
    total: total - counted.total,
    tax: rest < 0n === tax < 0n ? rest : 0n,
    apart: apart.map(({ lineId, amount }) => ({
      lineId,
      amount: amount - sum(counted.apart.map((one) => (one.lineId === lineId ? one.amount : 0n))),
    })),
  };
};

/** The share that an amount, returned after `before`, has in the remaining parts, by largest remainder over all of it. */
export const shareOf = (money: Money, remaining: Remaining, before: bigint, total: bigint): Remaining => {
  const share = (whole: bigint): bigint =>
    prorate(money, whole, remaining.total, before + total) - prorate(money, whole, remaining.total, before);
  return {
    total,
    tax: share(remaining.tax),
    apart: remaining.apart.map(({ lineId, amount }) => ({ lineId, amount: share(amount) })),
  };
};

/** A failed or canceled refund returned no money. Old versions have no status. */
export const isRefund = ({ status }: StripeRefund): boolean => status !== 'failed' && status !== 'canceled';
export const isSettled = ({ status }: StripeRefund): boolean => status === null || status === 'succeeded';

type Dated = Pick<StripeRefund, 'id' | 'created'>;

export const byDate = (a: Dated, b: Dated): number => (a.created ?? 0) - (b.created ?? 0) || (a.id < b.id ? -1 : 1);

/** A refund that may be in a credit note: held, with no parts. */
export const unclearRefund = (refund: StripeRefund): Refund => ({
  id: refund.id,
  occurredAt: instantOfUnixSeconds(refund.created ?? 0),
  isSettled: isSettled(refund),
  lines: [],
  shipping: { amount: 0n, tax: 0n },
  adjustment: { amount: 0n, tax: 0n },
  total: refund.amount ?? 0n,
  message: `refund ${refund.id}: it may already be in a credit note, because the refund of that note failed`,
  isUnclear: true,
});

export const refundWith = (refund: StripeRefund, parts: RefundParts): Refund => ({
  id: refund.id,
  occurredAt: instantOfUnixSeconds(refund.created ?? 0),
  isSettled: isSettled(refund),
  ...parts,
  total: refund.amount ?? 0n,
  message: `refund ${refund.id}${refund.reason === null ? '' : ` (${shownCode(refund.reason)})`}${isSettled(refund) ? '' : ', not paid out yet'}`,
});

/** Settled refunds first, then by date: a pending refund changes nothing about the settled ones. */
export const bySettlementAndDate = (a: StripeRefund, b: StripeRefund): number =>
  Number(isSettled(b)) - Number(isSettled(a)) || byDate(a, b);

/**
 * A full refund returns every line; a partial one is split pro rata by largest remainder over all money returned so far. So a
 * later refund changes no earlier one. Amounts in Stripe's units.
 *
 * @param credited credit notes of the sale, and refunds whose tax is stated: no refund returns what an earlier one returned
 */
export const refundsOf =
  (amounts: SaleAmounts, money: Money, credited: readonly Refund[] = []) =>
  (refunds: readonly StripeRefund[]): readonly Refund[] => {
    if (refunds.length === 0) return [];
    let remaining = wholeOf(amounts);
    let [before, notes] = [0n, credited];
    return refunds
      .filter(isRefund)
      .toSorted(bySettlementAndDate)
      .map((refund) => {
        const total = refund.amount ?? 0n;
        const occurredAt = instantOfUnixSeconds(refund.created ?? 0);
        const earlier = notes.filter((note) => note.occurredAt <= occurredAt);
        notes = notes.filter((note) => note.occurredAt > occurredAt);
        if (earlier.length > 0) {
          remaining = minus(remaining, shareOf(money, remaining, 0n, before));
          remaining = minus(remaining, returnedBy(earlier));
          before = 0n;
        }
        const isAll = before === 0n && total === totalOf(amounts) && total === remaining.total;
        const share = shareOf(money, remaining, before, total);
        before += total;
        return refundWith(refund, isAll ? fullRefund(amounts) : partialRefund(share));
      });
  };
