import type { Agreement } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import { isAboutRefund } from './is-about-refund.ts';

/**
 * What the ledger has of a refund, as far as it was read. A refund whose payment was pending at first may have two agreements:
 * one with what it takes back and an adjustment for the money that had not gone back yet, and one that undoes the adjustment.
 */
export const agreementsOfRefund = ({ agreements }: Order, refundId: string): readonly Agreement[] =>
  (agreements?.nodes ?? []).filter(isAboutRefund(refundId));
