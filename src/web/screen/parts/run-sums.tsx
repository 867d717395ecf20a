/** The page of a run that accounts for every record: the two sums that always hold, the reasons, the currencies, and files. */
import type { FC } from 'hono/jsx';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { monthReviewLink } from '../../../reconcile/review-link.ts';
import { count, money, plural } from '../labels.ts';
import type { Query } from '../links.ts';
import { countAll } from '../../../domain/run.ts';
import { currencySums, isSent, newestMonths } from '../sums.ts';
import { ConsideredSum } from './progress.tsx';
import { percent, rateOf } from '../rates.ts';
import type { RunPageProps } from './report-content.tsx';
import { Table } from './table.tsx';
import { MonthAndJurisdiction } from './totals.tsx';

/** A limit on the page only: three years of all states would be most of its size. */
const maxCompared = 600;

export const SumsContent: FC<RunPageProps> = ({ page: { links }, view }) => {
  const { run, report, totals, refunds, reviewUrl } = view;
  const { dryRun, attempted, succeeded, alreadyPresent, failed, considered, skipped } = report;
  const linkTo = (query: Query): string => links.runPage(run.id, 'lines', query);
  const sent = totals.filter(isSent);
  const compared = newestMonths(sent, maxCompared);
  return (
    <>
      <section class="card" aria-labelledby="identities">
        <h2 id="identities">Where every record is</h2>
        <ConsideredSum
          considered={considered}
          attempted={attempted}
          skipped={countAll(skipped)}
          held={countAll(report.held)}
          planned={skipped['would be sent'] ?? 0}
          older={report.olderSales}
        />
        <p class="soft">
          {count(attempted)} attempted = {count(succeeded)} sent + {count(alreadyPresent)} already in the service +{' '}
          {count(failed)} failed
        </p>
        <Reasons title="On hold" counts={report.held} linkTo={(reason) => linkTo({ outcome: 'held', reason })} />
        <Reasons
          title="Skipped, no action needed"
          counts={Object.fromEntries(Object.entries(skipped).filter(([reason]) => reason !== 'would be sent'))}
          linkTo={(reason) => linkTo({ outcome: 'skipped', reason })}
        />
      </section>
      <Currencies view={view} />
      <section class="card" aria-labelledby="compare">
        <h2 id="compare">By month and state</h2>
        {compared.length === sent.length ? null : (
          <p class="note">
            The newest months of {plural(sent.length, 'line')}. The report (JSON) below has all of them.
          </p>
        )}
        {compared.length === 0 ? (
          <p class="soft">No sales {dryRun ? 'would be sent' : 'are in the service'}.</p>
        ) : (
          <MonthAndJurisdiction
            caption="Each leads to its sales"
            totals={compared}
            refunds={refunds}
            linkTo={linkTo}
            reviewAt={(row) => (dryRun ? null : monthReviewLink(reviewUrl, row, run.range))}
          />
        )}
        <p>
          <a href={linkTo({ moved: 'yes' })}>Refunds and later changes</a>
        </p>
      </section>
      <section class="card" aria-labelledby="files">
        <h2 id="files">Downloads</h2>
        <ul class="plain reasons">
          <li>
            <a href={links.runPage(run.id, 'lines.csv')}>All transactions (CSV)</a>
          </li>
          {dryRun ? null : (
            <li>
              <a href={links.runPage(run.id, 'lines.csv', { outcome: 'succeeded' })}>Sent by this run (CSV)</a>
              <span class="soft small">for undoing the run in the service</span>
            </li>
          )}
          <li>
            <a href={links.runPage(run.id, 'report.json')}>Report (JSON)</a>
          </li>
          {dryRun || run.kind === 'live' ? null : (
            <li>
              <a href={links.period({ ...run.range })}>Statement and files for your accountant</a>
              <span class="soft small">of all that was sent of these days, as CSV, XLSX or JSON</span>
            </li>
          )}
        </ul>
      </section>
    </>
  );
};

type CurrencyRow = ReturnType<typeof currencySums>[number];

/** What is in the service, by currency. */
const Currencies: FC<Pick<RunPageProps, 'view'>> = ({ view: { run, totals } }) => {
  const isNumber = true;
  return (
    <section class="card" aria-labelledby="currencies">
      <h2 id="currencies">{run.dryRun ? 'In the service after a sync' : 'In the service'}</h2>
      <Table<CurrencyRow>
        caption="By currency, never added up"
        rows={currencySums(totals)}
        columns={[
          { head: 'currency', cell: ({ currency }) => currency },
          { head: 'total with tax', isNumber, cell: ({ currency, total }) => money(currency, total) },
          { head: 'tax collected', isNumber, cell: ({ currency, taxCollected }) => money(currency, taxCollected) },
          { head: 'effective rate', isNumber, cell: (sum) => percent(rateOf(sum)) },
          { head: 'count', isNumber, cell: (sum) => count(sum.count) },
        ]}
      />
    </section>
  );
};

interface ReasonsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly linkTo: (reason: string) => string;
}

/** How many records were skipped or held, by reason, with a list for each. */
const Reasons: FC<ReasonsProps> = ({ title, counts, linkTo }) => {
  const reasons = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return (
    <section class="aside" aria-label={title}>
      <h3>
        {title} <span class="soft">{count(countAll(counts))}</span>
      </h3>
      {reasons.length === 0 ? (
        <span class="soft small">none</span>
      ) : (
        <ul class="plain chips">
          {reasons.map(([reason, number]) => (
            <li>
              <a href={linkTo(reason)}>
                {reasonTitle(reason)} <b>{count(number)}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
