import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Known, Owner, PageCommit, Presence, RecordBook, Sending } from '../../core/record-book.ts';
import type { Outcome } from '../../core/run.ts';
import { textKey } from '../../mapping/comparison.ts';
import { lostClaims } from '../lost-claims.ts';
import { noSuchRun, takenOver } from '../run-errors.ts';
import { isHeld } from './is-held.ts';
import { type Memory, noteSeen } from './memory.ts';
import { forgetReferencesOf, noteReference, ownersOf, told } from './references.ts';

const checkpointKey = (runId: string, storefront: string, window: string): string =>
  JSON.stringify([runId, storefront, window]);

const settle = (memory: Memory, { id, status, digest, remoteId, shown }: PageCommit['settled'][number]): void => {
  const sending = memory.sendings.get(id);
  // Confirmed is final: no later doubt takes back what the service has said.
  if (sending === undefined || sending.status === 'confirmed') return;
  memory.sendings.set(id, {
    ...sending,
    status,
    digest: digest ?? sending.digest,
    body: null,
    remoteId: sending.remoteId ?? remoteId ?? null,
  });
  if (status === 'refused') forgetReferencesOf(memory, id);
  // Of names, the service's own word counts.
  const presentId = remoteId ?? id;
  if (status === 'confirmed') {
    const name = memory.present.get(presentId)?.name ?? sending.name;
    noteSeen(memory, presentId, { name, shown: shown ?? null, walk: 0 });
  }
};

const knownOf = ({ id, status, digest, body, remoteId, savedAt, attemptedAt }: Sending): Sending => ({
  id,
  status,
  digest,
  body,
  remoteId,
  savedAt,
  attemptedAt,
});

const presenceIn = ({ present }: Memory, id: string): Presence | undefined => {
  const seen = present.get(id);
  return seen === undefined ? undefined : { id, name: seen.name, shown: seen.shown };
};

const lookUp = (memory: Memory, runId: string, wanted: Parameters<RecordBook['lookUp']>[1]): Known => {
  const sendings = new Map<string, Sending>();
  const presentIds = new Map<string, Presence>();
  const presentNames = new Map<string, Presence>();
  const settledInRun = new Map<string, Outcome>();
  const owners = new Map<string, readonly Owner[]>();
  for (const { id, name, references = [] } of wanted) {
    const sending = memory.sendings.get(id);
    if (sending !== undefined) {
      sendings.set(id, knownOf(sending));
    }
    // Where the service has it under an id of its own, it stands as it is there.
    const present = presenceIn(memory, sending?.remoteId ?? id) ?? presenceIn(memory, id);
    if (present !== undefined) presentIds.set(id, present);
    const named = [...(memory.idsByName.get(textKey(name)) ?? [])].sort().map((one) => presenceIn(memory, one));
    const first = named.find((one) => one?.shown != null) ?? named[0];
    if (first !== undefined) presentNames.set(name, first);
    const entry = memory.entries.get(runId)?.get(id);
    if (entry !== undefined) settledInRun.set(id, entry.outcome);
    for (const reference of references) {
      const keys = new Set([told, runId]);
      const all = [...keys].flatMap((key) => ownersOf(memory, key, reference));
      if (all.length > 0) owners.set(reference, all);
    }
  }
  return { sendings, presentIds, presentNames, settledInRun, owners };
};

export const pages = (
  memory: Memory,
): Pick<RecordBook, 'checkpoint' | 'lookUp' | 'saveIntents' | 'noteAttempt' | 'commitPage'> => ({
  checkpoint: (runId, storefront, window) =>
    TE.fromIO(() => {
      const at = memory.checkpoints.get(checkpointKey(runId, storefront, window));
      return { cursor: O.fromNullable(at?.cursor), done: at?.done ?? false };
    }),

  lookUp: (runId, wanted) => TE.fromIO(() => lookUp(memory, runId, wanted)),

  saveIntents: (intents, at, hold) =>
    TE.fromIOEither(() => {
      if (hold !== undefined && !isHeld(memory, hold)) return E.left(takenOver(hold.storefront));
      const lost = lostClaims(intents, (reference) => ownersOf(memory, told, reference));
      const fresh = new Set<string>();
      const earlier = new Map<string, Sending>();
      for (const { id, name, digest, body, storefront, sourceId, references } of intents) {
        if (lost.has(id)) continue;
        for (const reference of references) noteReference(memory, told, reference, { storefront, id });
        const before = memory.sendings.get(id);
        if (before !== undefined && before.status !== 'refused' && before.status !== 'conflict') {
          if (!fresh.has(id)) earlier.set(id, knownOf(before));
          continue;
        }
        fresh.add(id);
        memory.sendings.set(id, {
          id,
          name,
          storefront,
          sourceId,
          status: 'intent',
          digest,
          body,
          remoteId: null,
          savedAt: at,
          attemptedAt: null,
        });
      }
      return E.right({ claimed: lost, earlier });
    }),

  noteAttempt: (id, since, at) =>
    TE.fromIO(() => {
      const sending = memory.sendings.get(id);
      if (sending === undefined) return O.none;
      if (sending.status === 'confirmed' || sending.attemptedAt !== since) return O.some(knownOf(sending));
      memory.sendings.set(id, { ...sending, attemptedAt: at });
      return O.none;
    }),

  commitPage: ({ runId, storefront, checkpoint, entries, references, settled }, _at, hold) =>
    TE.fromIOEither(() => {
      const ofRun = memory.entries.get(runId);
      if (ofRun === undefined) return E.left(noSuchRun(runId));
      if (hold !== undefined && !isHeld(memory, hold)) return E.left(takenOver(hold.storefront));
      for (const entry of entries) ofRun.set(entry.id, entry);
      for (const { reference, id, isTold } of references) {
        noteReference(memory, isTold ? told : runId, reference, { storefront, id });
      }
      for (const one of settled) settle(memory, one);
      if (checkpoint !== null) {
        memory.checkpoints.set(checkpointKey(runId, storefront, checkpoint.window), {
          cursor: O.toNullable(checkpoint.next),
          done: O.isNone(checkpoint.next),
        });
      }
      return E.right(undefined);
    }),
});
