import * as O from 'fp-ts/lib/Option.js';
import { findCurrency, sum } from '../../../src/domain/money.ts';
import type { LedgerSale } from '../records/agreement.ts';
import { amountReader } from '../sale/amount-reader.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import type { Order } from '../records/order.ts';
import { saleKind } from '../sale/sale-kind.ts';

/** Nested lists were seen to end at 100 without a word; internal pages of other sizes would end at a multiple of this. */
const roundNumber = 50;

const isRound = (list: { readonly nodes: readonly unknown[] } | null | undefined): boolean => {
  const length = list?.nodes.length ?? 0;
  return length > 0 && length % roundNumber === 0;
};

const endsOnRoundNumber = ({ lineItems, agreements, fulfillmentOrders }: Order): boolean =>
  isRound(lineItems) ||
  isRound(fulfillmentOrders) ||
  isRound(agreements) ||
  agreements?.nodes.some(({ sales }) => isRound(sales)) === true;

const shippingIn = (sales: readonly LedgerSale[]): readonly LedgerSale[] =>
  sales.filter((sale) => saleKind(sale) === 'shipping');

/** Whether the ledger alone tells what shipping cost: nothing was taken off it, neither a discount nor a removed line. */
const tellsShipping = (order: Order, sales: readonly LedgerSale[]): boolean => {
  const { shippingLine, edited } = order;
  const shipping = shippingIn(sales);
  if (shippingLine === null || shippingLine === undefined) return shipping.length === 0;
  if (edited === true) return false;
  const currency = findCurrency(order.originalTotalPriceSet?.currencyCode ?? order.currencyCode ?? '');
  if (O.isNone(currency)) return false;
  const { read, problems } = amountReader(currency.value);
  const told = sum(
    shipping.map(({ totalAmount, totalTaxAmount }) => {
      const tax = order.taxesIncluded === true ? 0n : read(totalTaxAmount, 'totalTaxAmount');
      return read(totalAmount, 'totalAmount') - tax;
    }),
  );
  const listed = read(shippingLine.originalPriceSet, 'originalPriceSet');
  const charged = read(shippingLine.discountedPriceSet, 'discountedPriceSet');
  const { inexact, unreadable } = problems();
  return listed === charged && listed === told && inexact.length === 0 && unreadable.length === 0;
};

/**
 * Whether an order of a bulk result has to be read by itself: it was refunded, and a bulk query cannot tell the lines of
 * refunds; its shipping came as one sum that hides what it consists of; or one of its lists may have been cut.
 */
export const mustBeReadAgain = (order: Order): boolean => {
  if ((order.refunds?.nodes.length ?? 0) > 0 || endsOnRoundNumber(order)) return true;
  const placed = orderAgreement(order);
  if (placed._tag === 'Found') return !tellsShipping(order, placed.agreement.sales?.nodes ?? []);
  return placed._tag === 'CutShort' || order.edited === true || Boolean(order.shippingLine);
};
