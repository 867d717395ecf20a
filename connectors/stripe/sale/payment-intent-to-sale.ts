import * as E from 'fp-ts/lib/Either.js';
import { type Exclusion, skipped } from '../../../src/domain/exclusion.ts';
import { incomplete, recordOf } from './entries.ts';
import type { PaymentIntent } from '../records/payment-intent.ts';

/**
 * The charge that a payment intent is a sale by: at most one of its charges succeeds, the others are failed attempts. Left
 * when there is none, by the status of the payment.
 */
export const chargeOfPaymentIntent = (intent: PaymentIntent): E.Either<Exclusion, string> => {
  const record = recordOf(intent.id);
  const taken = intent.charges?.data.find(({ status }) => status === 'succeeded')?.id ?? null;
  const charge = intent.latest_charge ?? taken;
  if (charge !== null) return E.right(charge);
  if (intent.status === 'succeeded') {
    return E.left(
      incomplete(intent.id, 'it is paid, and Stripe does not name its charge; look it up in the dashboard'),
    );
  }
  return E.left(
    intent.status === 'canceled'
      ? skipped(record, 'voided', 'the payment was cancelled; nothing was sold')
      : skipped(record, 'not paid', 'nothing is paid yet; it is taken up once it is paid'),
  );
};
