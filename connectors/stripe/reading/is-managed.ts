import * as E from 'fp-ts/lib/Either.js';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { Read, StripeApi } from '../api/stripe-api.ts';
import { type Invoice, subscriptionOf } from '../records/invoice.ts';
import { findSession } from './find-session.ts';

/** 2025-01-01. Managed Payments did not exist before, not even for a few. */
const firstManaged = 1_735_689_600;

const isTold = ({ unpaid }: Policy, { status }: Invoice): boolean =>
  status === 'paid' || (unpaid === 'send' && status !== 'void');

/** Stripe Tax works out the tax of whatever Stripe sells itself: where it was off, nobody need be asked. */
const mayBeManaged = ({ total, created, automatic_tax: tax }: Invoice): boolean =>
  total !== 0n && (created ?? 0) >= firstManaged && tax?.enabled !== false;

/**
 * Whether Stripe is the merchant of record of an invoice that no charge paid, such as one that a balance covers after a
 * downgrade. A charge's payment says so; without one, only the checkout does through which the subscription was bought, and
 * there is no other way to a managed one (docs.stripe.com/payments/managed-payments/update-checkout).
 */
export const isManaged =
  (api: StripeApi, policy: Policy) =>
  (invoice: Invoice): Read<boolean> =>
  async () => {
    const subscription = subscriptionOf(invoice);
    if (subscription === null || !isTold(policy, invoice) || !mayBeManaged(invoice)) return E.right(false);
    const bought = await findSession(api)({ subscription })();
    return E.isLeft(bought) ? bought : E.right(bought.right?.managed_payments?.enabled === true);
  };
