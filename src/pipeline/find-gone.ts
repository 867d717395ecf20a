/**
 * Finds transactions that were confirmed and that the service no longer holds, so that a person can decide whether to send
 * them again.
 */
import * as E from 'fp-ts/lib/Either.js';
import { askOwn } from './ask-own.ts';
import type { StoreError, Submission } from '../domain/sync-store.ts';
import { mayNotBeShownYet } from './lateness.ts';
import { isDeniedAlone } from './look-up.ts';
import type { PushCandidate } from './mapped-record.ts';
import { goneResult, type SettledResult } from './push-result.ts';
import { readFacts } from './service-facts.ts';
import type { PushContext } from './run-context.ts';

/**
 * The result for a confirmed transaction that the service no longer holds: this run read the whole list without it, and a
 * single read denies it; after many denials the list alone is proof. It is not sent again without a person, because it may
 * have been deleted for a reason. Single reads share the limit of those about changed sales. `'unseen'`: the list lacks it,
 * and no single read shows whether it is there.
 */
export const findGone = async (
  pushContext: PushContext,
  { id, name, sourceId }: Pick<PushCandidate, 'id' | 'name' | 'sourceId'>,
  submission: Submission | null,
): Promise<E.Either<StoreError, SettledResult | 'unseen' | null>> => {
  const { remoteList, client, clock, random, gate, store, wire, storefront } = pushContext;
  const list = remoteList.whole();
  if (submission?.status !== 'confirmed' || list === null || list.isLate()) return E.right(null);
  const { remoteId } = submission;
  if (list.shows({ id, name, remoteId: null }, null)) return E.right(null);
  const ports = { client, clock, random };
  const kept = gate.facts() === null ? await readFacts(store, wire) : E.right(gate.facts());
  if (E.isLeft(kept)) return kept;
  const facts = kept.right;
  if (list.shows({ id, name, remoteId }, facts)) return E.right(null);
  if (mayNotBeShownYet(facts, submission, clock.now())) return E.right(null);
  if (list.isProof()) return E.right(goneResult(storefront, sourceId));
  if (list.isUnanswered() || !pushContext.takeDriftLookup()) return E.right('unseen');
  // If the service never showed the first transaction, absence proves nothing, unless it shows another one.
  const isSeen = facts?.list === 'prompt' || facts?.single === 'prompt';
  if (!isSeen && !(await isDeniedAlone({ ...ports, remoteList }, { id, name, remoteId }, facts))) return E.right(null);
  const answer = await askOwn(ports, facts)({ id, name, remoteId });
  if (answer._tag === 'Found') list.noteHidden();
  if (answer._tag === 'Absent') list.noteDenied();
  if (answer._tag === 'NoClearAnswer') {
    list.noteUnanswered();
    return E.right('unseen');
  }
  return E.right(answer._tag === 'Absent' ? goneResult(storefront, sourceId) : null);
};
