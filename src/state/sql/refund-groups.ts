import { type RawBuilder, sql } from 'kysely';
import type { RefundTotal } from '../../core/review-book.ts';
import { addRefunds } from '../add-refunds.ts';
import { countOf } from './count-of.ts';
import { long, runOf, short, sumOf } from './exact-sums.ts';
import type { Transaction } from './in-transaction.ts';

interface RefundSum extends Pick<RefundTotal, 'currency' | 'jurisdiction' | 'month'> {
  readonly count: number;
  readonly amount: string;
  readonly long_amount: string | null;
}

const refundSums = (runId: string): RawBuilder<RefundSum> => sql`
  select movement.currency as currency, jurisdiction, month, count(*) as count,
    ${short('amount')} as amount, ${long('amount')} as long_amount
  from movement join entry on entry.run = movement.run and entry.place = movement.place
  where movement.run = ${runOf(runId)} and movement.kind = 'refund' and sent = 0
    and jurisdiction is not null and month is not null
  group by movement.currency, jurisdiction, month, ${long('amount')}`;

/** The refunds of a run's sales that were not told, summed by the database. */
export const refundGroups = async (transaction: Transaction, runId: string): Promise<readonly RefundTotal[]> => {
  const { rows } = await refundSums(runId).execute(transaction);
  return addRefunds(
    rows.map(({ long_amount, ...row }) => {
      const count = countOf(row.count);
      return { ...row, count, amount: sumOf(count, row.amount, long_amount) };
    }),
  );
};
