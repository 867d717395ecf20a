import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../core/inbox.ts';
import type { RunEntry } from '../../core/run.ts';
import type { Memory } from './memory.ts';

interface Scope {
  readonly storefront: string;
  /** Null: all of the storefront. */
  readonly recordIds: ReadonlySet<string> | null;
}

const bare = (entry: RunEntry): RunEntry => ({
  ...entry,
  name: entry.sourceId,
  message: null,
  movements: entry.movements.map((movement) => ({ ...movement, message: '' })),
});

const holdsAnything = ({ name, sourceId, message, movements }: RunEntry): boolean =>
  name !== sourceId || message !== null || movements.some((movement) => movement.message !== '');

/** Whether a note names a record, whether or not any run has looked at it: `shopify:1:5012:refund:901/0a1b2c3d` names 5012. */
const namesRecord = (id: string, recordIds: ReadonlySet<string>): boolean => {
  const record = id.split(':').slice(2).join(':');
  return [...recordIds].some((one) => record === one || record.startsWith(`${one}:`) || record.startsWith(`${one}/`));
};

const erase = (memory: Memory, { storefront, recordIds }: Scope): number => {
  const isMeant = (row: { readonly storefront: string; readonly sourceId: string }): boolean =>
    row.storefront === storefront && (recordIds?.has(row.sourceId) ?? true);
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
    if (resolution.storefront !== storefront) continue;
    // A note is a person's own text about one of these.
    const isAbout =
      recordIds === null ||
      namesRecord(resolution.id, recordIds) ||
      [...ids].some((id) => resolution.id === id || resolution.id.startsWith(`${id}/`));
    if (isAbout) memory.resolutions[index] = { ...resolution, note: '', by: '' };
  }
  return erased.size;
};

const forget = <Row extends { readonly storefront: string }>(rows: Map<string, Row>, storefront: string): void => {
  for (const [key, row] of rows) if (row.storefront === storefront) rows.delete(key);
};

export const eraseFrom = (memory: Memory): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge'> => ({
  eraseRecords: (storefront, recordIds) =>
    TE.fromIO(() => erase(memory, { storefront, recordIds: new Set(recordIds) })),

  eraseStorefront: (storefront) =>
    TE.fromIO(() => {
      const count = erase(memory, { storefront, recordIds: null });
      forget(memory.bells, storefront);
      forget(memory.deliveries, storefront);
      memory.caughtUpTo.delete(storefront);
      return count;
    }),

  purge: TE.right(true),
});
