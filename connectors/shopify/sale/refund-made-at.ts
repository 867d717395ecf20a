import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/domain/instant.ts';
import type { OrderRefund } from '../records/order-refund.ts';

/**
 * When a refund was made, in milliseconds; undefined where nobody says. An app may date it back (`processedAt`), to before
 * the edit or the return that it is for: that is the day on which it counts, and tells nothing of what came first.
 */
export const refundMadeAt = ({ createdAt, processedAt }: OrderRefund): number | undefined => {
  const dates = [createdAt, processedAt].flatMap((text) => {
    const instant = O.toUndefined(parseInstant(text ?? ''));
    return instant === undefined ? [] : [millisecondsOf(instant)];
  });
  return dates.length === 0 ? undefined : Math.max(...dates);
};
