import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  FencingToken,
  PageCommit,
  PageLookup,
  RemoteTransaction,
  SaleOwner,
  Submission,
  SyncStore,
} from '../../domain/sync-store.ts';
import type { Decision } from '../../domain/decision.ts';
import type { Outcome } from '../../domain/run.ts';
import { textKey } from '../../mapping/comparison.ts';
import {
  answerOfSender,
  answersOf,
  auditRecordOf,
  findLostClaims,
  isOfFinder,
  noSuchRunError,
  takenOverError,
} from '../store-rules.ts';
import { erasedLine, erasedNameOf, erasedTransaction, isErasedTransaction, withoutZip } from '../erased.ts';
import { changeMatters } from './decisions.ts';
import { keyOf } from './inbox.ts';
import { memoryFindListedUnder, memoryFindSentUnder } from './sent.ts';
import { erasedRecords, isErasedIn, type Memory, saveSeen } from './memory.ts';
import { saleIdWithin } from '../../mapping/identity.ts';

const settleIntent = (
  memory: Memory,
  { id, status, digest, remoteId, shown }: PageCommit['settledIntents'][number],
): void => {
  const submission = memory.submissions.get(id);
  // Confirmed is final: no later failure changes it.
  if (submission === undefined || submission.status === 'confirmed') return;
  memory.submissions.set(id, {
    ...submission,
    status,
    digest: digest ?? submission.digest,
    body: null,
    remoteId: submission.remoteId ?? remoteId ?? null,
  });
  if (status === 'refused') deleteReferencesOf(memory, id);
  // Of names, the service's own word counts.
  const remoteKey = remoteId ?? id;
  if (status === 'confirmed') {
    // An erasure came before the answer.
    const isErased = submission.name === id;
    const name = memory.remote.get(remoteKey)?.name ?? (isErased ? erasedNameOf(id) : submission.name);
    saveSeen(memory, remoteKey, { name, shown: isErased ? withoutZip(shown ?? null) : (shown ?? null), scan: 0 });
  }
};

const toSubmission = ({ id, status, digest, body, remoteId, savedAt, attemptedAt }: Submission): Submission => ({
  id,
  status,
  digest,
  body,
  remoteId,
  savedAt,
  attemptedAt,
});

const findRemote = ({ remote }: Memory, id: string): RemoteTransaction | undefined => {
  const seen = remote.get(id);
  return seen === undefined ? undefined : { id, name: seen.name, shown: seen.shown };
};

const lookUpTransactions = (
  memory: Memory,
  runId: string,
  wanted: Parameters<SyncStore['lookUpTransactions']>[1],
): PageLookup => {
  const submissions = new Map<string, Submission>();
  const remoteById = new Map<string, RemoteTransaction>();
  const remoteByName = new Map<string, RemoteTransaction>();
  const settledInRun = new Map<string, Outcome>();
  const owners = new Map<string, readonly SaleOwner[]>();
  const decisions = new Map<string, readonly Decision[]>();
  for (const one of memory.decisions.values())
    if (wanted.some(({ id }) => id === one.lineId))
      decisions.set(one.lineId, [...(decisions.get(one.lineId) ?? []), one]);
  for (const { id, name, references = [] } of wanted) {
    const submission = memory.submissions.get(id);
    if (submission !== undefined) {
      submissions.set(id, toSubmission(submission));
    }
    // Where the service has it under an id of its own, it stands as it is there.
    const remote = findRemote(memory, submission?.remoteId ?? id) ?? findRemote(memory, id);
    if (remote !== undefined) remoteById.set(id, remote);
    const plain = memory.idsByName.get(textKey(name));
    const ids = plain !== undefined && plain.size > 0 ? plain : (memory.idsByName.get(erasedNameOf(name)) ?? []);
    const named = [...ids].sort().map((one) => findRemote(memory, one));
    const first = named.find((one) => one?.shown != null) ?? named[0];
    if (first !== undefined) remoteByName.set(name, first);
    const line = memory.lines.get(runId)?.get(id);
    if (line !== undefined) settledInRun.set(id, line.outcome);
    for (const reference of references) {
      const keys = new Set([pushedKey, runId]);
      const all = [...keys].flatMap((key) => findOwners(memory, key, reference));
      if (all.length > 0) owners.set(reference, all);
    }
  }
  return { submissions, remoteById, remoteByName, settledInRun, owners, ...(decisions.size > 0 && { decisions }) };
};

