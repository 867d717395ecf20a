/** Lists the disputes of an order, and maps each lost dispute to a change that takes back money with its share of the tax. */
import {
  allocate,
  type Currency,
  formatMinorUnits,
  minAmount,
  type MinorUnits,
  sum,
} from '../../../src/domain/money.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Amendment, Sale } from '../../../src/mapping/sale.ts';
import type { Dispute } from '../records/dispute.ts';
import { idOfGid, instantOrBlank } from '../records/values.ts';
import { isGiven } from '../../../src/domain/fields.ts';
import type { Order } from '../records/order.ts';
import type { AmountReader } from './amounts.ts';
import { noMoreThanLeft } from '../../../src/mapping/amounts.ts';
import { changesUntil, leftBy } from './left-of-order.ts';

export const isLost = ({ status }: Pick<Dispute, 'status'>): boolean => status === 'LOST';

const messages: Readonly<Record<string, string>> = {
  WON: 'the dispute was won; the money came back',
  LOST: 'the dispute was lost; the bank took the money back',
  PREVENTED: 'the dispute was prevented; no money moved by it',
};

const countsWhenClosed = 'It counts on the day on which the dispute was closed, because the money was final then.';

/**
 * A dispute moves money without a refund, and reverses no tax by itself, so it is listed. A lost dispute is an amendment as well.
 *
 * @param lost the amendments of lost disputes, limited to the rest of the order
 */
export const disputeAdjustments = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  lost: readonly Amendment[],
): readonly Adjustment[] =>
  (order.disputes?.nodes ?? []).map((dispute) => {
    const known = isLost(dispute) ? amountOf(reader, currency, dispute) : 0n;
    const amount = lost.find(({ id }) => id === idOfGid(dispute.id ?? ''))?.total ?? 0n;
    const stated = messages[dispute.status ?? ''] ?? 'the payment is disputed';
    const beyond = amount < (known ?? 0n) ? `; ${noMoreThanLeft}` : '';
    const description = known === undefined ? `${stated}; ${openAmount(dispute)}` : `${stated}${beyond}`;
    return {
      kind: 'dispute',
      id: idOfGid(dispute.id ?? ''),
      occurredAt: dateOf(dispute, order),
      currency: currency.code,
      amount: -amount,
      tax: null,
      sent: false,
      message:
        amount === 0n
          ? description
          : `${description}: ${formatMinorUnits(currency)(amount)} ${currency.code}. ${countsWhenClosed}`,
    };
  });

/**
 * Lost disputes as later changes. None takes more than refunds, edits and earlier disputes left of the order. Shopify states no
 * tax of a dispute, so each takes its share of the tax that was left on its day, by largest remainder over all disputes: a later
 * dispute changes no earlier one.
 */
export const lostDisputes = (
  reader: AmountReader,
  currency: Currency,
  order: Order,
  sale: Sale,
): readonly Amendment[] => {
  // A share depends on the earlier disputes, and Shopify does not document the order of the list.
  const rankOf = (dispute: Dispute): string => `${dateOf(dispute, order)} ${dispute.id ?? ''}`;
  const lost = (order.disputes?.nodes ?? [])
    .filter(isLost)
    .toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1));
  if (lost.length === 0) return [];
  let before = 0n;
  return lost.flatMap((dispute): readonly Amendment[] => {
    const taken = amountOf(reader, currency, dispute);
    if (taken === undefined) return [unclearDispute(dispute, order)];
    const left = leftBy(sale, changesUntil(sale, dateOf(dispute, order)));
    const total = minAmount(taken, left.total - before);
    if (total <= 0n) return [];
    const upTo = (whole: MinorUnits, money: MinorUnits): MinorUnits => {
      if (whole <= 0n) return 0n;
      if (money >= left.total) return whole;
      return allocate(whole, [money, left.total - money])[0] ?? 0n;
    };
    const share = (whole: MinorUnits): MinorUnits => upTo(whole, before + total) - upTo(whole, before);
    const lines = left.apart
      .map((line) => ({ ...line, quantity: 1, amount: share(line.amount), tax: share(line.tax) }))
      .filter(({ amount, tax }) => amount !== 0n || tax !== 0n);
    const tax = share(left.tax) - sum(lines.map((line) => line.tax));
    const amount = total - tax - sum(lines.map((line) => line.amount + line.tax));
    before += total;
    return [
      {
        kind: 'dispute',
        id: idOfGid(dispute.id ?? ''),
        occurredAt: dateOf(dispute, order),
        isSettled: true,
        lines,
        shipping: { amount: 0n, tax: 0n },
        adjustment: { amount, tax },
        total,
        message: `the dispute was lost: the bank took the money back${total < taken ? `; ${noMoreThanLeft}` : ''}`,
      },
    ];
  });
};

/** Undefined if the amount is in another currency, such as the buyer's, or was not read. */
const amountOf = (reader: AmountReader, currency: Currency, { amount }: Dispute): MinorUnits | undefined =>
  isGiven(amount) && amount.currencyCode === currency.code ? reader.read(amount, 'disputes.amount') : undefined;

const openAmount = ({ amount }: Dispute): string =>
  isGiven(amount) ? 'its amount is in another currency' : 'its amount is unknown';

/** `finalizedOn` is only a day in API versions before 2026-07. Noon in UTC is on the same day in the whole US. */
const dateOf = ({ finalizedOn, initiatedAt }: Dispute, { processedAt, createdAt }: Order): Instant =>
  [finalizedOn?.replace(/^[\d-]{10}$/, '$&T12:00:00Z'), initiatedAt, processedAt, createdAt]
    .map(instantOrBlank)
    .find((instant) => instant !== '') ?? '';

/** Shopify does not state how much of the sale was disputed, so the change is held and has no parts. */
const unclearDispute = (dispute: Dispute, order: Order): Amendment => ({
  kind: 'dispute',
  id: idOfGid(dispute.id ?? ''),
  occurredAt: dateOf(dispute, order),
  isSettled: true,
  lines: [],
  shipping: { amount: 0n, tax: 0n },
  adjustment: { amount: 0n, tax: 0n },
  total: 0n,
  message: `the dispute was lost, and ${openAmount(dispute)}`,
  isUnclear: true,
});
