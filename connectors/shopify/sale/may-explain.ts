import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/domain/instant.ts';
import type { Agreement } from '../records/agreement.ts';
import type { OrderRefund } from '../records/order-refund.ts';
import { refundMadeAt } from './refund-made-at.ts';

/** Longer than Shopify takes to write a return and its refund one after the other, in milliseconds. */
const leeway = 10 * 60_000;

/** Money that went back before an edit is not for that edit, so what is told of it stays as it was told. */
export const mayExplain = (refund: OrderRefund): ((agreement: Agreement) => boolean) => {
  const madeAt = refundMadeAt(refund);
  return ({ happenedAt }) => {
    const at = O.toUndefined(parseInstant(happenedAt ?? ''));
    return at === undefined || madeAt === undefined || millisecondsOf(at) <= madeAt + leeway;
  };
};
