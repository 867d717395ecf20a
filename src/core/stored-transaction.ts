import * as t from 'io-ts';

/**
 * A transaction as the service shows it, in our names of the fields. Tolerant: only `id` is certain, every other field may be
 * missing, and fields that we do not know may be added.
 */
export const StoredTransaction = t.intersection(
  [t.type({ id: t.string }), t.partial({ name: t.union([t.string, t.null]) }), t.UnknownRecord],
  'StoredTransaction',
);
export type StoredTransaction = t.TypeOf<typeof StoredTransaction>;
