import type { FC } from 'hono/jsx';
import type { SignOff } from '../../../core/review-book.ts';
import type { Run } from '../../../core/run.ts';
import { Page, type Setting } from '../page.tsx';
import type { Statement } from '../statement.ts';
import { count, dayWords, momentWords, monthWords } from '../words.ts';

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
      {signOff.by} has reviewed the sync of {run.storefronts.join(', ')} from {dayWords(run.range.from)} to{' '}
      {dayWords(run.range.to)} and signed it off on <time datetime={signOff.at}>{momentWords(signOff.at)}</time>.
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
      <table>
        <thead>
          <tr>
            <th scope="col">month</th>
            <th scope="col">place</th>
            <th scope="col">currency</th>
            <th scope="col" class="num">
              count
            </th>
            <th scope="col" class="num">
              gross
            </th>
            <th scope="col" class="num">
              tax
            </th>
          </tr>
        </thead>
        <tbody>
          {statement.totals.map(({ month, state, currency, count: number, total, taxCollected }) => (
            <tr>
              <td class="nowrap">{monthWords(month)}</td>
              <td>{state}</td>
              <td>{currency}</td>
              <td class="num">{count(number)}</td>
              <td class="num">{total}</td>
              <td class="num">{taxCollected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    <p class="noprint">
      <a href={at.links.run(run.id)}>Back to the report</a>
    </p>
  </Page>
);
