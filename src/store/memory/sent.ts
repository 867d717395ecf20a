import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SentTransaction } from '../../domain/sent.ts';
import type { RemoteTransaction, SyncStore } from '../../domain/sync-store.ts';
import { textKey } from '../../mapping/comparison.ts';
import type { Memory } from './memory.ts';

export const memoryFindSentUnder =
  (memory: Memory): SyncStore['findSentUnder'] =>
  (saleIds) =>
    TE.fromIO(() => {
      const all = new Map<string, SentTransaction>();
      for (const [id, { name, shown }] of memory.remote)
        all.set(id, { id, name, status: 'listed', savedAt: null, shown });
      for (const { id, name, status, savedAt, remoteId } of memory.submissions.values()) {
        all.set(id, { id, name, status, savedAt, shown: memory.remote.get(remoteId ?? id)?.shown ?? null });
      }
      const found = new Map<string, readonly SentTransaction[]>();
      // Of two sales of which one's id begins with the other's, the longer one has it.
      for (const sale of [...new Set(saleIds)].toSorted((a, b) => b.length - a.length)) {
        const under = [...all.values()].filter(({ id }) => id.startsWith(`${sale}:`)).toSorted(byId);
        for (const { id } of under) all.delete(id);
        if (under.length > 0) found.set(sale, under);
      }
      return found;
    });

export const memoryFindListedUnder =
  (memory: Memory): SyncStore['findListedUnder'] =>
  (saleNames) =>
    TE.fromIO(() => {
      const keys = saleNames.map(textKey).filter((key) => key !== '');
      const isUnder = ({ name }: RemoteTransaction): boolean =>
        keys.some((key) => name === key || name?.startsWith(`${key}-`) === true);
      const all = [...memory.remote].map(([id, { name, shown }]): RemoteTransaction => ({ id, name, shown }));
      return all.filter(isUnder).toSorted(byId);
    });

const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
