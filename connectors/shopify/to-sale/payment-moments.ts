/** Finds the changes of an order before its payment: what they removed was never paid, so it was never sold. */
import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/domain/instant.ts';
import { type Currency, type MinorUnits, sum } from '../../../src/domain/money.ts';
import type { Amendment, Refund } from '../../../src/mapping/sale.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import { isAmended } from '../records/is-amended.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amounts.ts';
import { idOfGid } from '../records/values.ts';
import { arrivedPayments, isForeign, refundPayment } from './payment.ts';
import { refundMadeAt } from './refund-from-ledger.ts';
import type { OrderRefund } from '../records/order-refund.ts';

type Change = Refund | Amendment;
type Precedence = NonNullable<Refund['precedes']>;

/** The total and the changes with which the payments of an order are compared. */
interface Changes {
  /** The total as placed. */
  readonly placed: MinorUnits | null;
  readonly changes: readonly Change[];
  readonly isPaid: boolean;
}

/**
 * Whether Shopify calls an order paid although its payments cover neither its first total nor the total after its known changes:
 * Shopify has not written all changes into the ledger yet.
 */
export const lacksChanges = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  { placed, changes, isPaid }: Changes,
): boolean => {
  const received = receivedOf(reader, order) ?? 0n;
  if (!isPaid || placed === null || received <= 0n || !isAmended(order)) return false;
  const isMoney = (change: Change): boolean => {
    const record = recordOf(order, change);
    return record !== undefined && refundPayment(reader, record).movesMoney;
  };
  const total = placed - sum(changes.map((change) => (isMoney(change) ? 0n : change.total)));
  const tolerance = toleranceOf(currency, order);
  return [placed, total].every((one) => one - received > tolerance(one));
};

/** What the payments of an order show of its changes. */
interface PaymentMoments {
  /** See `Refund.precedes`. */
  readonly precedes: ReadonlyMap<Change, Precedence>;
  /** Whether the order was ever paid in full; undefined where payments without dates, or in another currency, do not show it. */
  readonly wasPaidInFull: boolean | undefined;
}

/** Milliseconds since 1970; undefined where Shopify states no date. */
type Moment = number | undefined;

/** A change: when it was made, the amount that it removed from the order, and how much of that was paid back. */
interface Step {
  readonly change: Change;
  readonly at: Moment;
  readonly off: MinorUnits;
  readonly back: MinorUnits;
}

/** Money that arrived. */
interface Payment {
  readonly at: Moment;
  readonly amount: MinorUnits;
}

interface Situation {
  readonly placed: MinorUnits;
  readonly steps: readonly Step[];
  readonly payments: readonly Payment[];
  /** Whether Shopify calls the order paid. */
  readonly isPaid: boolean;
  /** How far a payment may be from the total that it pays: another day's rate, rounded cash. */
  readonly tolerance: (total: MinorUnits) => MinorUnits;
}

/**
 * Finds the changes before the order was first paid, or first paid in full: by the dates of its payments, or by their sum if
 * dates are missing. Without any payment this is unknown, and no change precedes, unless nothing is left to pay.
 */
export const paymentMomentsOf = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  all: Changes,
): PaymentMoments => {
  const { placed, changes, isPaid } = all;
  const payments = changes.length === 0 || placed === null || placed <= 0n ? [] : paymentsOf(reader, order);
  if (payments.length === 0 || placed === null) {
    const before = isTakenOffUnpaid(reader, order, all) ? changes : [];
    return { precedes: new Map(before.map((change) => [change, 'first payment'])), wasPaidInFull: undefined };
  }
  const steps = changes
    .map((change): Step => {
      const record = recordOf(order, change);
      const isMoney = record !== undefined && refundPayment(reader, record).movesMoney;
      const at = record === undefined ? momentOf(change.occurredAt) : refundMadeAt(record);
      return { change, at, off: change.total, back: isMoney ? change.total : 0n };
    })
    .toSorted(byTime);
  const situation: Situation = { placed, steps, payments, isPaid, tolerance: toleranceOf(currency, order) };
  const isDated = [...payments, ...steps].every(({ at }) => at !== undefined);
  const before = isDated ? beforeByDate(situation) : beforeBySums(situation);
  const precedes = new Map(
    steps.flatMap((step): readonly (readonly [Change, Precedence])[] => {
      if (before.firstPayment.includes(step) && step.back === 0n) return [[step.change, 'first payment']];
      return before.fullPayment?.includes(step) === true ? [[step.change, 'full payment']] : [];
    }),
  );
  return {
    precedes,
    wasPaidInFull: isDated && !isForeign(order, currency) ? before.fullPayment !== undefined : undefined,
  };
};

/** The sum of what the buyer paid, before refunds, in minor units. Undefined when the response does not state it. */
const receivedOf = (reader: AmountReader, { totalReceivedSet }: Order): MinorUnits | undefined =>
  isGiven(totalReceivedSet) ? reader.read(totalReceivedSet, 'totalReceivedSet') : undefined;

