import { instantOfUnixSeconds } from '../../../src/domain/instant.ts';
import type { Adjustment } from '../../../src/domain/run.ts';
import type { Dispute } from '../records/dispute.ts';
import { shownCode } from '../records/shown-code.ts';

const sayings: Readonly<Record<string, string>> = {
  won: 'the dispute was won; the money came back',
  lost: 'the dispute was lost; the bank took the money back, and the tax of the sale stays as it was',
  warning_closed: 'the inquiry was closed; no money moved',
  prevented: 'the dispute was prevented; no money moved by it',
};

const tookNothing: ReadonlySet<string> = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
  'prevented',
]);

/** A dispute moves money without a refund, and reverses no tax by itself: it is listed and changes nothing. */
export const movementOf =
  (currency: string) =>
  ({ id, amount, status, created }: Dispute): Adjustment => ({
    kind: 'dispute',
    id,
    occurredAt: instantOfUnixSeconds(created ?? 0),
    currency,
    amount: tookNothing.has(status ?? '') ? 0n : -(amount ?? 0n),
    tax: null,
    sent: false,
    message: sayings[status ?? ''] ?? `the payment is disputed (${status === null ? 'no status' : shownCode(status)})`,
  });
