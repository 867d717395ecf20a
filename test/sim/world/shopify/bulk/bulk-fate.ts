/** What can become of a bulk operation. */
export const bulkFates = [
  'query refused',
  'fails half way',
  'runs out of time',
  'is cancelled',
  'is expired',
  'loses lines',
  'ends inside a line',
  'is not grouped',
  'address expires',
  'strange address',
  'takes long',
] as const;

/** Undefined: it completes, and its result is as announced. */
export type BulkFate = (typeof bulkFates)[number] | undefined;
