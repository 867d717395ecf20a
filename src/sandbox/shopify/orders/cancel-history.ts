import type { History } from './history.ts';
import { takenBack } from './ledger-rows.ts';
import type { CancelEvent } from './order-event.ts';

/** A cancellation. What was paid goes back with a refund of its own; what was not is taken off the order here. */
export const cancelHistory = (history: History, event: CancelEvent): History => {
  const cancelled = { at: event.at, reason: event.reason };
  if (history.recipe.events.some(({ kind }) => kind === 'refund')) return { ...history, cancelled };
  const rows = (history.agreements[0]?.rows ?? []).map(takenBack);
  return {
    ...history,
    cancelled,
    gone: history.lines.map(({ recipe }) => recipe.quantity),
    agreements: [...history.agreements, { kind: 'edit', at: event.at, about: null, rows }],
  };
};
