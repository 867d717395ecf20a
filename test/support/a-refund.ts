import type { Refund } from '../../src/mapping/sale.ts';

/** An ordinary refund of 10.00 as goodwill, but for what the test is about. */
export const aRefund = (differences: Partial<Refund> = {}): Refund => ({
  id: '901',
  occurredAt: '2026-03-05T10:00:00Z',
  isSettled: true,
  lines: [],
  shipping: { amount: 0n, tax: 0n },
  adjustment: { amount: 1_000n, tax: 0n },
  total: 1_000n,
  message: 'goodwill',
  ...differences,
});
