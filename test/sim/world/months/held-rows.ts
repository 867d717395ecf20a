import type { Held } from '../../../reconcile/months/history.ts';
import { type Json, textOf, valueAt } from '../../../support/dialects/json.ts';

const centsIn = (amount: unknown): number => Math.round(Number(amount) * 100);

/** What the service holds, as far as the checker of months cares. */
export const heldIn = (stored: readonly Json[]): readonly Held[] =>
  stored.map((fields) => ({
    id: textOf(fields['id']),
    cents: centsIn(fields['total']),
    tax: centsIn(fields['taxCollected']),
    at: Date.parse(textOf(fields['transactedAt'])),
    state: textOf(valueAt(fields, 'shipToAddress.state')),
  }));
