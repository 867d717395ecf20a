import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, StoreResult, SyncStore } from '../domain/sync-store.ts';
import { correctionWithin } from '../mapping/identity.ts';
import { heldTransaction } from '../mapping/offset.ts';
import { nowAsStanding } from '../pipeline/corrections.ts';
import { askSentAsOf } from '../pipeline/sent-as.ts';
import { heldAtService } from '../pipeline/held-at-service.ts';
import { lookUpPage } from '../pipeline/look-up-page.ts';
import {
  type MappedRecord,
  type MappedTransaction,
  type PushCandidate,
  type RecordTruth,
  transactionIdOf,
} from '../pipeline/mapped-record.ts';
import { compareWithBody } from '../pipeline/push-result.ts';
import { pushContextOf } from '../pipeline/run-context.ts';
import { sentByName, withNamed } from '../pipeline/sent-by-name.ts';
import { chainsOf, type SentChain, standingOf, stateOf } from '../pipeline/sent-chain.ts';
import type { Comparison } from './comparison.ts';
import type { PushedTransaction } from './pushed.ts';

const isOf = ({ saleId }: RecordTruth, base: string): boolean => base === saleId || base.startsWith(`${saleId}:`);

/** The chains of records that are not as they were sent first: see `SentChain`. */
export const correctedChains = async (
  store: Pick<SyncStore, 'findSentUnder' | 'findListedUnder' | 'lookUpTransactions'>,
  records: readonly MappedRecord[],
): Promise<E.Either<StoreError, readonly SentChain[]>> => {
  const readable = records.flatMap((record) => (record.truth === undefined ? [] : [{ record, truth: record.truth }]));
  const saleIds = readable.map(({ truth }) => truth.saleId);
  const sent = await store.findSentUnder(saleIds)();
  if (E.isLeft(sent)) return sent;
  const named = await sentByName(
    store,
    readable.map(({ truth }) => truth),
  );
  if (E.isLeft(named)) return named;
  const sentOf = (id: string) => withNamed(sent.right.get(id) ?? [], named.right.get(id) ?? []);
  const known = await lookUpPage(store)(
    '',
    saleIds.map((id) => ({ id, name: '' })),
  );
  if (E.isLeft(known)) return known;
  const chains = readable.flatMap(({ record, truth }) => chainsOf(record, truth, sentOf(truth.saleId), known.right));
  return E.right(chains.filter((chain) => stateOf(chain) !== 'as sent'));
};

/**
 * A transaction that was offset, or an offset, as the service holds it: both stand for ever, and add up to what is true. Undefined
 * for any other, and where a correction is still missing.
 */
export const correctedAtService = async (
  { runContext, mapContext }: Comparison,
  records: readonly MappedRecord[],
  id: string,
): StoreResult<PushCandidate | undefined> => {
  const base = correctionWithin(id)?.base ?? id;
  const own = records.filter(({ truth }) => truth !== undefined && isOf(truth, base));
  if (own.length === 0) return E.right(undefined);
  const chains = await correctedChains(runContext.store, own);
  if (E.isLeft(chains)) return chains;
  const chain = chains.right.find((one) => one.base === base);
  if (chain === undefined || stateOf(chain) !== 'steady') return E.right(undefined);
  const sent = [chain.first, ...chain.undone, ...chain.restored].find((one) => one?.id === id);
  const held = await heldAtService(pushContextOf(runContext, mapContext.storefront), id, sent?.name ?? '');
  if (E.isLeft(held)) return held;
  if (held.right._tag !== 'Found') return E.right(undefined);
  if (chain.isTrue && id === standingOf(chain)) {
    // What counts may have changed again since it was corrected.
    const sentAs = await askSentAsOf(runContext.ports, mapContext.storefront, '')(chain.truth.sourceId, id);
    if (E.isLeft(sentAs)) return sentAs;
    const now = nowAsStanding(chain, sentAs.right?.occurredAt ?? null);
    if (O.isSome(now)) return E.right(now.value);
  }
  const { saleId } = chain.truth;
  const identity = { id, name: held.right.name ?? id, parentId: id === saleId ? null : saleId };
  const transaction = heldTransaction(identity, held.right.fields, {});
  const frozen = O.isSome(transaction) ? chain.truth.freeze(transaction.value) : undefined;
  return E.right(frozen !== undefined && E.isRight(frozen) ? frozen.right : undefined);
};

/** A transaction of a record that the service holds as it was sent first, though corrections stand for what is true. */
export const correctedOf = async (
  comparison: Comparison,
  record: MappedRecord,
  prepared: MappedTransaction,
): StoreResult<readonly [PushCandidate, string, PushedTransaction] | undefined> => {
  const id = transactionIdOf(prepared);
  const listed = comparison.pushed.get(id);
  if (listed === undefined || record.truth === undefined) return E.right(undefined);
  const isAgain = E.isLeft(prepared) || record.truth.again.has(id);
  // What is the same was never corrected: most are, and cost no query.
  if (!isAgain && compareWithBody(prepared.right.body, listed.shown).differences.length === 0)
    return E.right(undefined);
  const corrected = await correctedAtService(comparison, [record], id);
  return E.map((candidate: PushCandidate | undefined) =>
    candidate === undefined ? undefined : ([candidate, id, listed] as const),
  )(corrected);
};
