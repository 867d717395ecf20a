/**
 * Joins refunds, credit notes and lost disputes of a sale by date, so that together they take no more than the sale and its tax.
 */
import { noMoreThanLeft, taxOfRefund } from '../../../src/mapping/amounts.ts';
import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { Amendment, Refund } from '../../../src/mapping/sale.ts';
import { shownAmount, type StripeMoney } from './amounts.ts';
import { type DisputedMoney, isLost, unclearDispute } from './disputes.ts';
import type { SaleAmounts } from './lines.ts';
import { fullRefund, minus, partialRefund, type Remaining, returnedBy, shareOf, wholeOf } from './refunds.ts';

interface Reductions {
  readonly refunds: readonly Refund[];
  readonly amendments: readonly Amendment[];
}

/**
 * The refunds and lost disputes of a sale. Amounts in Stripe's units.
 *
 * @param refundsBeside the refunds and credit notes, given the disputes that were lost before or between them
 */
export const reductionsOf = (
  money: StripeMoney,
  amounts: SaleAmounts,
  disputes: readonly DisputedMoney[],
  refundsBeside: (lost: readonly Amendment[]) => readonly Refund[],
): Reductions => {
  const whole = wholeOf(amounts);
  const unclear: Amendment[] = [];
  const lost: Amendment[] = [];
  for (const dispute of disputes.filter(isLost).toSorted((a, b) => a.finalAt - b.finalAt || (a.id < b.id ? -1 : 1))) {
    if (dispute.taken === null) {
      unclear.push(unclearDispute(dispute));
      continue;
    }
    const occurredAt = instantOfUnixSeconds(dispute.finalAt);
    const all = withinSale<Refund>(money, amounts, [...refundsBeside(lost), ...lost]);
    const before = all.filter((one) => isCounted(one) && one.occurredAt <= occurredAt);
    const left = minus(whole, returnedBy(before));
    const total = dispute.taken < left.total ? dispute.taken : left.total;
    if (total <= 0n) continue;
    lost.push({
      kind: 'dispute',
      id: dispute.id,
      occurredAt,
      isSettled: true,
      ...(total === whole.total ? fullRefund(amounts) : partialRefund(shareOf(money, left, 0n, total))),
      total,
      message: `dispute ${dispute.id} was lost: the bank took the money back${total < dispute.taken ? `; ${noMoreThanLeft}` : ''}`,
    });
  }
  const within = withinSale<Refund | Amendment>(money, amounts, [...refundsBeside(lost), ...lost]);
  return {
    refunds: within.filter((one) => !isAmendment(one)),
    amendments: [...within.filter(isAmendment), ...unclear],
  };
};

/** Limits each reduction to the amount that those before it left. A sale that gives money back has no amount to take. */
const withinSale = <Later extends Refund>(
  money: StripeMoney,
  amounts: SaleAmounts,
  reductions: readonly Later[],
): readonly Later[] => {
  const whole = wholeOf(amounts);
  if (whole.total <= 0n) return reductions;
  let left = whole;
  const within = new Map<Later, Later>();
  for (const later of reductions.toSorted(byDay)) {
    if (later.isUnclear === true) continue;
    const fits = later.total <= left.total;
    const kept = !fits ? capped(money, left, later) : taxOfRefund(later) > left.tax ? withTaxLeft(left, later) : later;
    within.set(later, kept);
    if (isCounted(kept)) left = minus(left, returnedBy([kept]));
  }
  return reductions.map((later) => within.get(later) ?? later);
};

const byDay = (a: Refund, b: Refund): number =>
  Number(isCounted(b)) - Number(isCounted(a)) ||
  (a.occurredAt < b.occurredAt ? -1 : Number(a.occurredAt > b.occurredAt));

/** Counts a reduction only when it is final: a pending refund may fail, so no amount is reserved for it. */
const isCounted = ({ isSettled, isUnclear }: Refund): boolean => isSettled && isUnclear !== true;

const capped = <Later extends Refund>(money: StripeMoney, left: Remaining, later: Later): Later => {
  const beyond = later.total - left.total;
  const message = `${later.message}; ${shownAmount(money, beyond)} of it is more than was left of the sale`;
  return { ...later, ...partialRefund(left), total: left.total, message };
};

/** Limits the tax of a reduction to the tax that was left; its other money then is for the goods. */
const withTaxLeft = <Later extends Refund>(left: Remaining, later: Later): Later => ({
  ...later,
  ...partialRefund({ total: later.total, tax: left.tax, apart: later.lines.filter(isApart(left)) }),
});

const isApart =
  ({ apart }: Remaining) =>
  ({ lineId }: { readonly lineId: string }): boolean =>
    apart.some((one) => one.lineId === lineId);

const isAmendment = (later: Refund | Amendment): later is Amendment => 'kind' in later;
