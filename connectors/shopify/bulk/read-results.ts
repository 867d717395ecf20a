/** Maps the orders of a bulk result, so that each becomes the same sale as when it is read on a page. */
import { isLost } from '../to-sale/disputes.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../../../src/domain/errors.ts';
import type { SourceResult } from '../../../src/mapping/source-connector.ts';
import { type OrderContext, undecodableOrder } from '../to-sale/identity.ts';
import { decodeOrder, type Order } from '../records/order.ts';
import { saleOfOrder } from '../to-sale/order-to-sale.ts';
import type { BulkObject } from './bulk-lines.ts';
import type { ReadAgain } from './read-again.ts';
import type { Agreement, LedgerSale } from '../records/agreement.ts';
import { salesPerAgreement } from '../queries/orders.ts';
import { needsLedger } from '../read/complete-order.ts';
import { findCurrency, sum } from '../../../src/domain/money.ts';
import { amountReader } from '../to-sale/amounts.ts';
import { orderAgreement } from '../records/order-agreement.ts';
import { saleKind } from '../to-sale/ledger.ts';

/** The results of a block's orders by position; null for a deleted order. */
type BlockResults = Map<number, SourceResult | null>;

/**
 * Maps the orders of a block. Orders that the bulk result cannot represent are read again, many per request. Results are kept in
 * `known`, so that a pause repeats no work.
 */
export const readResults = async (
  context: OrderContext,
  readAgain: ReadAgain,
  orders: readonly BulkObject[],
  known: BlockResults,
): Promise<E.Either<SourceError, readonly SourceResult[]>> => {
  const again = new Map<string, number>();
  orders.forEach((object, index) => {
    if (known.has(index)) return;
    const node = withLists(object);
    const order = decodeOrder(node);
    if (E.isLeft(order)) known.set(index, undecodableOrder(node, order.left));
    else if (mustBeReadAgain(order.right)) again.set(idOf(object), index);
    else known.set(index, saleOfOrder(context, asOnAPage(order.right)));
  });
  const read = await readAgain([...again.keys()], (id, result) => {
    const index = again.get(id);
    if (index !== undefined) known.set(index, O.toNullable(result));
  });
  if (E.isLeft(read)) return read;
  return E.right(orders.flatMap((_, index) => known.get(index) ?? []));
};

/**
 * Cuts an order of a bulk result to the lists that a page and its completion would have.
 *
 * Only for an order without refunds whose ledger shows its shipping: see `mustBeReadAgain`.
 */
export const asOnAPage = (order: Order): Order => {
  const none = { nodes: [], isCutShort: false, endCursor: null };
  return {
    ...order,
    shippingLine: null,
    refunds: none,
    shippingLines: none,
    agreements: ledgerOf(order),
  };
};

/**
 * Whether an order of a bulk result must be read separately: it has refunds, whose lines a bulk query cannot return; its shipping
 * is one sum of unknown parts; or one of its lists may be cut short.
 */
export const mustBeReadAgain = (order: Order): boolean => {
  if ((order.refunds?.nodes.length ?? 0) > 0 || endsOnRoundNumber(order)) return true;
  if (order.disputes?.nodes.some(isLost) === true) return true;
  const placed = orderAgreement(order);
  if (placed._tag === 'Found') return !ledgerShowsShipping(order, placed.agreement.sales?.nodes ?? []);
  return placed._tag === 'CutShort' || order.edited === true || Boolean(order.shippingLine);
};

/** Objects without children have no list in a bulk result. */
const withLists = (order: BulkObject): BulkObject => {
  const agreements = order['agreements'];
  return {
    ...order,
    lineItems: order['lineItems'] ?? [],
    agreements: (Array.isArray(agreements) ? agreements : []).map((agreement: BulkObject) => ({
      ...agreement,
      sales: agreement['sales'] ?? [],
    })),
  };
};

const endsOnRoundNumber = ({ lineItems, agreements, fulfillmentOrders }: Order): boolean =>
  isRound(lineItems) ||
  isRound(fulfillmentOrders) ||
  isRound(agreements) ||
  agreements?.nodes.some(({ sales }) => isRound(sales)) === true;

/** Nested lists were seen to end silently at 100; other internal page sizes would end at a multiple of this. */
const roundNumber = 50;

const isRound = (list: { readonly nodes: readonly unknown[] } | null | undefined): boolean => {
  const length = list?.nodes.length ?? 0;
  return length > 0 && length % roundNumber === 0;
};

/** Whether the ledger alone shows the shipping price: no discount and no removed line. */
const ledgerShowsShipping = (order: Order, sales: readonly LedgerSale[]): boolean => {
  const { shippingLine, edited } = order;
  const shipping = shippingIn(sales);
  if (shippingLine === null || shippingLine === undefined) return shipping.length === 0;
  if (edited === true) return false;
  const currency = findCurrency(order.originalTotalPriceSet?.currencyCode ?? order.currencyCode ?? '');
  if (O.isNone(currency)) return false;
  const { read, problems } = amountReader(currency.value);
  const inLedger = sum(
    shipping.map(({ totalAmount, totalTaxAmount }) => {
      const tax = order.taxesIncluded === true ? 0n : read(totalTaxAmount, 'totalTaxAmount');
      return read(totalAmount, 'totalAmount') - tax;
    }),
  );
  const listed = read(shippingLine.originalPriceSet, 'originalPriceSet');
  const charged = read(shippingLine.discountedPriceSet, 'discountedPriceSet');
  const { inexact, unreadable } = problems();
  return listed === charged && listed === inLedger && inexact.length === 0 && unreadable.length === 0;
};

const shippingIn = (sales: readonly LedgerSale[]): readonly LedgerSale[] =>
  sales.filter((sale) => saleKind(sale) === 'shipping');

const idOf = ({ id }: BulkObject): string => (typeof id === 'string' ? id : '');

const ledgerOf = (order: Order): NonNullable<Order['agreements']> => {
  const nodes = order.agreements?.nodes ?? [];
  const head = {
    nodes: nodes.slice(0, 1).map((agreement) => cutAt(salesPerAgreement, agreement)),
    isCutShort: nodes.length > 1,
    endCursor: null,
  };
  return needsLedger({ ...order, agreements: head }) ? { nodes, isCutShort: false, endCursor: null } : head;
};

const cutAt = (max: number, agreement: Agreement): Agreement => {
  const { sales } = agreement;
  if (sales === null || sales === undefined || sales.nodes.length <= max) return agreement;
  return { ...agreement, sales: { nodes: sales.nodes.slice(0, max), isCutShort: true, endCursor: null } };
};
