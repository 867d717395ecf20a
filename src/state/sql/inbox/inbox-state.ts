import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { Inbox } from '../../../core/inbox.ts';
import { instantOfMilliseconds } from '../../../core/instant.ts';
import { countOf } from '../count-of.ts';
import { reading } from '../in-transaction.ts';
import type { SqlBook } from '../sql-book.ts';

interface StateRow {
  readonly storefront: string;
  readonly due: number;
  readonly later: number;
  readonly parked: number;
  readonly oldest: number | null;
}

const counted = sql<StateRow>`
  select storefront,
    sum(case when parked = 0 and attempts = 0 then 1 else 0 end) as due,
    sum(case when parked = 0 and attempts > 0 then 1 else 0 end) as later,
    sum(parked) as parked,
    min(case when parked = 0 and attempts = 0 then first_rung_at end) as oldest
  from bell group by storefront order by storefront`;

export const inboxState = (book: SqlBook): Inbox['state'] =>
  reading(book, async (transaction) => {
    const { rows } = await counted.execute(transaction);
    return E.right(
      rows.map(({ storefront, due, later, parked, oldest }) => ({
        storefront,
        due: countOf(due),
        later: countOf(later),
        parked: countOf(parked),
        oldest: oldest === null ? null : instantOfMilliseconds(countOf(oldest)),
      })),
    );
  });
