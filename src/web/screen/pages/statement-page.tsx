import type { FC } from 'hono/jsx';
import type { SignOff } from '../../../domain/review-store.ts';
import type { Run } from '../../../domain/run.ts';
import { Page, type Setting } from '../page.tsx';
import { Table } from '../parts/table.tsx';
import type { Statement } from '../statement.ts';
import { statementSums } from '../statement-sums.ts';
import { count, grouped, jurisdictionLabel, momentLabel, money, monthLabel, salesLabel } from '../labels.ts';

interface StatementPageProps {
  readonly at: Setting;
  readonly run: Run;
  readonly signOff: SignOff;
  readonly statement: Statement;
}

/** What was signed, to be printed: it stays as it was at that moment. */
export const StatementPage: FC<StatementPageProps> = ({ at, run, signOff, statement }) => (
  <Page at={at} title="Statement">
    <h1>Statement of a historical sync</h1>
    <p>
      {signOff.by} has reviewed the sync of {run.storefronts.join(', ')} of {salesLabel(run)} and signed it off on{' '}
      <time datetime={signOff.at}>{momentLabel(signOff.at)}</time>.
    </p>
    {signOff.note === '' ? null : <p class="note">{signOff.note}</p>}
    <section class="card" aria-labelledby="counts">
      <h2 id="counts">Counts</h2>
      <dl class="facts">
        {Object.entries(statement.counts).map(([words, value]) => (
          <>
            <dt>{words}</dt>
            <dd>{count(value)}</dd>
          </>
        ))}
        <dt>run</dt>
        <dd>
          <code>{run.id}</code>
        </dd>
      </dl>
    </section>
    <section class="card" aria-labelledby="totals">
      <h2 id="totals">In the service</h2>
      <Table<Statement['totals'][number]>
        caption="Place by place and month by month"
        rows={statement.totals}
        columns={[
          { head: 'place', cell: ({ state }) => jurisdictionLabel(state) },
          { head: 'month', cell: ({ month }) => monthLabel(month) },
          { head: 'currency', cell: ({ currency }) => currency },
          { head: 'count', isNumber: true, cell: (line) => count(line.count) },
          { head: 'gross', isNumber: true, cell: ({ total }) => grouped(total) },
          { head: 'tax', isNumber: true, cell: ({ taxCollected }) => grouped(taxCollected) },
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
      <a href={at.links.run(run.id)}>Back to the report</a>
    </p>
  </Page>
);
