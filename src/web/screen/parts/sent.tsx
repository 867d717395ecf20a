/** Shows together what was sent about one sale: the sale, its later changes, and their reversals. */
import type { FC } from 'hono/jsx';
import type { SentOfRecord } from '../../../reconcile/sent-of-record.ts';
import { momentIn } from '../labels.ts';
import { Table } from './table.tsx';

interface SentProps {
  readonly sent: readonly SentOfRecord[];
  /** IANA; undefined while unknown. */
  readonly timeZone: string | undefined;
}

/** Nothing for fewer than two transactions. */
export const SentOfSale: FC<SentProps> = ({ sent, timeZone }) =>
  sent.length < 2 ? null : (
    <section class="card" aria-labelledby="sent">
      <h2 id="sent">All that was sent of it</h2>
      <Table<SentOfRecord>
        caption="By their own dates"
        rows={sent}
        columns={[
          { head: 'what', cell: ({ what }) => what },
          {
            head: 'date',
            tone: '',
            cell: ({ transactedAt }) => (transactedAt === null ? '' : momentIn(timeZone, transactedAt)),
          },
          { head: 'total', isNumber: true, cell: ({ total, currency }) => `${total ?? ''} ${currency ?? ''}` },
          { head: 'tax', isNumber: true, cell: ({ taxCollected }) => taxCollected ?? '' },
          { head: 'status', tone: '', cell: ({ status }) => status },
          { head: 'id', tone: '', cell: ({ id }) => <code>{id}</code> },
        ]}
      />
    </section>
  );
