import type { FC } from 'hono/jsx';
import type { OutcomeTotal } from '../../../domain/review-store.ts';
import type { Links, Query } from '../links.ts';
import { currenciesOf } from '../currencies-of.ts';
import { isTold } from '../is-sent.ts';
import { addUp, groupBy, type Sum } from '../sums.ts';
import { count, jurisdictionLabel, money, monthLabel } from '../labels.ts';
import { largestOf, shareOf } from '../shares.ts';
import { Table } from './table.tsx';
import { usTiles } from './us-tiles.ts';

export type Measure = 'gross' | 'tax';

interface PlacesProps {
  readonly links: Links;
  readonly runId: string;
  readonly totals: readonly OutcomeTotal[];
  readonly measure: Measure;
  /** The one to show; the most frequent one when there is none of it. */
  readonly currency: string;
  readonly title: string;
}

const valueOf =
  (measure: Measure) =>
  (sum: Sum): bigint =>
    measure === 'gross' ? sum.total : sum.taxCollected;

/** Where and when it counts: a map, a table of places and a chart of months. */
export const Places: FC<PlacesProps> = ({ links, runId, totals, measure, currency: wanted, title }) => {
  const pushed = totals.filter(isTold);
  const currencies = currenciesOf(pushed);
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const shown = pushed.filter((one) => one.currency === currency);
  const places = groupBy(shown, ({ jurisdiction }) => jurisdiction);
  const months = groupBy(shown, ({ month }) => month);
  const value = valueOf(measure);
  const linkTo = (query: Query): string => links.of(runId, 'entries', query);
  const choose = (words: string, query: Query, isCurrent: boolean): unknown => (
    <a href={links.run(runId, query)} {...(isCurrent && { 'aria-current': 'true' })}>
      {words}
    </a>
  );
  if (shown.length === 0) return null;
  return (
    <section class="card" aria-labelledby="places">
      <div class="row spread">
        <h2 id="places">{title}</h2>
        <nav class="chips" aria-label="What is shown">
          {choose('Gross', { measure: 'gross', currency }, measure === 'gross')}
          {choose('Tax', { measure: 'tax', currency }, measure === 'tax')}
          {currencies.length < 2
            ? null
            : currencies.map((one) => choose(one, { measure, currency: one }, one === currency))}
        </nav>
      </div>
      <div class="grid">
        <div>
          <UsMap
            places={places.map(({ key, sum }) => ({ place: key, sum }))}
            currency={currency}
            valueOf={value}
            linkTo={(jurisdiction) => linkTo({ place: jurisdiction })}
          />
          <details>
            <summary>All places as a table</summary>
            <SumTable
              caption={`By place, in ${currency}`}
              head="place"
              currency={currency}
              valueOf={value}
              rows={places.map(({ key, sum }) => ({
                words: jurisdictionLabel(key),
                link: linkTo({ place: key }),
                sum,
              }))}
            />
          </details>
        </div>
        <SumTable
          caption={`By month, in ${currency}; months of each storefront’s own calendar`}
          head="month"
          currency={currency}
          valueOf={value}
          rows={months.map(({ key, sum }) => ({ words: monthLabel(key), link: linkTo({ month: key }), sum }))}
        />
      </div>
    </section>
  );
};

interface SumRow {
  readonly words: string;
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

/** A chart that is a table: one bar a row, and all of its numbers. */
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
        { head, cell: ({ words, link }) => <a href={link}>{words}</a> },
        { head: '', tone: 'bar', cell: ({ sum }) => <Bar share={shareOf(valueOf(sum), largest)} /> },
        { head: 'gross', isNumber, cell: ({ sum }) => money(currency, sum.total) },
        { head: 'tax', isNumber, cell: ({ sum }) => money(currency, sum.taxCollected) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
      ]}
    />
  );
};

/** A bar of so many thousandths of its cell. The number stands beside it; the policy allows no inline style. */
const Bar: FC<{ readonly share: number }> = ({ share }) => (
  <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share} height="10" rx="3" />
  </svg>
);

interface PlaceSum {
  readonly place: string;
  readonly sum: Sum;
}

interface UsMapProps {
  readonly places: readonly PlaceSum[];
  readonly currency: string;
  readonly valueOf: (sum: Sum) => bigint;
  readonly linkTo: (jurisdiction: string) => string;
}

/** Five steps, each about twice the one before: a few large states must not make all others look empty. */
const stepOf = (share: number): number => [1, 60, 125, 250, 500].filter((least) => share >= least).length;

/** Where it counts, as equal tiles. The table beside it holds the same numbers. */
const UsMap: FC<UsMapProps> = ({ places, currency, valueOf, linkTo }) => {
  const byPlace = new Map(places.map(({ place: jurisdiction, sum }) => [jurisdiction, sum]));
  const largest = largestOf(
    places.filter(({ place: jurisdiction }) => jurisdiction in usTiles).map(({ sum }) => valueOf(sum)),
  );
  return (
    <ul class="map" aria-label="States of the US">
      {Object.entries(usTiles).map(([state, [column, row]]) => {
        const sum = byPlace.get(state);
        const jurisdiction = `c${column} r${row}`;
        if (sum === undefined) {
          return (
            <li class={jurisdiction} aria-hidden="true">
              <span>{state}</span>
            </li>
          );
        }
        const words = `${state}: ${money(currency, valueOf(sum))} ${currency}`;
        return (
          <li class={jurisdiction}>
            <a
              class={`q${stepOf(shareOf(valueOf(sum), largest))}`}
              href={linkTo(state)}
              title={words}
              aria-label={words}
            >
              {state}
            </a>
          </li>
        );
      })}
    </ul>
  );
};
