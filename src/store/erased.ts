/**
 * What an erasure keeps of a customer's record, and how lines and listed transactions that arrive later are recognized as erased.
 * Pure.
 */
import { digestOf } from '../domain/fields.ts';
import type { ReportLine } from '../domain/run.ts';
import type { RemoteTransaction, ShownFields } from '../domain/sync-store.ts';
import { textKey } from '../mapping/comparison.ts';
import { idPrefixesOf } from './store-rules.ts';

/**
 * The digest that replaces a name at an erasure. A listed transaction is still found by it, and its row is known to be erased.
 */
export const erasedNameOf = (name: string): string => (isErasedName(name) ? name : `erased-${digestOf(textKey(name))}`);

export const isErasedName = (name: string | null): boolean => name !== null && /^erased-[0-9a-f]{64}$/.test(name);

/** Removes the ZIP code from what the service shows. */
export const withoutZip = (shown: ShownFields | null): ShownFields | null => {
  if (shown?.['zip'] === undefined) return shown;
  const { zip: _, ...rest } = shown;
  return rest;
};

/** A listed transaction after its record was erased. */
export const erasedTransaction = ({ id, name, shown }: RemoteTransaction): RemoteTransaction => ({
  id,
  name: name === null ? null : erasedNameOf(name),
  shown: withoutZip(shown),
});

/** A report line after its record was erased. */
export const erasedLine = (line: ReportLine): ReportLine => ({
  ...line,
  name: line.sourceId,
  message: null,
  ...(line.detail !== undefined && { detail: { ...line.detail, zip: null } }),
  adjustments: line.adjustments.map((adjustment) => ({ ...adjustment, message: '' })),
});

/** A row that belongs to a record: a line, an intent, an audit record. */
export interface RecordRow {
  readonly id: string;
  readonly storefront: string;
  readonly sourceId: string;
}

/**
 * What the database remembers of an erasure: the record, the storefront for which it was requested, and the prefixes of that
 * shop's transaction ids. An empty `sourceId` means the whole storefront at that time; records that are read later are not
 * affected.
 */
export interface ErasedRecord {
  readonly sourceId: string;
  readonly storefront: string;
  readonly prefixes: readonly string[];
}

/** Whether a row belongs to one of these records, even under another storefront, such as an imported file. */
export const isErasedRow =
  (erased: readonly ErasedRecord[]) =>
  ({ id, storefront, sourceId }: RecordRow): boolean =>
    erased.some(
      (one) =>
        one.sourceId === sourceId &&
        (one.storefront === storefront || one.prefixes.some((prefix) => id.startsWith(prefix))),
    );

/**
 * The record ids that a listed transaction may belong to: the third part of an id that we made, otherwise each word of the name.
 */
export const recordIdsIn = ({ id, name }: Pick<RemoteTransaction, 'id' | 'name'>): readonly string[] =>
  isOurs(id) ? id.split(':').slice(2, 3) : (name ?? '').split(' ');

/** Whether a listed transaction belongs to one of these records, or to an erased storefront. */
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

const isOurs = (id: string): boolean => idPrefixesOf([id]).length > 0;
