import { sum } from '../../../src/domain/money.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import { inDoubt } from './in-doubt.ts';
import { partsOfRefund } from './parts-of-refund.ts';
import { refundMadeAt } from './refund-made-at.ts';

/** A refund as its own list tells it, beside Shopify's words. */
export interface ReadRefund {
  readonly record: OrderRefund;
  readonly refund: Refund;
  readonly movesMoney: boolean;
  readonly hasFailed: boolean;
}

const taxOf = ({ lines, shipping, adjustment }: Refund): bigint =>
  sum(lines.map(({ tax }) => tax)) + shipping.tax + adjustment.tax;

const isOfMoneyAlone = ({ refund, movesMoney, hasFailed }: ReadRefund): boolean =>
  movesMoney && !hasFailed && partsOfRefund(refund) === 0n && taxOf(refund) === 0n;

const isBefore = (one: ReadRefund, other: ReadRefund): boolean => {
  const [at, later] = [refundMadeAt(one.record), refundMadeAt(other.record)];
  return at !== undefined && later !== undefined && at < later;
};

/**
 * What money is for that went back by itself after the payment of a refund had failed, as when a merchant repays it by hand:
 * exactly as much is for the same goods, with their tax. Of any other amount nobody knows whether it is, and it is in doubt.
 * Only refunds are named that are to be told so.
 *
 * @param isClear whether it is known what a refund gives back
 */
export const repaidLater = (
  all: readonly ReadRefund[],
  isClear: (one: ReadRefund) => boolean,
): ReadonlyMap<ReadRefund, Refund> => {
  const open = new Set(all.filter((one) => one.hasFailed && (taxOf(one.refund) !== 0n || !isClear(one))));
  const told = new Map<ReadRefund, Refund>();
  for (const one of open.size === 0 ? [] : all.filter(isOfMoneyAlone)) {
    const before = [...open].filter((failed) => isBefore(failed, one));
    const same = before.find((failed) => isClear(failed) && partsOfRefund(failed.refund) === one.refund.total);
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
