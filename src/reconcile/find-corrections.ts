/** Finds what can be corrected for one record: compares what would be sent now with what the service holds. Changes nothing. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { AuditRecord } from '../domain/audit.ts';
import { correctionWithin } from '../mapping/identity.ts';
import type { FieldDifference } from '../mapping/comparison.ts';
import { withDecisions } from '../pipeline/apply-decisions.ts';
import { applyBeforePush } from '../pipeline/before-push.ts';
import { liveCalendar } from '../pipeline/calendar.ts';
import { type FailureCause, type SyncFailure, whyNoLookup } from '../pipeline/failures.ts';
import type { ExplainPorts } from './explain.ts';
import { readGoneRecord, readNamedRecord } from './read-record.ts';
import { answersForSingleIds } from '../pipeline/held-at-service.ts';
import { askOwn } from '../pipeline/ask-own.ts';
import { lookUpAtService } from '../pipeline/look-up.ts';
import { openRemoteIndex } from '../pipeline/remote-index.ts';
import { mayNotBeShownYet, notShownYet } from '../pipeline/lateness.ts';
import { mapGoneRecord, mapRecord, toMapContext } from '../pipeline/map-page.ts';
import type { MappedRecord, PushCandidate } from '../pipeline/mapped-record.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { compareWithBody } from '../pipeline/push-result.ts';
import { askService } from '../pipeline/rate-limit/ask-service.ts';
import { makeServiceClient } from '../pipeline/rate-limit/service-client.ts';
import { readFacts } from '../pipeline/service-facts.ts';
import { pushGateOf } from '../pipeline/push-gate.ts';
import { type SentChain, standingOf, stateOf } from '../pipeline/sent-chain.ts';
import { untrueAtService } from './untrue.ts';
import { correctedChains } from './corrected.ts';
import { nowAsStanding } from '../pipeline/corrections.ts';
import { askSentAsOf } from '../pipeline/sent-as.ts';
import { storeWithRetry } from '../pipeline/store-with-retry.ts';
import { attempt } from '../domain/attempt.ts';

type CorrectedRecord = Pick<AuditRecord, 'storefront' | 'sourceId' | 'name'>;

/** A transaction of a record, compared with the one that the service holds. */
export type Correction =
  | { readonly _tag: 'Same'; readonly id: string }
  /** The service holds other values. `remoteId` is the id at the service, `body` what is sent instead. */
  | {
      readonly _tag: 'Differs';
      readonly id: string;
      readonly remoteId: string;
      readonly body: string;
      readonly about: CorrectedRecord;
      readonly differences: readonly FieldDifference[];
    }
  /**
   * It was confirmed, but the service no longer holds it: it was deleted there, or a correction was interrupted after its
   * deletion.
   */
  | { readonly _tag: 'Gone'; readonly id: string; readonly body: string; readonly about: CorrectedRecord }
  /** The platform has taken it back since. `message` has both amounts. An opposite transaction offsets it: see decision 27. */
  | {
      readonly _tag: 'NoLongerTrue';
      readonly id: string;
      /** The transaction that the service holds now, under our id and under its own: it may have been sent again. */
      readonly standing: string;
      readonly remoteId: string;
      readonly about: CorrectedRecord;
      readonly message: string;
    }
  /** There is nothing to correct: it was never confirmed, or its push is not settled. `message` has the next step. */
  | { readonly _tag: 'NotConfirmed'; readonly id: string; readonly message: string }
  /** The service gave no clear response. */
  | { readonly _tag: 'Unknown'; readonly id: string; readonly cause: FailureCause; readonly message: string };

type CorrectPorts = ExplainPorts & Pick<SyncPorts, 'wire' | 'beforePush' | 'reviews'>;

/** What can be corrected for a record: what would be sent now, and what was sent and is no longer true. */
interface Correctables {
  readonly candidates: readonly PushCandidate[];
  readonly untrue: readonly SentChain[];
}

/**
 * Compares the transactions of one record, as they would be sent now, with what the service holds. Changes nothing.
 *
 * @param id of the record or the transaction, or anything that the connector accepts, such as `#1001`
 * @example
 * const corrections = await findCorrections(ports)('us-store', '#1001')();
 */
export const findCorrections =
  (ports: CorrectPorts) =>
  (storefront: string, id: string): TE.TaskEither<SyncFailure, readonly Correction[]> =>
  () =>
    attempt(async (take) => {
      const candidates = await take(candidatesOf(ports, storefront, id));
      const corrections: Correction[] = [];
      for (const chain of candidates.untrue) {
        const correction = await untrueAtService(ports, storefront, chain);
        if (correction !== undefined) corrections.push(correction);
      }
      for (const candidate of candidates.candidates) {
        const correction = await take(compare(ports, storefront, candidate));
        corrections.push(correction);
      }
      return corrections;
    });

