import * as O from 'fp-ts/lib/Option.js';
import { millisecondsOf, parseInstant } from '../../../src/core/instant.ts';
import type { Refund } from '../../../src/mapping/sale.ts';
import type { Agreement } from '../records/agreement.ts';

/** Longer than Shopify takes to write a return and its refund one after the other, in milliseconds. */
const leeway = 10 * 60_000;

/** Money that went back before an edit is not for that edit, so what is told of it stays as it was told. */
export const mayExplain =
  ({ occurredAt }: Pick<Refund, 'occurredAt'>) =>
  ({ happenedAt }: Agreement): boolean => {
    const at = O.toUndefined(parseInstant(happenedAt ?? ''));
    return at === undefined || occurredAt === '' || millisecondsOf(at) <= millisecondsOf(occurredAt) + leeway;
  };
