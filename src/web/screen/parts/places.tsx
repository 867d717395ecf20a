/** The page of a run that shows where and when it sold: sales and tax by state and month, in one currency. */
import type { FC } from 'hono/jsx';
import { monthReviewLink } from '../../../reconcile/review-link.ts';
import { count, jurisdictionLabel, money, monthLabel, plural } from '../labels.ts';
import type { Query } from '../links.ts';
import { percent, rateOf } from '../rates.ts';
import { addUp, currencySums, groupBy, isSent, largestOf, shareOf, type Sum } from '../sums.ts';
import { MonthChart } from './month-chart.tsx';
import type { RunPageProps } from './report-content.tsx';
import { type CountedMonth, CountedMonths } from './counted-months.tsx';
import { Bar, type Column, Table } from './table.tsx';
import { MonthAndJurisdiction } from './totals.tsx';
import { stateName, UsMap } from './us-map.tsx';

/** The choices in the page's address. */
export interface PlacesQuery {
  readonly measure: 'gross' | 'tax';
  /** If no total has this currency, the most frequent currency is shown. */
  readonly currency: string;
  /** A jurisdiction; all when empty. */
  readonly state: string;
}

export const readPlacesQuery = (one: (name: string) => string): PlacesQuery => ({
  measure: one('measure') === 'tax' ? 'tax' : 'gross',
  currency: one('currency').slice(0, 10),
  state: one('state').slice(0, 20),
});

/** With a state chosen, only its months. */
export const PlacesContent: FC<
  RunPageProps & {
    readonly query: PlacesQuery;
    readonly counted: readonly CountedMonth[];
    readonly seesAll: boolean;
  }
> = ({
  page: { links },
  view: { run, totals, refunds, reviewUrl },
  query: { measure, currency: wanted, state },
  counted,
  seesAll,
}) => {
  const sent = totals.filter((total) => isSent(total) && (state === '' || total.jurisdiction === state));
  const currencies = currencySums(sent);
  const { currency, ...sum } = currencies.find((one) => one.currency === wanted) ??
    currencies[0] ?? { currency: '', ...addUp([]) };
  const linkTo = (change: Query): string => links.runPage(run.id, 'places', { measure, currency, state, ...change });
  const shown = sent.filter((one) => one.currency === currency);
  if (shown.length === 0)
    return (
      <p class="note">
        {run.dryRun ? 'No sales would be sent' : 'No sales are in the service'}
        {state === '' ? '' : ` of ${stateName(state)}`}.
      </p>
    );
  const others = currencies.filter((one) => one.currency !== currency);
  const listOf = (change: Query): string => links.runPage(run.id, 'lines', change);
  const months = groupBy(shown, ({ month }) => month).map(({ key, sum: ofMonth }) => ({ month: key, sum: ofMonth }));
  const choice = (label: string, change: Query, isCurrent: boolean): unknown => (
    <a href={linkTo(change)} {...(isCurrent && { 'aria-current': 'true' })}>
      {label}
    </a>
  );
  return (
    <>
      <section class="card" aria-labelledby="places">
        <div class="row spread">
          <h2 id="places">
            {state === '' ? (run.dryRun ? 'In the service after a sync' : 'In the service') : stateName(state)}
          </h2>
          <nav class="chips" aria-label="What is shown">
            {state === '' ? null : <a href={linkTo({ state: '' })}>All states</a>}
            {state === '' ? choice('Total with tax', { measure: 'gross' }, measure === 'gross') : null}
            {state === '' ? choice('Tax collected', { measure: 'tax' }, measure === 'tax') : null}
            {currencies.length < 2
              ? null
              : currencies.map((one) => choice(one.currency, { currency: one.currency }, one.currency === currency))}
          </nav>
        </div>
        <Numbers currency={currency} sum={sum} />
        {others.length === 0 ? null : (
          <p class="soft small">
            {plural(addUp(others).count, 'sale is in another currency', 'sales are in other currencies')}, not part of
            these numbers: {others.map((one) => `${one.currency} ${count(one.count)}`).join(', ')}.
          </p>
        )}
        {state === '' ? (
          <>
            <ByState sales={shown} currency={currency} measure={measure} linkTo={(place) => linkTo({ state: place })} />
            {seesAll ? (
              <p class="below">
                <a href={links.nexus()}>How near each state’s threshold you are</a>
              </p>
            ) : null}
          </>
        ) : null}
      </section>
      <section class="card" aria-labelledby="months">
        <h2 id="months">By month</h2>
        <MonthChart months={months} currency={currency} />
        {state === '' ? (
          <SumTable
            caption={`By month, in ${currency}, in each storefront’s time zone`}
            head="month"
            currency={currency}
            rows={months.map((one) => ({
              label: monthLabel(one.month),
              link: listOf({ month: one.month }),
              sum: one.sum,
            }))}
          />
        ) : (
          <MonthAndJurisdiction
            caption="By month; each leads to its sales"
            totals={shown}
            refunds={refunds}
            linkTo={listOf}
            reviewAt={(row) => (run.dryRun ? null : monthReviewLink(reviewUrl, row, run.range))}
          />
        )}
      </section>
      {state !== '' || run.dryRun ? null : <CountedMonths links={links} run={run} months={counted} />}
    </>
  );
};