const candidatesOf = (
  ports: CorrectPorts,
  storefront: string,
  id: string,
): Promise<E.Either<SyncFailure, Correctables>> =>
  attempt(async (take) => {
    const read = await readNamedRecord(ports)(storefront, id)();
    const gone =
      E.isLeft(read) && read.left._tag === 'UnknownRecord' ? await readGoneRecord(ports)(storefront, id) : read;
    if (E.isLeft(gone)) return take(E.isLeft(read) ? read : gone);
    const { configured, account, sourceId } = gone.right;
    const calendar = liveCalendar(account.timeZone);
    const context = toMapContext(ports, configured, { storefront, account: account.id, calendar });
    const candidates: PushCandidate[] = [];
    const records: MappedRecord[] = [];
    const mappedRecords = E.isRight(read)
      ? mapRecord(context, read.right.result, sourceId)
      : [mapGoneRecord(context, sourceId)];
    for (const mapped of mappedRecords) records.push(await applyBeforePush(context, mapped));
    const store = storeWithRetry(ports.store, ports);
    const decided = await take(withDecisions(store, '')(records));
    const chains = await take(correctedChains(store, decided));
    const corrected = new Set(chains.map(({ base }) => base));
    for (const { sale, refunds } of decided) {
      for (const one of [sale, ...refunds.map(({ refund }) => refund)])
        if (E.isRight(one) && !corrected.has(one.right.id)) candidates.push(one.right);
    }
    const untrue = chains.filter((chain) => stateOf(chain) === 'undone');
    const askSentAs = askSentAsOf(ports, storefront, '');
    for (const chain of chains.filter((one) => one.isTrue && stateOf(one) === 'steady')) {
      const sentAs = await take(askSentAs(chain.truth.sourceId, standingOf(chain)));
      const standing = nowAsStanding(chain, sentAs?.occurredAt ?? null);
      if (O.isSome(standing)) candidates.push(standing.value);
    }
    const isNamed = (one: { readonly id: string; readonly name: string | null }): boolean =>
      one.id === id || one.name === id || correctionWithin(one.id)?.base === id;
    const exact = {
      candidates: candidates.filter(isNamed),
      untrue: untrue.filter(({ base, first }) => isNamed({ id: base, name: first?.name ?? null })),
    };
    return exact.candidates.length + exact.untrue.length > 0 ? exact : { candidates, untrue };
  });

const compare = (
  ports: CorrectPorts,
  storefront: string,
  { id, name, sourceId, body }: PushCandidate,
): Promise<E.Either<SyncFailure, Correction>> =>
  attempt(async (take) => {
    const about = { storefront, sourceId, name };
    const store = storeWithRetry(ports.store, ports);
    const known = await take(store.lookUpTransactions('', [{ id, name }])());
    const submission = known.submissions.get(id);
    if (submission?.status === 'intent') {
      return { _tag: 'NotConfirmed', id, message: 'An earlier push is not confirmed yet. Run the sync first.' };
    }
    const client = makeServiceClient(ports);
    const ask = askService({ ...ports, client });
    const kept = await take(readFacts(store, ports.wire));
    const facts = () => pushGateOf(ports.service).facts() ?? kept;
    const wanted = { id, name, remoteId: submission?.remoteId ?? null };
    if (submission?.status === 'confirmed' && (await askOwn({ ...ports, client }, facts())(wanted))._tag === 'Absent') {
      const isGone = await take(answersForSingleIds(store, ask, id));
      if (isGone) return { _tag: 'Gone', id, body, about };
    }
    const remoteList = openRemoteIndex({ ports, store, client, reportProgress: () => undefined });
    const answer = await take(lookUpAtService({ ...ports, client, remoteList, facts })(wanted));
    switch (answer._tag) {
      case 'NotAsked':
      case 'NoClearAnswer':
        return { _tag: 'Unknown', id, ...whyNoLookup(client, answer) };
      case 'Absent': {
        if (submission?.status !== 'confirmed') {
          return { _tag: 'NotConfirmed', id, message: 'The service does not hold it. Run the sync to push it.' };
        }
        return mayNotBeShownYet(facts(), submission, ports.clock.now())
          ? { _tag: 'Unknown', id, cause: 'no answer', message: notShownYet }
          : { _tag: 'Gone', id, body, about };
      }
      case 'Found': {
        const { remoteId, shown } = answer;
        const { differences, isCompared } = compareWithBody(body, shown);
        if (!isCompared) {
          return { _tag: 'Unknown', id, cause: 'no answer', message: 'the service shows nothing to compare' };
        }
        return differences.length === 0
          ? { _tag: 'Same', id }
          : { _tag: 'Differs', id, remoteId: remoteId === '' ? id : remoteId, body, about, differences };
      }
    }
  });

/** A correction that replaces the transaction. */
export type Replaceable = Extract<Correction, { _tag: 'Differs' | 'Gone' }>;

/** A correction by a transaction with the opposite amounts. */
export type Offsettable = Extract<Correction, { _tag: 'NoLongerTrue' }>;

export type Correctable = Replaceable | Offsettable;
