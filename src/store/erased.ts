import { digestOf } from '../domain/fields.ts';
import type { ReportLine } from '../domain/run.ts';
import type { RemoteTransaction, ShownFields } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { idPrefixesOf } from './store-rules.ts';

/** A name as it is kept after an erasure: a transaction of the service's list is still found by it, and its row is known as erased. */
export const erasedNameOf = (name: string): string => (isErasedName(name) ? name : `erased-${digestOf(textKey(name))}`);

export const isErasedName = (name: string | null): boolean => name !== null && /^erased-[0-9a-f]{64}$/.test(name);

/** What an erasure leaves of what the service shows. Pure. */
export const withoutZip = (shown: ShownFields | null): ShownFields | null => {
  if (shown?.['zip'] === undefined) return shown;
  const { zip: _, ...rest } = shown;
  return rest;
};

/** What is kept of a listed transaction of an erased record. Pure. */
export const erasedTransaction = ({ id, name, shown }: RemoteTransaction): RemoteTransaction => ({
  id,
  name: name === null ? null : erasedNameOf(name),
  shown: withoutZip(shown),
});

/** What is kept of a report line of an erased record. Pure. */
export const erasedLine = (line: ReportLine): ReportLine => ({
  ...line,
  name: line.sourceId,
  message: null,
  ...(line.detail !== undefined && { detail: { ...line.detail, zip: null } }),
  adjustments: line.adjustments.map((adjustment) => ({ ...adjustment, message: '' })),
});

/** A row of a record: a line, an intent, an audit record. */
export interface RecordRow {
  readonly id: string;
  readonly storefront: string;
  readonly sourceId: string;
}

/**
 * What an erasure remembers: the record, of the storefront that it was asked for, and how the ids begin of that shop's transactions.
 * An empty `sourceId` is the whole storefront, as it was then: it says nothing about what is read later.
 */
export interface ErasedRecord {
  readonly sourceId: string;
  readonly storefront: string;
  readonly prefixes: readonly string[];
}

/** Whether a row is of one of these records, also under another storefront, such as an imported file. Pure. */
export const isErasedRow =
  (erased: readonly ErasedRecord[]) =>
  ({ id, storefront, sourceId }: RecordRow): boolean =>
    erased.some(
      (one) =>
        one.sourceId === sourceId &&
        (one.storefront === storefront || one.prefixes.some((prefix) => id.startsWith(prefix))),
    );

/** The ids of records that a listed transaction may be of: our ids have it in the third place, our names as a word. Pure. */
export const recordIdsIn = ({ id, name }: Pick<RemoteTransaction, 'id' | 'name'>): readonly string[] =>
  isOurs(id) ? id.split(':').slice(2, 3) : (name ?? '').split(' ');

const isOurs = (id: string): boolean => idPrefixesOf([id]).length > 0;

/** Whether the service's list shows a transaction of one of these records, or of an erased storefront. Pure. */
export const isErasedTransaction =
  (erased: readonly ErasedRecord[]) =>
  (transaction: Pick<RemoteTransaction, 'id' | 'name'>): boolean => {
    const recordIds = recordIdsIn(transaction);
    const isOf = (prefixes: readonly string[]): boolean => prefixes.some((prefix) => transaction.id.startsWith(prefix));
    return erased.some(({ sourceId, prefixes }) =>
      sourceId === ''
        ? isOf(prefixes)
        : recordIds.includes(sourceId) && (prefixes.length === 0 || !isOurs(transaction.id) || isOf(prefixes)),
    );
  };
