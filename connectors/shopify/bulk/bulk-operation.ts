import * as t from 'io-ts';
import { maybe } from '../records/maybe.ts';

/** Shopify writes whole numbers of 64 bits as texts. */
const count = t.union([t.string, t.number], 'count');

/** A bulk operation as Shopify describes it. The status is open: what is not known here is waited for. */
export const BulkOperation = t.intersection(
  [
    t.type({ id: t.string, status: t.string }),
    t.partial({
      createdAt: maybe(t.string),
      objectCount: maybe(count),
      rootObjectCount: maybe(count),
      fileSize: maybe(count),
      url: maybe(t.string),
    }),
  ],
  'BulkOperation',
);
export type BulkOperation = t.TypeOf<typeof BulkOperation>;
