import type { Agreement } from '../records/agreement.ts';
import { salesPerAgreement } from '../documents/order-fields.ts';
import { needsLedger } from '../reading/needs-ledger.ts';
import type { Order } from '../records/order.ts';

const cutAt = (most: number, agreement: Agreement): Agreement => {
  const { sales } = agreement;
  if (sales === null || sales === undefined || sales.nodes.length <= most) return agreement;
  return { ...agreement, sales: { nodes: sales.nodes.slice(0, most), isCutShort: true, endCursor: null } };
};

const ledgerOf = (order: Order): NonNullable<Order['agreements']> => {
  const nodes = order.agreements?.nodes ?? [];
  const head = {
    nodes: nodes.slice(0, 1).map((agreement) => cutAt(salesPerAgreement, agreement)),
    isCutShort: nodes.length > 1,
    endCursor: null,
  };
  return needsLedger({ ...order, agreements: head }) ? { nodes, isCutShort: false, endCursor: null } : head;
};

/**
 * An order of a bulk result, with no more of its lists than a page and its completion would have. The same order has to
 * become the same sale on whichever way it is read.
 *
 * Only for an order without refunds whose shipping is told by its ledger: see `mustBeReadAgain`.
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
