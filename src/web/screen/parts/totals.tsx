import type { FC } from 'hono/jsx';
import type { OutcomeTotal, RefundTotal } from '../../../domain/review-store.ts';
import { count, jurisdictionLabel, money, monthLabel } from '../labels.ts';
import type { Links, Query } from '../links.ts';
import { addUp, currenciesOf, groupBy, isSent, largestOf, shareOf, type Sum } from '../sums.ts';
import { Table, type Column } from './table.tsx';
import { addReportedTax, type ReportedTax } from '../../../domain/run.ts';

export type Measure = 'gross' | 'tax';

interface JurisdictionsProps {
  readonly links: Links;
  readonly runId: string;
  readonly totals: readonly OutcomeTotal[];
  readonly measure: Measure;
  /** The currency to show. Without totals in it, the most frequent one is shown. */
  readonly currency: string;
  readonly title: string;
}

/** Sent sales by jurisdiction and month: a map, a table and a chart. */
export const Jurisdictions: FC<JurisdictionsProps> = ({ links, runId, totals, measure, currency: wanted, title }) => {
  const sent = totals.filter(isSent);
  const currencies = currenciesOf(sent);
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const shown = sent.filter((one) => one.currency === currency);
  if (shown.length === 0) return null;
  const jurisdictions = groupBy(shown, ({ jurisdiction }) => jurisdiction);
  const months = groupBy(shown, ({ month }) => month);
  const valueOf = (sum: Sum): bigint => (measure === 'gross' ? sum.total : sum.taxCollected);
  const linkTo = (query: Query): string => links.runPage(runId, 'entries', query);
  const choice = (label: string, query: Query, isCurrent: boolean): unknown => (
    <a href={links.run(runId, query)} {...(isCurrent && { 'aria-current': 'true' })}>
      {label}
    </a>
  );
  return (
    <section class="card" aria-labelledby="places">
      <div class="row spread">
        <h2 id="places">{title}</h2>
        <nav class="chips" aria-label="What is shown">
          {choice('Gross sales', { measure: 'gross', currency }, measure === 'gross')}
          {choice('Tax collected', { measure: 'tax', currency }, measure === 'tax')}
          {currencies.length < 2
            ? null
            : currencies.map((one) => choice(one, { measure, currency: one }, one === currency))}
        </nav>
      </div>
      <div class="grid">
        <div>
          <UsMap
            sums={new Map(jurisdictions.map(({ key, sum }) => [key, sum]))}
            currency={currency}
            valueOf={valueOf}
            linkTo={(place) => linkTo({ place })}
          />
          <details>
            <summary>Show as table</summary>
            <SumTable
              caption={`By jurisdiction, in ${currency}`}
              head="jurisdiction"
              currency={currency}
              valueOf={valueOf}
              rows={jurisdictions.map(({ key, sum }) => ({
                label: jurisdictionLabel(key),
                link: linkTo({ place: key }),
                sum,
              }))}
            />
          </details>
        </div>
        <SumTable
          caption={`By month, in ${currency}, in each storefront’s time zone`}
          head="month"
          currency={currency}
          valueOf={valueOf}
          rows={months.map(({ key, sum }) => ({ label: monthLabel(key), link: linkTo({ month: key }), sum }))}
        />
      </div>
    </section>
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
  readonly valueOf: (sum: Sum) => bigint;
}

const SumTable: FC<SumTableProps> = ({ caption, head, currency, rows, valueOf }) => {
  const largest = largestOf(rows.map(({ sum }) => valueOf(sum)));
  const all = addUp(rows.map(({ sum }) => sum));
  const isNumber = true;
  return (
    <Table<SumRow>
      caption={caption}
      rows={rows}
      foot={[['all', '', money(currency, all.total), money(currency, all.taxCollected), count(all.count)]]}
      columns={[
        { head, cell: ({ label, link }) => <a href={link}>{label}</a> },
        { head: '', tone: 'bar', cell: ({ sum }) => <Bar share={shareOf(valueOf(sum), largest)} /> },
        { head: 'gross sales', isNumber, cell: ({ sum }) => money(currency, sum.total) },
        { head: 'tax', isNumber, cell: ({ sum }) => money(currency, sum.taxCollected) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
      ]}
    />
  );
};

/** A bar in thousandths of its cell, as SVG, because the security policy allows no inline style. */
const Bar: FC<{ readonly share: number }> = ({ share }) => (
  <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share} height="10" rx="3" />
  </svg>
);

/** Equal tiles, so that a small state is as visible as a large one. */
const tiles = `
AK .  .  .  .  .  .  .  .  .  ME
.  .  .  .  .  .  .  .  .  VT NH
WA ID MT ND MN IL WI MI NY RI MA
OR NV WY SD IA IN OH PA NJ CT .
CA UT CO NE MO KY WV VA MD DE .
.  AZ NM KS AR TN NC SC DC .  .
.  .  .  OK LA MS AL GA .  .  .
HI .  .  TX .  .  .  .  FL .  .`
  .trim()
  .split('\n')
  .flatMap((line, row) =>
    line
      .split(/ +/)
      .map((state, column) => ({ state, position: `c${column + 1} r${row + 1}` }))
      .filter(({ state }) => state !== '.'),
  );

interface UsMapProps {
  readonly sums: ReadonlyMap<string, Sum>;
  readonly currency: string;
  readonly valueOf: (sum: Sum) => bigint;
  readonly linkTo: (jurisdiction: string) => string;
}

/** Five steps, each about twice the one before: a few large states must not make all others look empty. */
const stepOf = (share: number): number => [1, 60, 125, 250, 500].filter((minShare) => share >= minShare).length;

/** The US as a map. The table beside it holds the same numbers. */
const UsMap: FC<UsMapProps> = ({ sums, currency, valueOf, linkTo }) => {
  const largest = largestOf(tiles.flatMap(({ state }) => sums.get(state) ?? []).map(valueOf));
  return (
    <ul class="map" aria-label="States of the US">
      {tiles.map(({ state, position }) => {
        const sum = sums.get(state);
        if (sum === undefined) {
          return (
            <li class={position} aria-hidden="true">
              <span>{state}</span>
            </li>
          );
        }
        const label = `${state}: ${money(currency, valueOf(sum))} ${currency}`;
        const step = stepOf(shareOf(valueOf(sum), largest));
        return (
          <li class={position}>
            <a class={`q${step}`} href={linkTo(state)} title={label} aria-label={label}>
              {state}
            </a>
          </li>
        );
      })}
    </ul>
  );
};

interface MonthAndJurisdictionProps {
  readonly caption: string;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** Lists the transactions of a row. */
  readonly linkTo: (query: Query) => string;
  /** Where the service shows the transactions of a row; null if it has no such page. */
  readonly reviewAt: (row: { readonly state: string; readonly month: string }) => string | null;
}

interface Row {
  readonly month: string;
  readonly jurisdiction: string;
  readonly currency: string;
  readonly sum: Sum;
  readonly present: number;
  readonly refunded: bigint;
  readonly reported: ReportedTax | undefined;
}

const isPresent = ({ outcome }: OutcomeTotal): boolean => outcome === 'alreadyPresent' || outcome === 'succeeded';

const keyOf = ({ month, jurisdiction, currency }: Pick<Row, 'month' | 'jurisdiction' | 'currency'>): string =>
  `${month} ${jurisdiction} ${currency}`;

const rowsOf = (totals: readonly OutcomeTotal[], refunds: readonly RefundTotal[]): readonly Row[] => {
  const refunded = new Map(refunds.map((refund) => [keyOf(refund), refund.amount]));
  return groupBy(totals, keyOf).flatMap(({ key, sum, parts }) =>
    parts.slice(0, 1).map(({ month, jurisdiction, currency }) => ({
      month,
      jurisdiction,
      currency,
      sum,
      present: addUp(parts.filter(isPresent)).count,
      refunded: refunded.get(key) ?? 0n,
      reported: parts.reduce<ReportedTax | undefined>((all, one) => addReportedTax(all, one.reportedTax), undefined),
    })),
  );
};

/** Shown only for transactions for which the service reports a tax. Nothing is inferred for the others. */
const reportedTaxColumns: readonly Column<Row>[] = [
  {
    head: 'tax reported by the service',
    isNumber: true,
    cell: ({ currency, reported }) => (reported === undefined ? '' : money(currency, reported.reported)),
  },
  {
    head: 'difference',
    isNumber: true,
    cell: ({ currency, reported }) =>
      reported === undefined ? '' : money(currency, reported.reported - reported.collected),
  },
];

/** By month and jurisdiction: what would be sent, what the service already holds, and what was refunded later. */
export const MonthAndJurisdiction: FC<MonthAndJurisdictionProps> = ({ caption, totals, refunds, linkTo, reviewAt }) => {
  const isNumber = true;
  const rows = rowsOf(totals, refunds);
  const linkOf = ({ jurisdiction: state, month }: Row): string | null => reviewAt({ state, month });
  const reviewColumn: Column<Row> = {
    head: 'in the service',
    cell: (row) => (
      <a
        href={linkOf(row) ?? ''}
        rel="noreferrer"
        aria-label={`Review ${jurisdictionLabel(row.jurisdiction)} ${monthLabel(row.month)}`}
      >
        Review
      </a>
    ),
  };
  return (
    <Table<Row>
      caption={caption}
      rows={rows}
      columns={[
        { head: 'month', cell: ({ month }) => monthLabel(month) },
        {
          head: 'jurisdiction',
          cell: ({ jurisdiction, month }) => (
            <a href={linkTo({ place: jurisdiction, month })}>{jurisdictionLabel(jurisdiction)}</a>
          ),
        },
        { head: 'currency', cell: ({ currency }) => currency },
        { head: 'gross sales', isNumber, cell: ({ currency, sum }) => money(currency, sum.total) },
        { head: 'tax collected', isNumber, cell: ({ currency, sum }) => money(currency, sum.taxCollected) },
        ...(rows.some(({ reported }) => reported !== undefined) ? reportedTaxColumns : []),
        { head: 'refunded later', isNumber, cell: ({ currency, refunded }) => money(currency, refunded) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
        { head: 'already in the service', isNumber, cell: ({ present }) => count(present) },
        ...(rows.some((row) => linkOf(row) !== null) ? [reviewColumn] : []),
      ]}
    />
  );
};
