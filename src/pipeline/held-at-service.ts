/** Asks what the service holds for one of our transactions with every field that it shows, because an offset must be exact. */
import * as E from 'fp-ts/lib/Either.js';
import type { ShownFields, StoreError, StoreResult, SyncStore } from '../domain/sync-store.ts';
import type { ServiceFacts } from '../domain/tax-service.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import { lookUpAtService } from './look-up.ts';
import { remoteTransactionOf } from './remote-transaction.ts';
import { askOwn } from './ask-own.ts';
import type { askService } from './rate-limit/ask-service.ts';
import type { PushContext } from './run-context.ts';

/** What the service holds under one of our ids, with all fields that it shows. */
export type AtService =
  | {
      readonly _tag: 'Found';
      readonly name: string | null;
      readonly fields: Readonly<Record<string, unknown>>;
      readonly shown: ShownFields | null;
    }
  | { readonly _tag: 'Absent' }
  | { readonly _tag: 'NoClearAnswer' }
  | { readonly _tag: 'NotAsked' };

/** The compared address and amounts, as fields of a transaction. */
export const shownAsFields = (shown: ShownFields | null): Readonly<Record<string, unknown>> => {
  if (shown === null) return {};
  const { state, zip, country, lines, ...others } = shown;
  const place = [state, zip, country].some((one) => one !== undefined && one !== '')
    ? { state, zip, country }
    : undefined;
  return { ...others, ...(place !== undefined && { shipToAddress: place }), ...(lines !== undefined && { lines }) };
};

/**
 * Whether the service answers for single ids at all. If it finds no other confirmed transaction, the absence of one proves
 * nothing.
 */
export const answersForSingleIds = async (
  store: Pick<SyncStore, 'findNewestConfirmed'>,
  ask: ReturnType<typeof askService>,
  missing: string,
): StoreResult<boolean> => {
  const newest = await store.findNewestConfirmed(3)();
  if (E.isLeft(newest)) return newest;
  for (const { id, remoteId } of newest.right) {
    if (id !== missing && (await ask(remoteId ?? id))._tag === 'Found') return E.right(true);
  }
  return E.right(false);
};

/** The message for a person. */
export const showsNothing = 'it has shown none of your transactions, neither alone nor in its list';

/**
 * Whether the service has ever shown one of our transactions. If not, it seems to lack all of them, and absence proves
 * nothing.
 */
export const hasShownOurs = async (
  {
    facts,
    store,
    ask,
  }: {
    readonly facts: Pick<ServiceFacts, 'list' | 'single'> | null;
    readonly store: Pick<SyncStore, 'findNewestConfirmed'>;
    readonly ask: ReturnType<typeof askService>;
  },
  missing: string,
): StoreResult<boolean> =>
  facts === null || facts.list === 'prompt' || facts.single === 'prompt'
    ? E.right(true)
    : answersForSingleIds(store, ask, missing);

/**
 * Asks the service for a transaction, then looks in its list. The list may show fewer fields, but where the service assigns
 * ids, only the list can find it.
 */
export const heldAtService = async (
  pushContext: PushContext,
  id: string,
  name: string,
): Promise<E.Either<StoreError, AtService>> => {
  const known = await pushContext.store.lookUpTransactions('', [{ id, name }])();
  if (E.isLeft(known)) return known;
  const named = known.right.remoteByName.get(name);
  const listedId = named === undefined || isOtherTransaction(named.id, id) ? null : named.id;
  const remoteId = known.right.submissions.get(id)?.remoteId ?? listedId;
  const facts = pushContext.gate.facts;
  if (facts()?.identity !== 'service' || remoteId !== null) {
    const answer = await askOwn(pushContext, facts())({ id, name, remoteId });
    if (answer._tag === 'NotAsked') return E.right({ _tag: 'NotAsked' });
    if (answer._tag === 'Found') {
      const { name: shownName = null } = answer.stored;
      const { shown } = remoteTransactionOf(answer.stored);
      return E.right({ _tag: 'Found', name: shownName, fields: answer.stored, shown });
    }
  }
  // A single denied read is no proof, so the list is read too: a transaction that counts as absent here is never offset.
  const answer = await lookUpAtService({ ...pushContext, facts })({ id, name, remoteId });
  if (E.isLeft(answer)) return answer;
  switch (answer.right._tag) {
    case 'Found': {
      const { shown } = answer.right;
      return E.right({ _tag: 'Found', name: null, fields: shownAsFields(shown), shown });
    }
    case 'Absent':
    case 'NotAsked':
    case 'NoClearAnswer':
      return E.right({ _tag: answer.right._tag });
  }
};
