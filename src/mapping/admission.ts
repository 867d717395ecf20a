/** Decides whether a sale may be sent at all by its payment, its test mode and the policy for estimates and zero totals. */
import * as O from 'fp-ts/lib/Option.js';
import { held, type RecordReference, type Exclusion, skipped } from '../domain/exclusion.ts';
import type { MinorUnits } from '../domain/money.ts';
import type { Policy } from './policy.ts';
import type { PaymentState, Sale } from './sale.ts';

/** Why a transaction of this total is not sent: the policy decides about zero. */
export const excludeZeroTotal = (
  { zeroTotals }: Pick<Policy, 'zeroTotals'>,
  total: MinorUnits,
  record: RecordReference,
): O.Option<Exclusion> => {
  if (total !== 0n || zeroTotals === 'send') return O.none;
  return O.some(
    zeroTotals === 'skip'
      ? skipped(record, 'zero total', 'Its total is zero.')
      : held(record, 'zero total held', 'Its total is zero. Decide whether the service should count it.'),
  );
};

/** Why a sale is not sent because of its payment state; none if it may be sent. */
export const excludeInadmissible = (policy: Policy, sale: Sale, record: RecordReference): O.Option<Exclusion> => {
  if (sale.isTest) return O.some(skipped(record, 'test order', 'Made in test mode. No money moved.'));
  const unpaid = excludeUnpaid(policy, sale, record);
  if (O.isSome(unpaid)) return unpaid;
  return sale.taxIsEstimated && policy.estimatedTax === 'hold'
    ? O.some(
        held(
          record,
          'tax still estimated',
          'The tax may still change. The sale waits until the tax is final, or you decide.',
        ),
      )
    : O.none;
};

type UnpaidState = Exclude<PaymentState, 'paid' | 'partially paid' | 'not paid'>;

const unpaidMessages: Readonly<Record<UnpaidState, string>> = {
  'only authorized': 'The payment is authorized and not captured. The sale is sent once it is captured.',
  voided: 'Voided before payment. Nothing was sold.',
  'payment expired': 'The payment expired. Nothing was sold.',
  'payment failed': 'The payment failed. Nothing was sold.',
};

const excludeUnpaid = (policy: Policy, sale: Sale, record: RecordReference): O.Option<Exclusion> => {
  const { payment } = sale;
  switch (payment) {
    case 'paid':
      return O.none;
    case 'partially paid':
      if (policy.partiallyPaid === 'send') return O.none;
      return O.some(
        policy.partiallyPaid === 'hold'
          ? held(record, 'partially paid', 'Paid in part. The sale waits until it is paid, or you decide.')
          : skipped(record, 'not paid', 'Paid in part. The sale is sent once it is paid.'),
      );
    case 'not paid':
      if (sale.isCanceled) {
        return O.some(skipped(record, 'canceled before payment', 'Canceled before payment.'));
      }
      return policy.unpaid === 'send'
        ? O.none
        : O.some(skipped(record, 'not paid', 'Not paid yet. The sale is sent once it is paid.'));
    case 'only authorized':
    case 'voided':
    case 'payment expired':
    case 'payment failed':
      return O.some(
        sale.isCanceled
          ? skipped(record, 'canceled before payment', 'Canceled before the payment was captured.')
          : skipped(record, payment, unpaidMessages[payment]),
      );
  }
};
