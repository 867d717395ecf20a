import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { LaneBook } from '../../core/lane-book.ts';
import type { LaneRow } from '../lane-schema.ts';
import { countOf } from './count-of.ts';
import { reading, writing } from './in-transaction.ts';
import type { SqlBook } from './sql-book.ts';

export const lane = (book: SqlBook): LaneBook => ({
  pausedUntil: reading(book, async (transaction) => {
    const row = await transaction.selectFrom('lane').select('paused_until').executeTakeFirst();
    return E.right(countOf(row?.paused_until ?? 0));
  }),

  pauseUntil: (until, mostAhead) =>
    writing(book, async (transaction) => {
      const at = Math.ceil(until);
      await sql`
        insert into lane (one, paused_until, next_turn) values (1, ${at}, 0)
        on conflict (one) do update set paused_until =
          case when lane.paused_until < excluded.paused_until or lane.paused_until > ${at + mostAhead}
            then excluded.paused_until else lane.paused_until end
        `.execute(transaction);
      return E.right(undefined);
    }),

  takeTurns: ({ now, count, interval, mostAhead }) =>
    writing(book, async (transaction) => {
      const length = Math.ceil(count * interval);
      const { rows } = await sql<Pick<LaneRow, 'next_turn'>>`
        insert into lane (one, paused_until, next_turn) values (1, 0, ${Math.ceil(now) + length})
        on conflict (one) do update set next_turn =
          case when lane.next_turn + ${length} < excluded.next_turn or lane.next_turn > ${Math.ceil(now + mostAhead)}
            then excluded.next_turn else lane.next_turn + ${length} end
        returning next_turn`.execute(transaction);
      return E.right(countOf(rows[0]?.next_turn ?? 0) - length);
    }),
});