const Numbers: FC<{ readonly currency: string; readonly sum: Sum }> = ({ currency, sum }) => (
  <dl class="numbers">
    {(
      [
        ['total with tax', `${money(currency, sum.total)} ${currency}`],
        ['tax collected', `${money(currency, sum.taxCollected)} ${currency}`],
        ['effective rate', percent(rateOf(sum)) || 'none'],
        ['transactions', count(sum.count)],
      ] as const
    ).map(([label, value]) => (
      <div>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface ByStateProps {
  readonly sales: readonly (Sum & { readonly jurisdiction: string })[];
  readonly currency: string;
  readonly measure: PlacesQuery['measure'];
  /** The page of a state's months. */
  readonly linkTo: (jurisdiction: string) => string;
}

const ByState: FC<ByStateProps> = ({ sales, currency, measure, linkTo }) => {
  const states = groupBy(sales, ({ jurisdiction }) => jurisdiction);
  const valueOf = ({ total, taxCollected }: Sum): bigint => (measure === 'gross' ? total : taxCollected);
  return (
    <>
      <UsMap
        sums={new Map(states.map(({ key, sum }) => [key, sum]))}
        currency={currency}
        valueOf={valueOf}
        linkTo={linkTo}
      />
      <details>
        <summary>Show as table, with other countries</summary>
        <SumTable
          caption={`By jurisdiction, in ${currency}`}
          head="jurisdiction"
          currency={currency}
          barOf={valueOf}
          rows={states.map(({ key, sum }) => ({ label: jurisdictionLabel(key), link: linkTo(key), sum }))}
        />
      </details>
    </>
  );
};

interface SumRow {
  readonly label: string;
  readonly link: string;
  readonly sum: Sum;
}

interface SumTableProps {
  readonly caption: string;
  readonly head: string;
  readonly currency: string;
  readonly rows: readonly SumRow[];
  /** What a bar shows; default no bars. */
  readonly barOf?: (sum: Sum) => bigint;
}

const SumTable: FC<SumTableProps> = ({ caption, head, currency, rows, barOf }) => {
  const all = addUp(rows.map(({ sum }) => sum));
  const isNumber = true;
  const foot = [
    'all',
    money(currency, all.total),
    money(currency, all.taxCollected),
    percent(rateOf(all)),
    count(all.count),
  ];
  const largest = barOf === undefined ? 0n : largestOf(rows.map(({ sum }) => barOf(sum)));
  const bars: readonly Column<SumRow>[] =
    barOf === undefined
      ? []
      : [{ head: '', tone: 'bar', cell: ({ sum }) => <Bar share={shareOf(barOf(sum), largest)} /> }];
  return (
    <Table<SumRow>
      caption={caption}
      rows={rows}
      foot={[barOf === undefined ? foot : [...foot.slice(0, 1), '', ...foot.slice(1)]]}
      columns={[
        { head, cell: ({ label, link }) => <a href={link}>{label}</a> },
        ...bars,
        { head: 'total with tax', isNumber, cell: ({ sum }) => money(currency, sum.total) },
        { head: 'tax', isNumber, cell: ({ sum }) => money(currency, sum.taxCollected) },
        { head: 'rate', isNumber, cell: ({ sum }) => percent(rateOf(sum)) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
      ]}
    />
  );
};
