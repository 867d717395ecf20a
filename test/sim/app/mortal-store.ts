import type * as TE from 'fp-ts/lib/TaskEither.js';
import { mapTasks } from '../../../src/pipeline/store-with-retry.ts';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { StoreError, SyncStore } from '../../../src/domain/sync-store.ts';
import type { MortalCall } from './mortal-calls.ts';

const by =
  (call: MortalCall) =>
  (name: string, task: () => Promise<unknown>): (() => Promise<unknown>) =>
    call(name, task as TE.TaskEither<StoreError, unknown>);

/** The sync database as one process reaches it. */
export const mortalStore = (store: SyncStore, call: MortalCall): SyncStore =>
  mapTasks(store, { tasks: ['remoteIndexState'], kept: ['close'] }, by(call));

/** The inbox as one process reaches it. */
export const mortalInbox = (inbox: Inbox, call: MortalCall): Inbox =>
  mapTasks(inbox, { tasks: ['state', 'knownStorefronts', 'unfinishedRuns', 'purge'], kept: [] }, by(call));
