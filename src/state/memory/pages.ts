import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Known, type PageCommit, type Presence, type RecordBook, type Sending } from '../../core/record-book.ts';
import { type Outcome } from '../../core/run.ts';
import { noSuchRun } from '../run-errors.ts';
import { type Memory, noteSeen } from './memory.ts';

const checkpointKey = (runId: string, storefront: string, window: string): string =>
  JSON.stringify([runId, storefront, window]);

const settle = (memory: Memory, { id, status }: PageCommit['settled'][number]): void => {
  const sending = memory.sendings.get(id);
  // Confirmed is final: no later doubt takes back what the service has said.
  if (sending === undefined || sending.status === 'confirmed') return;
  memory.sendings.set(id, { ...sending, status, body: status === 'confirmed' ? null : sending.body });
  // Of names, the service's own word counts.
  if (status === 'confirmed') noteSeen(memory, id, { name: memory.present.get(id)?.name ?? sending.name, walk: 0 });
};

const lookUp = (
  memory: Memory,
  runId: string,
  wanted: readonly { readonly id: string; readonly name: string }[],
): Known => {
  const sendings = new Map<string, Sending>();
  const presentIds = new Map<string, Presence>();
  const presentNames = new Map<string, Presence>();
  const settledInRun = new Map<string, Outcome>();
  for (const { id, name } of wanted) {
    const sending = memory.sendings.get(id);
    if (sending !== undefined) {
      sendings.set(id, { id, status: sending.status, digest: sending.digest, body: sending.body });
    }
    const seen = memory.present.get(id);
    if (seen !== undefined) presentIds.set(id, { id, name: seen.name });
    const [first] = [...(memory.idsByName.get(name) ?? [])].sort();
    if (first !== undefined) presentNames.set(name, { id: first, name });
    const entry = memory.entries.get(runId)?.get(id);
    if (entry !== undefined) settledInRun.set(id, entry.outcome);
  }
  return { sendings, presentIds, presentNames, settledInRun };
};

export const pages = (memory: Memory): Pick<RecordBook, 'checkpoint' | 'lookUp' | 'saveIntents' | 'commitPage'> => ({
  checkpoint: (runId, storefront, window) =>
    TE.fromIO(() => {
      const at = memory.checkpoints.get(checkpointKey(runId, storefront, window));
      return { cursor: O.fromNullable(at?.cursor), done: at?.done ?? false };
    }),

  lookUp: (runId, wanted) => TE.fromIO(() => lookUp(memory, runId, wanted)),

  saveIntents: (intents) =>
    TE.fromIO(() => {
      for (const { id, name, digest, body } of intents) {
        const before = memory.sendings.get(id);
        if (before !== undefined && before.status !== 'refused') continue;
        memory.sendings.set(id, { id, name, status: 'intent', digest, body });
      }
    }),

  commitPage: ({ runId, storefront, checkpoint, entries, settled }) =>
    TE.fromIOEither(() => {
      const ofRun = memory.entries.get(runId);
      if (ofRun === undefined) return E.left(noSuchRun(runId));
      for (const entry of entries) ofRun.set(entry.id, entry);
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
