import { allocate } from '../../../src/core/allocate.ts';
import { instantOfUnixSeconds } from '../../../src/core/instant.ts';
import { sum } from '../../../src/core/minor-units.ts';
import type { Refund, Sale, TaxAmount } from '../../../src/mapping/sale.ts';
import type { StripeRefund } from '../records/refund.ts';
import { shownCode } from '../records/shown-code.ts';

type Sold = Pick<Sale, 'lines' | 'shipping' | 'orderDiscount' | 'orderTaxes'>;

const taxIn = (taxes: readonly TaxAmount[]): bigint => sum(taxes.map(({ amount }) => amount));

const allTaxOf = ({ lines, shipping, orderTaxes }: Sold): bigint =>
  taxIn([...lines, ...shipping].flatMap(({ taxes }) => taxes)) + taxIn(orderTaxes);

const totalOf = (sold: Sold): bigint =>
  sum(sold.lines.map(({ listed, discount }) => listed - discount)) +
  sum(sold.shipping.map(({ price, discount }) => price - discount)) -
  sold.orderDiscount +
  allTaxOf(sold);

/** The tax in the first `amount` of money that went back. */
const taxInFirst = (sold: Sold, amount: bigint): bigint => {
  const total = totalOf(sold);
  if (total <= 0n) return 0n;
  const back = amount < total ? amount : total;
  return allocate(allTaxOf(sold), [back, total - back])[0] ?? 0n;
};

const parts = (sold: Sold, refunded: bigint, before: bigint): Pick<Refund, 'lines' | 'shipping' | 'adjustment'> => {
  if (before === 0n && refunded === totalOf(sold)) {
    return {
      lines: sold.lines.map(({ id, quantity, listed, discount, taxes }) => ({
        lineId: id,
        quantity,
        amount: listed - discount,
        tax: taxIn(taxes),
      })),
      shipping: {
        amount: sum(sold.shipping.map(({ price, discount }) => price - discount)),
        tax: taxIn(sold.shipping.flatMap(({ taxes }) => taxes)),
      },
      adjustment: { amount: -sold.orderDiscount, tax: taxIn(sold.orderTaxes) },
    };
  }
  const tax = taxInFirst(sold, before + refunded) - taxInFirst(sold, before);
  return { lines: [], shipping: { amount: 0n, tax: 0n }, adjustment: { amount: refunded - tax, tax } };
};

/** A refund that failed or was cancelled gave no money back. Old versions have no status. */
const isRefund = ({ status }: StripeRefund): boolean => status !== 'failed' && status !== 'canceled';
const isSettled = ({ status }: StripeRefund): boolean => status === null || status === 'succeeded';

const inOrder = (a: StripeRefund, b: StripeRefund): number =>
  Number(isSettled(b)) - Number(isSettled(a)) || (a.created ?? 0) - (b.created ?? 0) || (a.id < b.id ? -1 : 1);

/**
 * The refunds of a sale. Stripe does not say how much of a refund is tax: a full one gives back every line, a partial one
 * is split pro rata by largest remainder over the money that went back so far, so that a later refund changes no earlier
 * one and the last one takes what is left. Amounts in Stripe's units.
 */
export const refundsOf =
  (sold: Sold) =>
  (refunds: readonly StripeRefund[]): readonly Refund[] => {
    let before = 0n;
    return refunds
      .filter(isRefund)
      .toSorted(inOrder)
      .map((refund) => {
        const total = refund.amount ?? 0n;
        const split = parts(sold, total, before);
        before += total;
        return {
          id: refund.id,
          occurredAt: instantOfUnixSeconds(refund.created ?? 0),
          isSettled: isSettled(refund),
          ...split,
          total,
          message: `refund ${refund.id}${refund.reason === null ? '' : ` (${shownCode(refund.reason)})`}`,
        };
      });
  };
