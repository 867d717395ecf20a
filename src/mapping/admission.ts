import * as O from 'fp-ts/lib/Option.js';
import { held, type RecordReference, type Exclusion, skipped } from '../domain/exclusion.ts';
import type { Policy } from './policy.ts';
import type { PaymentState, Sale } from './sale.ts';

type UnpaidState = Exclude<PaymentState, 'paid' | 'partially paid' | 'not paid'>;

const unpaidMessages: Readonly<Record<UnpaidState, string>> = {
  'only authorised': 'the payment is authorised but not captured; it is taken up once it is captured',
  voided: 'it was voided before it was paid; nothing was sold',
  'payment expired': 'the payment was not made in time; nothing was sold',
  'payment failed': 'the payment failed; nothing was sold',
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
          ? held(
              record,
              'partially paid',
              'only a part of it is paid; it waits until all is, or until somebody decides',
            )
          : skipped(record, 'not paid', 'only a part of it is paid; it is taken up once all is'),
      );
    case 'not paid':
      if (sale.isCancelled) {
        return O.some(skipped(record, 'cancelled before payment', 'it was cancelled before anything was paid'));
      }
      return policy.unpaid === 'send'
        ? O.none
        : O.some(skipped(record, 'not paid', 'nothing is paid yet; it is taken up once it is paid'));
    case 'only authorised':
    case 'voided':
    case 'payment expired':
    case 'payment failed':
      return O.some(
        sale.isCancelled
          ? skipped(record, 'cancelled before payment', 'it was cancelled before the payment was taken')
          : skipped(record, payment, unpaidMessages[payment]),
      );
  }
};

/** Whether a sale is to be sent at all; if not, why. Amounts and places come later. */
export const excludeInadmissible = (policy: Policy, sale: Sale, record: RecordReference): O.Option<Exclusion> => {
  if (sale.isTest) return O.some(skipped(record, 'test order', 'it was made in test mode; no money moved'));
  const unpaid = excludeUnpaid(policy, sale, record);
  if (O.isSome(unpaid)) return unpaid;
  return sale.taxIsEstimated && policy.estimatedTax === 'hold'
    ? O.some(
        held(
          record,
          'tax still estimated',
          'the platform says that its tax may still change; it waits until the tax is final, or until somebody decides',
        ),
      )
    : O.none;
};
