/** Asks the service about a sale of ours that its list does not show, before the reconciliation reports it as missing. */
import * as E from 'fp-ts/lib/Either.js';
import type { PageLookup, StoreResult } from '../domain/sync-store.ts';
import { isOtherTransaction } from '../mapping/identity.ts';
import { hasShownOurs, showsNothing } from '../pipeline/held-at-service.ts';
import { mayNotBeShownYet } from '../pipeline/lateness.ts';
import { type AtService, lookUpAtService } from '../pipeline/look-up.ts';
import type { PushCandidate } from '../pipeline/mapped-record.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import { remoteTransactionOf } from '../pipeline/remote-transaction.ts';
import type { Comparison } from './comparison.ts';

/**
 * Looks up a transaction under our id, the id of the service, or its name. The list may not show yet what was sent a moment ago.
 */
export const ask = async (
  comparison: Comparison,
  candidate: Pick<PushCandidate, 'id' | 'name' | 'body'>,
  known: PageLookup,
): StoreResult<AtService | { readonly _tag: 'NotShownYet' }> => {
  const answer = await lookUp(comparison, candidate, known);
  if (E.isLeft(answer)) return answer;
  const isEarlier = answer.right._tag === 'Found' && answer.right.isEarlier === true;
  if (answer.right._tag !== 'Absent' && !isEarlier) return answer;
  const isEarly = mayNotBeShownYet(
    comparison.facts,
    known.submissions.get(candidate.id),
    comparison.runContext.ports.clock.now(),
  );
  if (isEarly) return E.right({ _tag: 'NotShownYet' });
  // The list was just read and did not contain it.
  if (isEarlier)
    return E.right({
      _tag: 'NoClearAnswer',
      message: 'its list no longer shows it, and single reads are not answered',
    });
  const { facts, pushed, held, runContext } = comparison;
  const { client, ports, store } = runContext;
  const wasSeen =
    pushed.size + held.size > 0
      ? E.right(true)
      : await hasShownOurs({ facts, store, ask: askService({ ...ports, client }) }, candidate.id);
  if (E.isLeft(wasSeen)) return wasSeen;
  return wasSeen.right ? answer : E.right({ _tag: 'NoClearAnswer', message: showsNothing });
};

const lookUp = async (
  { runContext, facts }: Comparison,
  { id, name, body }: Pick<PushCandidate, 'id' | 'name' | 'body'>,
  known: PageLookup,
): StoreResult<AtService> => {
  const { ports, client, remoteList } = runContext;
  const named = known.remoteByName.get(name);
  if (facts === null || facts.identity === 'client') {
    // Another source may have sent it under our name with another id: then the sync database knows that id.
    const other = named !== undefined && named.id !== id && !isOtherTransaction(named.id, id) ? [named.id] : [];
    for (const asked of [id, ...other]) {
      const single = await askService({ ...ports, client })(asked);
      if (single._tag === 'Found') {
        return E.right({ _tag: 'Found', remoteId: asked, shown: remoteTransactionOf(single.stored).shown });
      }
      if (single._tag !== 'Absent') return E.right(single);
    }
    return E.right({ _tag: 'Absent' });
  }
  const remoteId = known.submissions.get(id)?.remoteId ?? named?.id ?? null;
  return lookUpAtService({ ...ports, client, remoteList, facts: () => facts })({ id, name, remoteId, body });
};
