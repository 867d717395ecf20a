import type { SaleIdentity } from '../../../src/mapping/sale.ts';
import type { StripeContext } from './context.ts';

/** Immutable ids of a sale. `path` is the part of Stripe's dashboard that shows it; null when none does. */
export const identityOf = (
  { account, mode }: StripeContext,
  recordId: string,
  path: 'payments' | 'invoices' | null,
  number: string | null = null,
): SaleIdentity => ({
  platform: 'stripe',
  platformName: 'Stripe',
  account,
  recordId,
  number,
  url:
    path === null
      ? null
      : `https://dashboard.stripe.com/${account}/${mode === 'test' ? 'test/' : ''}${path}/${recordId}`,
});
