import { idOfGid } from '../records/gid.ts';
import type { Order } from '../records/order.ts';

const ofStripe = /^(pi|ch|py)_[A-Za-z0-9]+$/;

/** Ids by which another platform may know the same sale: the order's own, and those of its payments. */
export const referencesOf = ({ id, transactions }: Order): readonly string[] => {
  const payments = (transactions?.nodes ?? []).flatMap(({ paymentId }) => {
    if (paymentId === null || paymentId === undefined || paymentId.trim() === '') return [];
    return [ofStripe.test(paymentId) ? `stripe:${paymentId}` : `shopify:payment:${paymentId}`];
  });
  return [`shopify:order:${idOfGid(id)}`, ...new Set(payments)];
};
