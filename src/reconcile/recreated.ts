/** Finds a sale that is counted twice because its record was deleted at the platform and created again. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError } from '../domain/sync-store.ts';
import { callSource } from '../pipeline/call-source.ts';
import { mapGoneRecord } from '../pipeline/map-page.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import { numberOfName } from '../pipeline/recreated.ts';
import type { Comparison } from './comparison.ts';
import { steadyChains } from './corrected.ts';
import { attempt } from '../domain/attempt.ts';

/**
 * Looks for another sale with the number and total of a sale that was entered in the range and dated back, which the platform no
 * longer has. While that first one counts on another day, nothing is proved about the range.
 */
export const compareRecreated = (
  comparison: Comparison,
  { sourceId: own, name, amounts, transactedAt }: PushCandidate,
): Promise<E.Either<StoreError, void>> =>
  attempt(async (take) => {
    const { runContext, connector, mapContext, prefix, findings, seen } = comparison;
    const { storefront } = mapContext;
    const number = numberOfName(name);
    if (number === undefined) return;
    const named = await take(runContext.store.findByNumber(storefront, number)());
    for (const { sourceId, amounts: before } of named) {
      const transactionId = `${prefix}${sourceId}`;
      if (sourceId === own || before?.total !== amounts.total || seen.has(transactionId)) continue;
      const read = await callSource(runContext.ports, runContext.client.isOver)(connector.readRecord(sourceId));
      if (E.isLeft(read) || O.isSome(read.right)) continue;
      const corrected = await take(steadyChains(comparison, [mapGoneRecord(mapContext, sourceId)]));
      const known = await take(runContext.store.lookUpTransactions('', [{ id: transactionId, name: '' }])());
      const remoteId = known.submissions.get(transactionId)?.remoteId ?? transactionId;
      const held = await askService({ ...runContext.ports, client: runContext.client })(remoteId);
      if (corrected.some(({ base }) => base === transactionId) || held._tag !== 'Found') continue;
      const day = comparison.dayOf(transactedAt);
      const message = `The record no longer exists at the platform, and ${own} was created again with its number and amounts: both are counted. Offset it: tax-nexus correct ${storefront} ${sourceId}`;
      findings.differ({ kind: 'deleted on the platform', transactionId, sourceId, name: number, day, message });
    }
  });
