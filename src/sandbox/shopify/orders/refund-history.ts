import type { History, PricedRefund } from './history.ts';
import { plainRow, shippingRow, takenBack } from './ledger-rows.ts';
import type { RefundEvent } from './order-event.ts';
import { totalOf } from './priced.ts';
import { takeUnits } from './take-units.ts';

const refundId = ({ recipe, refunds }: History): string => `${recipe.id}${950 + refunds.length}`;

/** A refund: of units, of shipping, of money alone. Without restocking the ledger knows only that money went back. */
export const refundHistory = (history: History, event: RefundEvent): History => {
  const { recipe, shipping } = history;
  const taken = takeUnits(history, event.lines);
  const shipped = event.shipping ? shipping : [];
  const goods = [...taken.units, ...shipped].reduce((sum, one) => sum + totalOf(one, recipe.taxesIncluded), 0n);
  const money = goods - event.adjustment;
  const isRestocked = event.restock !== 'NO_RESTOCK';
  const refund: PricedRefund = {
    id: refundId(history),
    at: event.at,
    restock: event.restock,
    returnId: null,
    lines: isRestocked ? taken.units : taken.units.map((unit) => ({ ...unit, charged: 0n, taxes: [] })),
    shipping: isRestocked ? (shipped[0] ?? null) : null,
    adjustment: isRestocked ? event.adjustment : -money,
    money,
    isPending: event.isPending,
  };
  const rows = [
    ...(isRestocked ? [...taken.rows, ...shipped.map((one) => takenBack(shippingRow(recipe, one)))] : []),
    ...(refund.adjustment === 0n ? [] : [plainRow('ADJUSTMENT', null, refund.adjustment)]),
  ];
  return {
    ...history,
    gone: taken.gone,
    refunds: [...history.refunds, refund],
    agreements: [...history.agreements, { kind: 'refund', at: event.at, about: refund.id, rows }],
  };
};