export const isFenceValid = (
  { leases, resyncRequests }: Memory,
  { storefront, recordId, owner }: FencingToken,
): boolean => {
  const current =
    recordId === undefined ? leases.get(storefront) : resyncRequests.get(keyOf(storefront, recordId))?.claim;
  return current?.owner === owner;
};

/** What the pipeline keeps of its pages and of the service. */
export const memoryPages = (
  memory: Memory,
): Omit<
  SyncStore,
  | 'openRun'
  | 'findRun'
  | 'setTimeZone'
  | 'closeRun'
  | 'acquireLease'
  | 'releaseLease'
  | 'summarizeRun'
  | 'findLines'
  | 'findByNumber'
  | 'close'
> => ({
  readCheckpoint: (runId, storefront, window) =>
    TE.fromIO(() => {
      const at = memory.checkpoints.get(keyOf(runId, storefront, window));
      return { cursor: O.fromNullable(at?.cursor), done: at?.done ?? false };
    }),

  changesReadUpTo: (storefront) => TE.fromIO(() => O.fromNullable(memory.changesRead.get(storefront))),

  lookUpTransactions: (runId, wanted) => TE.fromIO(() => lookUpTransactions(memory, runId, wanted)),

  saveIntents: (intents, at, fence) =>
    TE.fromIOEither(() => {
      if (fence !== undefined && !isFenceValid(memory, fence)) return E.left(takenOverError(fence.storefront));
      const alreadyClaimed = findLostClaims(intents, (reference) => findOwners(memory, pushedKey, reference));
      const isErased = isErasedIn(memory);
      const fresh = new Set<string>();
      const existing = new Map<string, Submission>();
      for (const { id, name, digest, body, storefront, sourceId, references } of intents) {
        if (alreadyClaimed.has(id)) continue;
        for (const reference of references) saveReference(memory, pushedKey, reference, { storefront, id });
        const before = memory.submissions.get(id);
        if (before !== undefined && before.status !== 'refused') {
          if (!fresh.has(id)) existing.set(id, toSubmission(before));
          continue;
        }
        fresh.add(id);
        const erased = isErased({ id, storefront, sourceId });
        memory.submissions.set(id, {
          id,
          name: erased ? id : name,
          storefront,
          sourceId,
          status: 'intent',
          digest,
          body: erased ? null : body,
          remoteId: null,
          savedAt: at,
          attemptedAt: null,
        });
      }
      return E.right({ claimed: alreadyClaimed, existing });
    }),

  recordAttempt: (id, since, at) =>
    TE.fromIO(() => {
      const submission = memory.submissions.get(id);
      if (submission === undefined) return O.none;
      if (submission.status === 'confirmed' || submission.attemptedAt !== since)
        return O.some(toSubmission(submission));
      memory.submissions.set(id, { ...submission, attemptedAt: at });
      return O.none;
    }),

  commitPage: (page, at, fence) =>
    TE.fromIOEither(() => {
      const { runId, storefront, checkpoint, references, settledIntents } = page;
      const isErased = isErasedIn(memory);
      const lines = page.lines.map((line) => (isErased(line) ? erasedLine(line) : line));
      const ofRun = memory.lines.get(runId);
      if (ofRun === undefined) return E.left(noSuchRunError(runId));
      if (fence !== undefined && !isFenceValid(memory, fence)) return E.left(takenOverError(fence.storefront));
      for (const line of lines) ofRun.set(line.id, line);
      changeMatters(memory, runId, lines);
      for (const { reference, id, isPushed } of references) {
        saveReference(memory, isPushed ? pushedKey : runId, reference, { storefront, id });
      }
      for (const [id, answer] of answersOf(page)) {
        const submission = memory.submissions.get(id);
        const commit = { runId, at, context: page.audit };
        const record = auditRecordOf(submission, answer, commit);
        if (record !== undefined) memory.audit.push(record);
        const answered = submission === undefined ? undefined : answerOfSender(submission, answer, commit);
        const found = memory.audit.findIndex((one) => one.id === id && isOfFinder(one));
        const finder = memory.audit[found];
        if (answered !== undefined && finder !== undefined) memory.audit[found] = { ...finder, ...answered };
      }
      for (const one of settledIntents) settleIntent(memory, one);
      if (checkpoint !== null) {
        memory.checkpoints.set(keyOf(runId, storefront, checkpoint.window), {
          cursor: O.toNullable(checkpoint.next),
          done: O.isNone(checkpoint.next),
        });
      }
      if (page.changesReadUpTo !== undefined) memory.changesRead.set(storefront, page.changesReadUpTo);
      return E.right(undefined);
    }),

  remoteIndexState: TE.fromIO(() => {
    const { latest, complete, cursor } = memory.scans;
    return { scan: latest, isComplete: complete > 0, cursor: O.fromNullable(cursor) };
  }),

  saveRemoteIndexPage: ({ scan, transactions, next, completesScan, knownBy }) =>
    TE.fromIO(() => {
      const { scans, remote } = memory;
      const isOld = ({ id }: { readonly id: string }): boolean => {
        const seen = remote.get(id);
        const last = Math.min(scans.complete, knownBy ?? scans.complete);
        return seen !== undefined && seen.scan > 0 && seen.scan <= last;
      };
      const old = transactions.filter(isOld).length;
      const isErased = isErasedTransaction(erasedRecords(memory));
      for (const one of transactions)
        saveSeen(memory, one.id, { ...(isErased(one) ? erasedTransaction(one) : one), scan });
      // A page of a walk that is over, or that a later one has overtaken, moves no cursor.
      if (scan >= scans.latest && scan > scans.complete) scans.cursor = O.toNullable(next);
      scans.latest = Math.max(scans.latest, scan);
      if (completesScan) scans.complete = Math.max(scans.complete, scan);
      return old;
    }),

  serviceFacts: (service) => TE.fromIO(() => O.fromNullable(memory.serviceFacts.get(service))),
  saveServiceFacts: (service, facts) => TE.fromIO(() => void memory.serviceFacts.set(service, facts)),

  hasSalesWithoutReferences: (platform) =>
    TE.fromIO(() => {
      const referenced = new Set([...(memory.references.get(pushedKey)?.values() ?? [])].flat().map(({ id }) => id));
      return [...memory.remote.keys()].some(
        (id) => id.startsWith(`${platform}:`) && saleIdWithin(id) === id && !referenced.has(id),
      );
    }),

  // In the order of their intents, which is the order of their confirmation but for a few that overtook one another.
  findNewestConfirmed: (limit) =>
    TE.fromIO(() =>
      [...memory.submissions.values()]
        .filter(({ status }) => status === 'confirmed')
        .reverse()
        .slice(0, limit)
        .map(({ id, name, remoteId }) => ({ id, name, remoteId })),
    ),

  findSentUnder: memoryFindSentUnder(memory),
  findListedUnder: memoryFindListedUnder(memory),

  findSent: (storefront, sourceId) =>
    TE.fromIO(() => {
      const ids = [...memory.submissions.values()]
        .filter((one) => one.storefront === storefront && one.sourceId === sourceId)
        .map(({ id }) => id);
      const runs = [...memory.runs.values()].filter(({ kind, dryRun }) => kind !== 'live' && !dryRun).reverse();
      return new Map(ids.map((id) => [id, runs.find((run) => memory.lines.get(run.id)?.has(id))?.id ?? null]));
    }),
});

/** The key of what was pushed or is about to be; a dry run's references are under its own id. */
const pushedKey = '';

/** An existing reference keeps its position: the order shows which was the earliest. */
const saveReference = ({ references }: Memory, key: string, reference: string, owner: SaleOwner): void => {
  const ofKey = references.get(key) ?? new Map<string, readonly SaleOwner[]>();
  const before = ofKey.get(reference) ?? [];
  if (!before.some(({ id }) => id === owner.id)) ofKey.set(reference, [...before, owner]);
  references.set(key, ofKey);
};

const findOwners = ({ references }: Memory, key: string, reference: string): readonly SaleOwner[] =>
  references.get(key)?.get(reference) ?? [];

/** A transaction that the service refused for good owns no sale. */
const deleteReferencesOf = ({ references }: Memory, id: string): void => {
  const ofPushed = references.get(pushedKey);
  for (const [reference, owners] of ofPushed ?? []) {
    ofPushed?.set(
      reference,
      owners.filter((owner) => owner.id !== id),
    );
  }
};
