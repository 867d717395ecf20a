import type { FinancialStatus, Recipe } from '../recipe.ts';
import { type Situation, daysAfter } from './situation.ts';

const withStatus =
  (status: FinancialStatus | null) =>
  (ordinary: Recipe): Partial<Recipe> => ({ payment: { ...ordinary.payment, status } });

export const paymentSituations: readonly Situation[] = [
  { name: 'test order', change: (ordinary) => ({ isTest: true, payment: { ...ordinary.payment, gateway: 'bogus' } }) },
  { name: 'unpaid', change: withStatus('PENDING') },
  { name: 'only authorised', change: withStatus('AUTHORIZED') },
  { name: 'partially paid', change: withStatus('PARTIALLY_PAID') },
  { name: 'voided', change: withStatus('VOIDED') },
  { name: 'payment expired', change: withStatus('EXPIRED') },
  { name: 'no financial status, nothing paid', change: withStatus(null) },
  {
    name: 'cancelled before payment',
    change: (ordinary) => ({
      payment: { ...ordinary.payment, status: 'VOIDED' },
      events: [{ kind: 'cancel', at: daysAfter(ordinary, 1), reason: 'CUSTOMER' }],
    }),
  },
  { name: 'archived', change: () => ({ isArchived: true }) },
  { name: 'tax still estimated', change: () => ({ isTaxEstimated: true }) },
  { name: 'disputed by the cardholder', change: () => ({ isDisputed: true }) },
  {
    name: 'paid through Stripe',
    change: (ordinary) => ({
      payment: { ...ordinary.payment, gateway: 'stripe', paymentId: `pi_sandbox${ordinary.number}` },
    }),
  },
  {
    name: 'made from a draft',
    change: (ordinary) => ({
      payment: { ...ordinary.payment, gateway: 'manual' },
      channel: {
        ...ordinary.channel,
        sourceName: 'shopify_draft_order',
        app: { id: '1354745', name: 'Draft Orders' },
        attribution: null,
      },
    }),
  },
];
