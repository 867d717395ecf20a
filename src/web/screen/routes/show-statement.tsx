/** The statement that a person signed: counts and totals of a sync as they were then, to be printed. It never changes. */
import { Page } from '../page.tsx';
import { count, grouped, jurisdictionLabel, money, monthLabel, outcomeLabel, salesLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import { Facts, Table } from '../parts/table.tsx';
import { sendMessage, sendPage, withRun } from '../responses.tsx';
import type { Statement } from '../../../operations/statement.ts';
import { statementSums } from '../sums.ts';

/** Stored counts that have another label than their key. */
const countLabels: ReadonlyMap<string, string> = new Map([
  ['succeeded', outcomeLabel.succeeded],
  ['already present', outcomeLabel.alreadyPresent],
  ['held', outcomeLabel.held],
]);

/** `GET /runs/<id>/statement?number=1` */
export const showStatement = withRun(async (context, run) => {
  const signOffs = await context.var.taxNexus.historicalSync.signOffs(run.id);
  const signOff = signOffs[Number(context.req.query('number') ?? '1') - 1];
  const statement = signOff?.statement ?? null;
  if (signOff === undefined || statement === null) {
    return sendMessage(context, 'Statement not found', 'The run has no sign-off with this number.', 404);
  }
  const { page } = context.var;
  return sendPage(
    context,
    <Page page={page} title="Statement">
      <h1>Statement of a historical sync</h1>
      <p>
        {signOff.by} reviewed the sync of {run.storefronts.join(', ')}, {salesLabel(run)}, and signed it off on{' '}
        <Moment at={signOff.at} />.
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
            { head: 'total with tax', isNumber: true, cell: ({ total }) => grouped(total) },
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
    </Page>,
  );
});
