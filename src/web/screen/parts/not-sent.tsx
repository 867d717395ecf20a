/** Sales that are not sent, and therefore in no sum of a threshold. */
import type { FC } from 'hono/jsx';
import type { NotSentOfState } from '../../../reconcile/thresholds/not-sent.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { count, grouped, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { type Column, Table } from './table.tsx';
import { stateName } from './us-map.tsx';

interface NotSentProps {
  readonly notSent: readonly NotSentOfState[];
  readonly links: Pick<Links, 'needsYou'>;
  /** Whether the list is about a single state, whose name is then not repeated. Default: no. */
  readonly isOfOne?: boolean;
}

export const NotSent: FC<NotSentProps> = ({ notSent, links, isOfOne = false }) => {
  if (notSent.length === 0) return null;
  const isNumber = true;
  const waiting = notSent.reduce((sum, one) => sum + (one.status === 'waiting' ? one.count : 0), 0);
  const state: Column<NotSentOfState> = {
    head: 'state',
    tone: '',
    cell: (one) => (one.state === null ? 'Not known' : stateName(one.state)),
  };
  return (
    <>
      {waiting === 0 ? null : (
        <p class="small">
          {plural(waiting, 'sale is', 'sales are')} on hold or failed. <a href={links.needsYou()}>Decide on them</a>
        </p>
      )}
      <Table<NotSentOfState>
        caption="Sales that are not sent, by reason; on all days that are known"
        rows={notSent}
        columns={[
          ...(isOfOne ? [] : [state]),
          { head: 'reason', tone: '', cell: ({ reason }) => reasonTitle(reason) },
          { head: 'status', cell: (one) => (one.status === 'waiting' ? 'On hold or failed' : 'Skipped') },
          { head: 'sales', isNumber, cell: (one) => count(one.count) },
          {
            ...{ head: 'with tax', isNumber },
            cell: ({ total, currency }) => (currency === null ? 'not known' : `${grouped(total)} ${currency}`),
          },
        ]}
      />
    </>
  );
};
