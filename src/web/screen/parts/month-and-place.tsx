import type { FC } from 'hono/jsx';
import type { OutcomeTotal, RefundTotal } from '../../../core/review-book.ts';
import type { Query } from '../links.ts';
import { addUp, groupBy, type Sum } from '../sums.ts';
import { count, jurisdictionWords, money, monthWords } from '../words.ts';
import { Table } from './table.tsx';

interface MonthAndPlaceProps {
  readonly caption: string;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** Where the transactions of a line are listed. */
  readonly linkTo: (query: Query) => string;
}

interface Line {
  readonly month: string;
  readonly place: string;
  readonly currency: string;
  readonly sum: Sum;
  readonly present: number;
  readonly refunded: bigint;
}

const isPresent = ({ outcome }: OutcomeTotal): boolean => outcome === 'alreadyPresent' || outcome === 'succeeded';

type Keyed = Pick<OutcomeTotal, 'month' | 'jurisdiction' | 'currency'>;

const keyOf = ({ month, jurisdiction, currency }: Keyed): string => `${month} ${jurisdiction} ${currency}`;

const linesOf = (totals: readonly OutcomeTotal[], refunds: readonly RefundTotal[]): readonly Line[] => {
  const refunded = new Map(refunds.map((refund) => [keyOf(refund), refund.amount]));
  return groupBy(totals, keyOf).flatMap(({ key, sum, parts }) =>
    parts.slice(0, 1).map(({ month, jurisdiction: place, currency }) => ({
      month,
      place,
      currency,
      sum,
      present: addUp(parts.filter(isPresent)).count,
      refunded: refunded.get(key) ?? 0n,
    })),
  );
};

/** Month by month and place by place: what would be told, what is there already, and what went back afterwards. */
export const MonthAndPlace: FC<MonthAndPlaceProps> = ({ caption, totals, refunds, linkTo }) => {
  const isNumber = true;
  return (
    <Table<Line>
      caption={caption}
      rows={linesOf(totals, refunds)}
      columns={[
        { head: 'month', cell: ({ month }) => monthWords(month) },
        {
          head: 'place',
          cell: ({ place, month }) => <a href={linkTo({ place, month })}>{jurisdictionWords(place)}</a>,
        },
        { head: 'currency', cell: ({ currency }) => currency },
        { head: 'gross', isNumber, cell: ({ currency, sum }) => money(currency, sum.total) },
        { head: 'tax', isNumber, cell: ({ currency, sum }) => money(currency, sum.taxCollected) },
        { head: 'refunded later', isNumber, cell: ({ currency, refunded }) => money(currency, refunded) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
        { head: 'already present', isNumber, cell: ({ present }) => count(present) },
      ]}
    />
  );
};
