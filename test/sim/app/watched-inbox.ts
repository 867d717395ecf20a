import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { KeptSubmission, Store } from './store.ts';

type Kept = Pick<Store, 'submissions'>;

/** Of transactions that are pushed while their body is gone. */
const withoutBody = ({ status, body }: KeptSubmission): boolean => status === 'intent' && body === null;

const idsOf = (all: readonly KeptSubmission[]): ReadonlySet<string> => new Set(all.map(({ id }) => id));

/**
 * An observed inbox. Where a body is erased while its push is unconfirmed, what was sent becomes unknown; the process
 * may die before it learns of the erasure.
 */
export const watchedInbox = (inbox: Inbox, { submissions }: Kept, onErasedInDoubt: (id: string) => void): Inbox => {
  const watched =
    <A, Rest extends readonly unknown[]>(erase: (...all: Rest) => TE.TaskEither<A, number>) =>
    (...all: Rest): TE.TaskEither<A, number> =>
    async () => {
      const unconfirmed = submissions().filter(({ status, body }) => status === 'intent' && body !== null);
      const erased = await erase(...all)();
      const bodiless = idsOf(submissions().filter(({ body }) => body === null));
      for (const { id } of unconfirmed) if (bodiless.has(id)) onErasedInDoubt(id);
      return erased;
    };
  return { ...inbox, eraseRecords: watched(inbox.eraseRecords), eraseStorefront: watched(inbox.eraseStorefront) };
};

/** An observed store: what is pushed of an erased record has no body from the start, and is as unknown. */
export const watchedIntents = <Observed extends SyncStore>(
  store: Observed,
  { submissions }: Kept,
  onErasedInDoubt: (id: string) => void,
): Observed => ({
  ...store,
  saveIntents: (intents, at, fence) => async () => {
    const saved = await store.saveIntents(intents, at, fence)();
    const bodiless = idsOf(submissions().filter(withoutBody));
    for (const { id } of intents) if (bodiless.has(id)) onErasedInDoubt(id);
    return saved;
  },
});
