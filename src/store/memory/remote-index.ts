import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SyncStore } from '../../domain/sync-store.ts';
import { type Memory, saveSeen } from './memory.ts';

export const memoryRemoteIndex = (memory: Memory): Pick<SyncStore, 'remoteIndexState' | 'saveRemoteIndexPage'> => ({
  remoteIndexState: TE.fromIO(() => {
    const { latest, complete, cursor } = memory.scans;
    return { scan: latest, isComplete: complete > 0, cursor: O.fromNullable(cursor) };
  }),

  saveRemoteIndexPage: ({ scan, transactions, next, completesScan }) =>
    TE.fromIO(() => {
      const { scans, remote } = memory;
      const isOld = ({ id }: { readonly id: string }): boolean => {
        const seen = remote.get(id);
        return seen !== undefined && seen.scan > 0 && seen.scan <= scans.complete;
      };
      const old = transactions.filter(isOld).length;
      for (const { id, name, shown } of transactions) saveSeen(memory, id, { name, shown, scan });
      // A page of a walk that is over, or that a later one has overtaken, moves no cursor.
      if (scan >= scans.latest && scan > scans.complete) scans.cursor = O.toNullable(next);
      scans.latest = Math.max(scans.latest, scan);
      if (completesScan) scans.complete = Math.max(scans.complete, scan);
      return old;
    }),
});

export const memoryServiceFacts = (memory: Memory): Pick<SyncStore, 'serviceFacts' | 'saveServiceFacts'> => ({
  serviceFacts: (service) => TE.fromIO(() => O.fromNullable(memory.serviceFacts.get(service))),
  saveServiceFacts: (service, facts) => TE.fromIO(() => void memory.serviceFacts.set(service, facts)),
});
