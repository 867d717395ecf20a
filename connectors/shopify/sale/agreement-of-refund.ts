import type { Agreement } from '../records/agreement.ts';
import type { Order } from '../records/order.ts';
import { isAboutRefund } from './is-about-refund.ts';

/** What the ledger has of a refund, as far as it was read. */
export const agreementOfRefund = ({ agreements }: Order, refundId: string): Agreement | undefined =>
  agreements?.nodes.find(isAboutRefund(refundId));
