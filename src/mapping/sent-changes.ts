/** Decides which later changes of a sale are sent, so that no refund takes back more goods or tax than the sale has left. */
import * as E from 'fp-ts/lib/Either.js';
import { type Exclusion, held } from '../domain/exclusion.ts';
import { formatMinorUnits, type MinorUnits, sum } from '../domain/money.ts';
import { adjustmentKey } from '../domain/run.ts';
import type { Transaction } from '../domain/transaction.ts';
import { sumOfParts } from './amounts.ts';
import type { Policy } from './policy.ts';
import { isAddition, kindOf, type Later, refundToTransaction, sentAdjustments } from './refund-to-transaction.ts';
import type { Sale } from './sale.ts';
import type { MappedSale } from './sale-to-transaction.ts';

/** A later change that the policy sends: its transaction, or why it is not sent. */
export interface SentChange {
  readonly change: Later;
  readonly result: E.Either<Exclusion, MappedSale>;
}

/**
 * The later changes of a sale that the policy sends, in the order of its lists, each with its transaction or why it is not
 * sent. The limit of what is left is checked twice: after all changes that happened, and after all that were sent. Pending
 * and held changes take nothing.
 *
 * @example
 * sentChanges(policy, sale, mappedSale) // [{ change: { id: '901', … }, result: right({ transaction, … }) }]
 */
export const sentChanges = (policy: Policy, sale: Sale, mapped: MappedSale): readonly SentChange[] => {
  const wanted = sentAdjustments(policy, sale);
  if (wanted.length === 0) return [];
  const { results } = settleChanges(policy, sale, mapped);
  return wanted.flatMap((change) => {
    const result = results.get(change);
    return result === undefined ? [] : [{ change, result }];
  });
};

/** Why later changes are not sent, by `adjustmentKey`; also why the policy could not send a change that it only lists. */
export const unsentChanges = (policy: Policy, sale: Sale, mapped: MappedSale): ReadonlyMap<string, string> => {
  const wanted = new Set(sentAdjustments(policy, sale));
  const whyNot = new Map<string, string>();
  for (const [change, result] of settleChanges(policy, sale, mapped).results) {
    if (E.isRight(result)) continue;
    const key = adjustmentKey({ id: change.id, kind: kindOf(change) });
    const { _tag, message } = result.left;
    if (wanted.has(change)) whyNot.set(key, message);
    else if (_tag === 'Held') whyNot.set(key, `Your policy only lists it, and could not send it. ${message}`);
  }
  return whyNot;
};

/**
 * Whether an order was canceled and all money went back to the buyer. Then nothing was sold, and it counts toward no
 * threshold (RCW 82.08.052 for Washington).
 */
export const isCanceledWhole = (policy: Policy, sale: Sale, mapped: MappedSale): boolean => {
  if (!sale.isCanceled || mapped.transaction.total <= 0n) return false;
  if (isPaidBack(sale)) return true;
  const { goods, tax } = settleChanges(policy, sale, mapped).left;
  return goods === 0n && tax === 0n;
};

/** What is left of a sale in minor units: goods with shipping, and the tax that the seller collected on them. */
interface Left {
  readonly goods: MinorUnits;
  readonly tax: MinorUnits;
}

interface SettledChanges {
  /** The result of each change, also if the policy only lists it. */
  readonly results: ReadonlyMap<Later, SentChange['result']>;
  /** What is left of the sale after all changes. */
  readonly left: Left;
}

const settleChanges = (policy: Policy, sale: Sale, mapped: MappedSale): SettledChanges => {
  const wanted = new Set(sentAdjustments(policy, sale));
  const toTransaction = refundToTransaction(sale, mapped, policy);
  const results = new Map<Later, SentChange['result']>();
  let happened = leftWith({ goods: 0n, tax: 0n }, mapped.transaction);
  let sent = happened;
  for (const change of [...sale.refunds, ...(sale.amendments ?? [])].toSorted(inOrder)) {
    const result = toTransaction(change);
    results.set(change, result);
    if (E.isLeft(result)) continue;
    const isSent = wanted.has(change);
    const { transaction } = result.right;
    const short = (isSent ? [happened, sent] : [happened]).find((left) => takesMoreThan(left, transaction));
    if (short === undefined) {
      happened = leftWith(happened, transaction);
      if (isSent) sent = leftWith(sent, transaction);
    } else results.set(change, E.left(moreThanIsLeft(sale, change, short, transaction)));
  }
  return { results, left: happened };
};

const leftWith = ({ goods, tax }: Left, { subtotal, shippingHandling, taxCollected }: Transaction): Left => ({
  goods: goods + subtotal + shippingHandling,
  tax: tax + taxCollected,
});

/** Additions of the same moment come first, because a reduction may be of added goods. */
const inOrder = (one: Later, other: Later): number => {
  if (one.occurredAt !== other.occurredAt) return one.occurredAt < other.occurredAt ? -1 : 1;
  return Number(isAddition(other)) - Number(isAddition(one));
};

/** A part that a change does not lower is not checked: a credit document is below zero by itself. */
const takesMoreThan = (left: Left, transaction: Transaction): boolean => {
  const { goods, tax } = leftWith(left, transaction);
  return (goods < 0n && goods < left.goods) || (tax < 0n && tax < left.tax);
};

const moreThanIsLeft = (
  { currency, identity }: Sale,
  change: Later,
  left: Left,
  { subtotal, shippingHandling, taxCollected }: Transaction,
): Exclusion => {
  const money = formatMinorUnits(currency);
  const record = { sourceId: change.id, name: `${kindOf(change)} of ${identity.number ?? identity.recordId}` };
  const taken = `${money(-subtotal - shippingHandling)} and tax of ${money(-taxCollected)}`;
  const message = `It takes back ${taken}, and ${money(left.goods)} and tax of ${money(left.tax)} ${currency.code} are left of the sale. It may be for a gift card, a tip or another part that was not sent. Check the refund at the platform, and enter it at the service by hand.`;
  return held(record, 'refund exceeds its sale', message);
};

/** Whether the buyer got all of the money back, also where the platform does not show for which lines. */
const isPaidBack = (sale: Sale): boolean => {
  const moved = [...sale.refunds, ...(sale.amendments ?? [])].filter(({ isSettled }) => isSettled);
  return sum(moved.map(({ total }) => total)) >= (sale.statedTotal ?? sumOfParts(sale));
};
