/**
 * Computes what happened to a sample order (edits, refunds, returns, cancellation) to the cent, as Shopify's ledger records it.
 */
import {
  type History,
  type LedgerRow,
  type PricedRefund,
  type PricedReturn,
  type RefundedUnits,
  plainRow,
  shippingRow,
  soldRow,
  takenBack,
} from './history.ts';
import type { CancelEvent, EditEvent, OrderEvent, RefundEvent, ReturnEvent, Recipe } from './recipe.ts';
import { priceLine, priceLines, priceShipping, type PricedLine, totalOf, taxesOn, unitsOf } from './priced.ts';

export const historyOf = (recipe: Recipe): History => recipe.events.reduce(happens, beginHistory(recipe));

const happens = (history: History, event: OrderEvent): History => {
  switch (event.kind) {
    case 'edit':
      return editHistory(history, event);
    case 'refund':
      return refundHistory(history, event);
    case 'return':
      return returnHistory(history, event);
    case 'cancel':
      return cancelHistory(history, event);
  }
};

/** An edit by the merchant: sold lines stay in the list, and their amounts change where Shopify changes them. */
const editHistory = (history: History, event: EditEvent): History => {
  const { recipe } = history;
  const taken = takeUnits(history, event.removed);
  const lines = history.lines.map((line, position) => {
    const discount = event.discounted.find((one) => one.line === position);
    return discount === undefined ? line : discounted(recipe, line, discount.amount);
  });
  const added = event.added.map((line, index) => priceLine(recipe, line, lines.length + index, 0n, false));
  const rows = [
    ...taken.rows,
    ...history.lines.flatMap((before, position) => {
      const after = lines[position];
      return after === undefined || after === before ? [] : [changeRow(recipe, before, after)];
    }),
    ...added.map((line) => soldRow(recipe, line, line, line.recipe.quantity)),
    ...history.shipping
      .filter((_, position) => event.removedShipping.includes(position))
      .map((shipping) => takenBack(shippingRow(recipe, shipping))),
  ];
  return {
    ...history,
    lines: [...lines, ...added],
    gone: [...taken.gone, ...added.map(() => 0)],
    removedShipping: [...history.removedShipping, ...event.removedShipping],
    agreements: [...history.agreements, { kind: 'edit', at: event.at, about: null, rows }],
  };
};

/** The state after units of lines are refunded: their value, their ledger rows, and the new count. */
interface Taken {
  readonly units: readonly RefundedUnits[];
  readonly rows: readonly LedgerRow[];
  readonly gone: readonly number[];
}

const takeUnits = ({ recipe, lines, gone }: History, wanted: RefundEvent['lines']): Taken => {
  const units: RefundedUnits[] = [];
  const rows: LedgerRow[] = [];
  const after = [...gone];
  for (const { line: position, quantity } of wanted) {
    const line = lines[position];
    if (line === undefined) continue;
    const worth = unitsOf(line, after[position] ?? 0, quantity);
    units.push({ line, quantity, charged: worth.charged, taxes: worth.taxes });
    rows.push(takenBack(soldRow(recipe, line, worth, quantity)));
    after[position] = (after[position] ?? 0) + quantity;
  }
  return { units, rows, gone: after };
};

const discounted = (recipe: Recipe, line: PricedLine, amount: bigint): PricedLine => {
  const charged = line.charged - amount;
  const taxed = { ...recipe.taxedIn, rates: line.taxes };
  return {
    ...line,
    charged,
    discount: line.discount + amount,
    laterDiscount: line.laterDiscount + amount,
    taxes: taxesOn(taxed, charged, recipe.taxesIncluded, recipe.liable.goods),
  };
};

const changeRow = ({ taxesIncluded }: Recipe, before: PricedLine, after: PricedLine): LedgerRow => ({
  type: 'PRODUCT',
  action: 'UPDATE',
  about: after.id,
  quantity: null,
  total: totalOf(after, taxesIncluded) - totalOf(before, taxesIncluded),
  taxes: after.taxes.map((tax, index) => ({ ...tax, amount: tax.amount - (before.taxes[index]?.amount ?? 0n) })),
  discount: after.discount - before.discount,
});

/** A refund of units, of shipping, or only of money. Without restocking, the ledger records only that money went back. */
const refundHistory = (history: History, event: RefundEvent): History => {
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

const refundId = ({ recipe, refunds }: History): string => `${recipe.id}${950 + refunds.length}`;

/**
 * A return. While it is open, nothing has changed; once it is closed, the goods are back and exchanged goods may have gone out.
 */
const returnHistory = (history: History, event: ReturnEvent): History => {
  const { recipe, lines, returns } = history;
  const id = `${recipe.id}${970 + returns.length}`;
  const taken = takeUnits(history, event.lines);
  const exchanged = event.exchangedFor.map((line, index) => priceLine(recipe, line, lines.length + index, 0n, true));
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

/** A cancellation. The paid part goes back by a separate refund; the unpaid part is removed from the order here. */
const cancelHistory = (history: History, event: CancelEvent): History => {
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

/** The order as it was sold: one agreement, with a row for each line, charge, duty and fee. */
const beginHistory = (recipe: Recipe): History => {
  const lines = priceLines(recipe);
  const shipping = priceShipping(recipe);
  const duties = lines.filter((line) => line.recipe.duty > 0n);
  const rows: readonly LedgerRow[] = [
    ...lines.map((line) => soldRow(recipe, line, line, line.recipe.quantity)),
    ...shipping.map((one) => shippingRow(recipe, one)),
    ...duties.map(dutyRow),
    ...recipe.fees.map((fee, position) => plainRow('ADDITIONAL_FEE', String(position), fee.amount)),
  ];
  return {
    recipe,
    lines,
    gone: lines.map(() => 0),
    shipping,
    removedShipping: [],
    agreements: [{ kind: 'order', at: recipe.soldAt, about: null, rows }],
    refunds: [],
    returns: [],
    cancelled: null,
  };
};

const dutyRow = ({ id, recipe, dutyTaxes: taxes }: PricedLine): LedgerRow => ({
  ...plainRow('DUTY', id, totalOf({ charged: recipe.duty, taxes }, false)),
  taxes,
});
