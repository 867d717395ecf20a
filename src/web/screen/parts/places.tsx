import type { FC } from 'hono/jsx';
import type { OutcomeTotal } from '../../../domain/review-store.ts';
import type { Links, Query } from '../links.ts';
import { currenciesOf } from '../currencies-of.ts';
import { isTold } from '../is-told.ts';
import { groupBy, type Sum } from '../sums.ts';
import { jurisdictionWords, monthWords } from '../words.ts';
import { SumTable } from './sum-table.tsx';
import { UsMap } from './us-map.tsx';

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
            linkTo={(place) => linkTo({ place })}
          />
          <details>
            <summary>All places as a table</summary>
            <SumTable
              caption={`By place, in ${currency}`}
              head="place"
              currency={currency}
              valueOf={value}
              rows={places.map(({ key, sum }) => ({
                words: jurisdictionWords(key),
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
          rows={months.map(({ key, sum }) => ({ words: monthWords(key), link: linkTo({ month: key }), sum }))}
        />
      </div>
    </section>
  );
};
