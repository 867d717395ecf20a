import * as E from 'fp-ts/lib/Either.js';
import type { Bell, Inbox } from '../../../core/inbox.ts';
import { instantOfMilliseconds } from '../../../core/instant.ts';
import { longestPutOff } from '../../../core/longest-put-off.ts';
import { mostSkew } from '../../../core/most-skew.ts';
import type { BellRow } from '../../inbox-schema.ts';
import { countOf } from '../count-of.ts';
import { reading, type Transaction, writing } from '../in-transaction.ts';
import type { SqlBook } from '../sql-book.ts';

const toBell = (row: BellRow): Bell => ({
  storefront: row.storefront,
  recordId: row.record_id,
  isDeletion: row.is_deletion === 1,
  rings: countOf(row.rings),
  attempts: countOf(row.attempts),
  firstRungAt: instantOfMilliseconds(countOf(row.first_rung_at)),
});

type Claim = Parameters<Inbox['claim']>[1];

interface Wanted extends Pick<Claim, 'now' | 'until' | 'limit'> {
  readonly takes: boolean;
}

type IsDue = readonly ['<=' | '>', number];

const freeRows = (
  transaction: Transaction,
  storefront: string,
  [operator, at]: IsDue,
  { now, until, limit, takes }: Wanted,
): Promise<readonly BellRow[]> =>
  transaction
    .selectFrom('bell')
    .selectAll()
    .where('storefront', '=', storefront)
    .where('parked', '=', 0)
    .where('due_at', operator, at)
    // The opposite of `isLeased`.
    .where((bell) => bell.or([bell('claim_until', '<=', now), bell('claim_until', '>', until + mostSkew)]))
    .orderBy('due_at')
    .orderBy('record_id')
    .limit(limit)
    .$if(takes, (query) => query.forUpdate().skipLocked())
    .execute();

/** Two questions, because with "or" between them the index would not know where to look. */
const dueRows = async (transaction: Transaction, storefront: string, wanted: Wanted): Promise<readonly BellRow[]> => {
  const due = await freeRows(transaction, storefront, ['<=', wanted.now], wanted);
  return due.length > 0 ? due : freeRows(transaction, storefront, ['>', wanted.now + longestPutOff + mostSkew], wanted);
};

export const claim =
  (book: SqlBook): Inbox['claim'] =>
  (storefront, { now, until, owner, limit }) =>
  async () => {
    // Mostly there is nothing, and a transaction that only reads keeps nobody else waiting.
    const waiting = await reading(book, async (transaction) =>
      E.right(await dueRows(transaction, storefront, { now, until, limit: 1, takes: false })),
    )();
    if (E.isLeft(waiting) || waiting.right.length === 0) return E.map(() => [])(waiting);
    return writing(book, async (transaction) => {
      const rows = await dueRows(transaction, storefront, { now, until, limit, takes: book.engine.takesRows });
      const ids = rows.map(({ record_id }) => record_id);
      if (ids.length > 0) {
        await transaction
          .updateTable('bell')
          .set({ claim_owner: owner, claim_until: until })
          .where('storefront', '=', storefront)
          .where('record_id', 'in', ids)
          .execute();
      }
      return E.right(rows.map(toBell));
    })();
  };
