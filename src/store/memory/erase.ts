import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox } from '../../domain/inbox.ts';
import type { ReportLine } from '../../domain/run.ts';
import type { Memory } from './memory.ts';

interface ErasureScope {
  readonly storefront: string;
  /** Null: all of the storefront. */
  readonly recordIds: ReadonlySet<string> | null;
}

const withoutPersonalData = (line: ReportLine): ReportLine => ({
  ...line,
  name: line.sourceId,
  message: null,
  adjustments: line.adjustments.map((adjustment) => ({ ...adjustment, message: '' })),
});

const holdsAnything = ({ name, sourceId, message, adjustments }: ReportLine): boolean =>
  name !== sourceId || message !== null || adjustments.some((adjustment) => adjustment.message !== '');

/** Whether a note names a record, whether or not any run has looked at it: `shopify:1:5012:refund:901/0a1b2c3d` names 5012. */
const namesRecord = (id: string, recordIds: ReadonlySet<string>): boolean => {
  const record = id.split(':').slice(2).join(':');
  return [...recordIds].some((one) => record === one || record.startsWith(`${one}:`) || record.startsWith(`${one}/`));
};

const eraseScope = (memory: Memory, { storefront, recordIds }: ErasureScope): number => {
  const isInScope = (row: { readonly storefront: string; readonly sourceId: string }): boolean =>
    row.storefront === storefront && (recordIds?.has(row.sourceId) ?? true);
  const erased = new Set<string>();
  const ids = new Set<string>();
  for (const lines of memory.lines.values()) {
    for (const [id, line] of lines) {
      if (!isInScope(line)) continue;
      ids.add(id);
      if (holdsAnything(line)) erased.add(line.sourceId);
      lines.set(id, withoutPersonalData(line));
    }
  }
  for (const [id, submission] of memory.submissions) {
    if (!isInScope(submission)) continue;
    if (submission.body !== null || submission.name !== id) erased.add(submission.sourceId);
    memory.submissions.set(id, { ...submission, name: id, body: null });
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

const deleteStorefrontRows = <Row extends { readonly storefront: string }>(
  rows: Map<string, Row>,
  storefront: string,
): void => {
  for (const [key, row] of rows) if (row.storefront === storefront) rows.delete(key);
};

export const memoryErasure = (memory: Memory): Pick<Inbox, 'eraseRecords' | 'eraseStorefront' | 'purge'> => ({
  eraseRecords: (storefront, recordIds) =>
    TE.fromIO(() => eraseScope(memory, { storefront, recordIds: new Set(recordIds) })),

  eraseStorefront: (storefront) =>
    TE.fromIO(() => {
      const count = eraseScope(memory, { storefront, recordIds: null });
      deleteStorefrontRows(memory.resyncRequests, storefront);
      deleteStorefrontRows(memory.deliveries, storefront);
      memory.caughtUpTo.delete(storefront);
      return count;
    }),

  purge: TE.right(true),
});
