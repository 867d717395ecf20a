import * as E from 'fp-ts/lib/Either.js';
import type { PageLookup } from '../../domain/sync-store.ts';
import type { MappedRecord } from '../entry/candidate.ts';
import { isInService } from './is-in-service.ts';

/**
 * What is known, but for the word of this run about sales that it told without all of their refunds. Their lines say which
 * refunds are told as well: left as it is, a refund that is told now would be listed for ever as one that is not. Pure.
 */
export const saidAnew = (records: readonly MappedRecord[], known: PageLookup): PageLookup => {
  const settledInRun = new Map(known.settledInRun);
  for (const { sale, refunds } of records) {
    if (E.isLeft(sale) || !isInService(settledInRun.get(sale.right.id))) continue;
    const isOpen = refunds.some(
      ({ prepared }) => E.isRight(prepared) && !isInService(known.settledInRun.get(prepared.right.id)),
    );
    if (isOpen) settledInRun.delete(sale.right.id);
  }
  return { ...known, settledInRun };
};
