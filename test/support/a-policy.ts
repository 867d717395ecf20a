import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';

/** Refunds and other reductions are sent, not only listed. */
export const sendsRefunds = {
  adjustments: { ...defaultPolicy.adjustments, refunds: 'send' },
} as const satisfies Partial<Policy>;

/** Nothing that happens after a sale is sent. */
export const sendsNoAdjustments = {
  adjustments: { ...defaultPolicy.adjustments, additions: 'report' },
} as const satisfies Partial<Policy>;
