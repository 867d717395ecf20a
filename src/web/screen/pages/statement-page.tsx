import type { FC } from 'hono/jsx';
import type { SignOff } from '../../../domain/review-store.ts';
import type { Run } from '../../../domain/run.ts';
import {
  count,
  grouped,
  jurisdictionLabel,
  momentLabel,
  money,
  monthLabel,
  outcomeLabel,
  salesLabel,
} from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { Facts, Table } from '../parts/table.tsx';
import { type Statement, statementSums } from '../statement.ts';

interface StatementPageProps {
  readonly page: PageContext;
  readonly run: Run;
  readonly signOff: SignOff;
  readonly statement: Statement;
}

/** Stored counts that have another label than their key. */
const countLabels: ReadonlyMap<string, string> = new Map([
  ['succeeded', outcomeLabel.succeeded],
  ['already present', outcomeLabel.alreadyPresent],
  ['held', outcomeLabel.held],
]);

/** A signed statement, to be printed. It never changes. */
export const StatementPage: FC<StatementPageProps> = ({ page, run, signOff, statement }) => (
  <Page page={page} title="Statement">
    <h1>Statement of a historical sync</h1>
    <p>
      {signOff.by} reviewed the sync of {run.storefronts.join(', ')}, {salesLabel(run)}, and signed it off on{' '}
      <time datetime={signOff.at}>{momentLabel(signOff.at)}</time>.
    </p>
    {signOff.note === '' ? null : <p class="note">{signOff.note}</p>}
    <section class="card" aria-labelledby="counts">
      <h2 id="counts">Counts</h2>
      <Facts
        facts={[
          ...Object.entries(statement.counts).map(
            ([name, value]) => [countLabels.get(name) ?? name, count(value)] as const,
          ),
          ['run', <code>{run.id}</code>],
        ]}
      />
    </section>
    <section class="card" aria-labelledby="totals">
      <h2 id="totals">In the service</h2>
      <Table<Statement['totals'][number]>
        caption="By jurisdiction and month"
        rows={statement.totals}
        columns={[
          { head: 'jurisdiction', cell: ({ state }) => jurisdictionLabel(state) },
          { head: 'month', cell: ({ month }) => monthLabel(month) },
          { head: 'currency', cell: ({ currency }) => currency },
          { head: 'count', isNumber: true, cell: (line) => count(line.count) },
          { head: 'gross sales', isNumber: true, cell: ({ total }) => grouped(total) },
          { head: 'tax collected', isNumber: true, cell: ({ taxCollected }) => grouped(taxCollected) },
        ]}
        foot={statementSums(statement).map((sum) => [
          'all',
          '',
          sum.currency,
          count(sum.count),
          money(sum.currency, sum.total),
          money(sum.currency, sum.taxCollected),
        ])}
      />
    </section>
    <p class="noprint">
      <a href={page.links.run(run.id)}>Back to the report</a>
    </p>
  </Page>
);