/** The record of a refund; undefined for edits and returns, which have ids of another kind. */
const recordOf = ({ refunds }: Order, change: Change): OrderRefund | undefined =>
  'kind' in change ? undefined : refunds?.nodes.find(({ id }) => isGiven(id) && idOfGid(id) === change.id);

/** Minor units by which cash is rounded. */
const roundedCash = 5n;

const toleranceOf =
  (currency: Currency, order: Order): Situation['tolerance'] =>
  (total) =>
    isForeign(order, currency) ? total / 10n : roundedCash;

/** The payments of an order by date. If they do not add up to the amount received, one payment of that amount, without a date. */
const paymentsOf = (reader: AmountReader, order: Order): readonly Payment[] => {
  const received = receivedOf(reader, order);
  const listed = arrivedPayments(order)
    .map(({ at, amountSet }) => ({
      at: momentOf(at),
      amount: reader.read(amountSet, 'transactions.amountSet'),
    }))
    .filter(({ amount }) => amount > 0n);
  const isWhole = received === undefined || sum(listed.map(({ amount }) => amount)) === received;
  if (isWhole) return listed.every(({ at }) => at !== undefined) ? listed.toSorted(byTime) : listed;
  return received > 0n ? [{ at: undefined, amount: received }] : [];
};

const momentOf = (text: string | null | undefined): Moment => {
  const instant = O.toUndefined(parseInstant(text ?? ''));
  return instant === undefined ? undefined : millisecondsOf(instant);
};

const byTime = (one: { readonly at: Moment }, other: { readonly at: Moment }): number =>
  (one.at ?? 0) - (other.at ?? 0);

/** Whether the whole order was removed and the buyer never paid: Shopify calls such an order paid. */
const isTakenOffUnpaid = (reader: AmountReader, order: Order, { placed, changes }: Changes): boolean =>
  placed !== null &&
  placed > 0n &&
  receivedOf(reader, order) === 0n &&
  sum(changes.map(({ total }) => total)) === placed &&
  (order.refunds?.nodes ?? []).every((refund) => !refundPayment(reader, refund).movesMoney);

/** The changes before the first payment, and before the first payment in full, if there was one. */
interface Before {
  readonly firstPayment: readonly Step[];
  readonly fullPayment: readonly Step[] | undefined;
}

/**
 * Goes through changes and payments by date until the payments cover the total of that moment. A change that lowers the total to
 * the amount paid covers it, too.
 */
const beforeByDate = ({ placed, steps, payments, isPaid, tolerance }: Situation): Before => {
  const events = [
    ...steps.map((step) => ({ at: step.at, off: step.off, paid: -step.back, step })),
    ...payments.map(({ at, amount }) => ({ at, off: 0n, paid: amount, step: undefined })),
  ].toSorted(byTime);
  let [total, paid] = [placed, 0n];
  const seen: Step[] = [];
  let firstPayment: readonly Step[] | undefined;
  let beforeLastPayment: readonly Step[] = [];
  for (const { off, paid: money, step } of events) {
    total -= off;
    paid += money;
    if (step !== undefined) seen.push(step);
    else beforeLastPayment = [...seen];
    if (step === undefined) firstPayment ??= [...seen];
    if (paid > 0n && total > 0n && paid + tolerance(total) >= total) {
      return { firstPayment: firstPayment ?? [], fullPayment: [...seen] };
    }
  }
  // Shopify calls the order paid, so the last payment paid it in full, whatever is missing.
  return { firstPayment: firstPayment ?? [], fullPayment: isPaid ? beforeLastPayment : undefined };
};

/**
 * Without dates, compares the sum of the payments with the total after each change. The first total that the sum covers is the
 * one that was paid; if it covers none, the nearest.
 */
const beforeBySums = ({ placed, steps, payments, isPaid, tolerance }: Situation): Before => {
  const received = sum(payments.map(({ amount }) => amount));
  const totals = [placed];
  for (const { off, back } of steps) totals.push((totals.at(-1) ?? 0n) - off + back);
  const covered = totals.findIndex((total) => total > 0n && received + tolerance(total) >= total);
  if (covered < 0 && !isPaid) return { firstPayment: [], fullPayment: undefined };
  const distanceOf = (index: number): MinorUnits => distance(totals[index] ?? 0n, received);
  const nearest = totals.reduce((best, _, index) => (distanceOf(index) < distanceOf(best) ? index : best), 0);
  const before = steps.slice(0, covered < 0 ? nearest : covered);
  return { firstPayment: payments.length === 1 ? before : [], fullPayment: before };
};

const distance = (one: MinorUnits, other: MinorUnits): MinorUnits => (one > other ? one - other : other - one);
