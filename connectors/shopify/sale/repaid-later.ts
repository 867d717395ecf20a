import { sum } from '../../../src/core/minor-units.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import { inDoubt } from './in-doubt.ts';
import { refundMadeAt } from './refund-made-at.ts';

/** A refund as its own list tells it, beside Shopify's words. */
export interface ReadRefund {
  readonly record: OrderRefund;
  readonly refund: Refund;
  readonly movesMoney: boolean;
  readonly hasFailed: boolean;
}

const partsOf = ({ lines, shipping }: Refund): bigint =>
  sum(lines.map(({ amount, tax }) => amount + tax)) + shipping.amount + shipping.tax;

const taxOf = ({ lines, shipping, adjustment }: Refund): bigint =>
  sum(lines.map(({ tax }) => tax)) + shipping.tax + adjustment.tax;

const isOfMoneyAlone = ({ refund, movesMoney, hasFailed }: ReadRefund): boolean =>
  movesMoney && !hasFailed && partsOf(refund) === 0n && taxOf(refund) === 0n;

const isBefore = (one: ReadRefund, other: ReadRefund): boolean => {
  const [at, later] = [refundMadeAt(one.record), refundMadeAt(other.record)];
  return at !== undefined && later !== undefined && at < later;
};

/**
 * What money is for that went back by itself after the payment of a refund had failed, as when a merchant repays it by hand:
 * exactly as much is for the same goods, with their tax. Of any other amount nobody knows whether it is, and it is in doubt.
 * Only refunds are named that are to be told so.
 */
export const repaidLater = (all: readonly ReadRefund[]): ReadonlyMap<ReadRefund, Refund> => {
  const open = new Set(all.filter(({ refund, hasFailed }) => hasFailed && taxOf(refund) !== 0n));
  const told = new Map<ReadRefund, Refund>();
  for (const one of open.size === 0 ? [] : all.filter(isOfMoneyAlone)) {
    const before = [...open].filter((failed) => isBefore(failed, one));
    const same = before.find(({ refund }) => partsOf(refund) === one.refund.total);
    if (same === undefined) {
      if (before.length > 0) told.set(one, inDoubt(one.refund));
      continue;
    }
    open.delete(same);
    const { lines, shipping } = same.refund;
    told.set(one, { ...one.refund, lines, shipping, adjustment: { amount: 0n, tax: 0n } });
  }
  return told;
};
