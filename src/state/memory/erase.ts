import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../core/inbox.ts';
import type { RunEntry } from '../../core/run.ts';
import type { Memory } from './memory.ts';

type IsMeant = (row: { readonly storefront: string; readonly sourceId: string }) => boolean;

const bare = (entry: RunEntry): RunEntry => ({
  ...entry,
  name: entry.sourceId,
  message: null,
  movements: entry.movements.map((movement) => ({ ...movement, message: '' })),
});

const holdsAnything = ({ name, sourceId, message, movements }: RunEntry): boolean =>
  name !== sourceId || message !== null || movements.some((movement) => movement.message !== '');

const erase = (memory: Memory, isMeant: IsMeant): number => {
  const erased = new Set<string>();
  const ids = new Set<string>();
  for (const entries of memory.entries.values()) {
    for (const [id, entry] of entries) {
      if (!isMeant(entry)) continue;
      ids.add(id);
      if (holdsAnything(entry)) erased.add(entry.sourceId);
      entries.set(id, bare(entry));
    }
  }
  for (const [id, sending] of memory.sendings) {
    if (!isMeant(sending)) continue;
    if (sending.body !== null || sending.name !== id) erased.add(sending.sourceId);
    memory.sendings.set(id, { ...sending, name: id, body: null });
  }
  for (const [index, resolution] of memory.resolutions.entries()) {
    // A note is a person's own text about one of these.
    const isAbout = [...ids].some((id) => resolution.id === id || resolution.id.startsWith(`${id}/`));
    if (isAbout) memory.resolutions[index] = { ...resolution, note: '', by: '' };
  }
  return erased.size;
};

const forget = <Row extends { readonly storefront: string }>(rows: Map<string, Row>, storefront: string): void => {
  for (const [key, row] of rows) if (row.storefront === storefront) rows.delete(key);
};

export const eraseFrom = (memory: Memory): Pick<Inbox, 'eraseRecords' | 'eraseStorefront'> => ({
  eraseRecords: (storefront, recordIds) =>
    TE.fromIO(() => {
      const wanted = new Set(recordIds);
      return erase(memory, (row) => row.storefront === storefront && wanted.has(row.sourceId));
    }),

  eraseStorefront: (storefront) =>
    TE.fromIO(() => {
      const count = erase(memory, (row) => row.storefront === storefront);
      forget(memory.bells, storefront);
      forget(memory.deliveries, storefront);
      memory.caughtUpTo.delete(storefront);
      return count;
    }),
});
