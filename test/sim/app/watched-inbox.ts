import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { Memory } from '../../../src/store/memory/memory.ts';

/**
 * An observed inbox. Where a body is erased while its push is unconfirmed, what was sent becomes unknown; the process
 * may die before it learns of the erasure.
 */
export const watchedInbox = (inbox: Inbox, memory: Memory, onErasedInDoubt: (id: string) => void): Inbox => {
  const watched =
    <A, Rest extends readonly unknown[]>(erase: (...all: Rest) => TE.TaskEither<A, number>) =>
    (...all: Rest): TE.TaskEither<A, number> =>
    async () => {
      const unconfirmed = [...memory.submissions.values()].filter(
        ({ status, body }) => status === 'intent' && body !== null,
      );
      const erased = await erase(...all)();
      for (const { id } of unconfirmed) if (memory.submissions.get(id)?.body === null) onErasedInDoubt(id);
      return erased;
    };
  return { ...inbox, eraseRecords: watched(inbox.eraseRecords), eraseStorefront: watched(inbox.eraseStorefront) };
};

/** An observed store: what is pushed of an erased record has no body from the start, and is as unknown. */
export const watchedIntents = <Store extends SyncStore>(
  store: Store,
  memory: Memory,
  onErasedInDoubt: (id: string) => void,
): Store => ({
  ...store,
  saveIntents: (intents, at, fence) => async () => {
    const saved = await store.saveIntents(intents, at, fence)();
    for (const { id } of intents) {
      const submission = memory.submissions.get(id);
      if (submission?.status === 'intent' && submission.body === null) onErasedInDoubt(id);
    }
    return saved;
  },
});
