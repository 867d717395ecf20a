import type { History, PricedRefund, PricedReturn } from './history.ts';
import { plainRow, soldRow } from './ledger-rows.ts';
import type { ReturnEvent } from './order-event.ts';
import { totalOf } from './priced.ts';
import { priceLine } from './price-lines.ts';
import { takeUnits } from './take-units.ts';

/** A return. While it is on its way nothing has changed; once closed, goods are back and others may have gone out. */
export const returnHistory = (history: History, event: ReturnEvent): History => {
  const { recipe, lines, returns } = history;
  const id = `${recipe.id}${970 + returns.length}`;
  const taken = takeUnits(history, event.lines);
  const exchanged = event.exchangedFor.map((line, index) => ({
    ...priceLine(recipe, line, lines.length + index, 0n, true),
    isAddedLater: true,
  }));
  const sum = (priced: readonly Parameters<typeof totalOf>[0][]): bigint =>
    priced.reduce((total, one) => total + totalOf(one, recipe.taxesIncluded), 0n);
  const owed = sum(taken.units) - sum(exchanged) - event.shippingFee;
  const isClosed = event.status === 'CLOSED';
  const made: PricedReturn = {
    id,
    at: event.at,
    status: event.status,
    lines: taken.units,
    exchanged: isClosed ? exchanged : [],
    fee: event.shippingFee,
    due: isClosed && owed < 0n ? -owed : 0n,
  };
  if (!isClosed) return { ...history, returns: [...returns, made] };

  const refund: PricedRefund = {
    id: `${recipe.id}${960 + returns.length}`,
    at: event.at,
    restock: 'RETURN',
    returnId: id,
    lines: taken.units,
    shipping: null,
    adjustment: 0n,
    money: owed > 0n ? owed : 0n,
    isPending: false,
  };
  const rows = [
    ...taken.rows,
    ...exchanged.map((line) => soldRow(recipe, line, line, line.recipe.quantity)),
    ...(event.shippingFee === 0n ? [] : [plainRow('FEE', id, event.shippingFee)]),
  ];
  return {
    ...history,
    lines: [...lines, ...exchanged],
    gone: [...taken.gone, ...exchanged.map(() => 0)],
    returns: [...returns, made],
    refunds: [...history.refunds, refund],
    agreements: [...history.agreements, { kind: 'return', at: event.at, about: id, rows }],
  };
};
