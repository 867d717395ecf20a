/** Works out what was left of an order on a day, for refunds and disputes whose lines and tax Shopify does not state. */
import type { Instant } from '../../../src/domain/instant.ts';
import { type MinorUnits, sum } from '../../../src/domain/money.ts';
import { sumOfParts, taxOfRefund, taxOfSale, totalTax } from '../../../src/mapping/amounts.ts';
import type { Refund, RefundLine, Sale } from '../../../src/mapping/sale.ts';

/** Amount and tax of a line that the policy may leave out. */
type Apart = Pick<RefundLine, 'lineId' | 'amount' | 'tax'>;

interface LeftOfOrder {
  /** With tax. */
  readonly total: MinorUnits;
  readonly tax: MinorUnits;
  readonly apart: readonly Apart[];
}

/** The rest of a sale after some refunds, edits and returns. */
export const leftBy = (sale: Sale, changes: readonly Refund[]): LeftOfOrder => ({
  total: (sale.statedTotal ?? sumOfParts(sale)) - sum(changes.map(({ total }) => total)),
  tax: taxOfSale(sale) - sum(changes.map(taxOfRefund)),
  apart: leftApart(sale, changes),
});

/** The refunds, edits and returns until a day that are known to have changed a sale. */
export const changesUntil = ({ refunds, amendments = [] }: Sale, day: Instant): readonly Refund[] =>
  [...refunds, ...amendments].filter((change) => isCounted(change) && change.occurredAt <= day);

/** A refund of money alone that equals the whole rest of the order returns that rest with its tax. */
export const withWholeRefunds = (sale: Sale): Sale => {
  let all = sale;
  for (const refund of sale.refunds) {
    if (!isCounted(refund) || !isOfMoneyAlone(refund) || refund.adjustment.amount !== refund.total) continue;
    const { total, tax, apart } = leftBy(
      all,
      changesUntil(all, refund.occurredAt).filter((one) => one !== refund),
    );
    if (refund.total !== total || tax < 0n) continue;
    const lines = apart
      .filter((line) => line.amount !== 0n || line.tax !== 0n)
      .map((line) => ({ ...line, quantity: 1 }));
    if (tax === 0n && lines.length === 0) continue;
    const rest = tax - sum(lines.map((line) => line.tax));
    const amount = total - rest - sum(lines.map((line) => line.amount + line.tax));
    const message = `${refund.message}; it was all that was left of the order`;
    const whole = { ...refund, lines, adjustment: { amount, tax: rest }, message };
    all = { ...all, refunds: all.refunds.map((one) => (one === refund ? whole : one)) };
  }
  return all;
};

/** The rest of gift cards, tips, duties and fees after some changes: a part that was not sent must not be returned either. */
const leftApart = ({ lines, pricesIncludeTax }: Sale, changes: readonly Refund[]): readonly Apart[] =>
  lines
    .filter(({ kind }) => kind !== 'goods')
    .map(({ id, listed, discount, taxes }) => {
      const tax = totalTax(taxes);
      const returned = changes.flatMap((change) => change.lines.filter(({ lineId }) => lineId === id));
      return {
        lineId: id,
        amount: listed - discount - (pricesIncludeTax ? tax : 0n) - sum(returned.map(({ amount }) => amount)),
        tax: tax - sum(returned.map((line) => line.tax)),
      };
    });

/** Counts a change only when it is final: a pending refund may fail, and an unpaid addition may never be paid. */
const isCounted = ({ isSettled, isUnclear }: Refund): boolean => isSettled && isUnclear !== true;

const isOfMoneyAlone = ({ lines, shipping, adjustment }: Refund): boolean =>
  lines.length === 0 && shipping.amount === 0n && shipping.tax === 0n && adjustment.tax === 0n;
