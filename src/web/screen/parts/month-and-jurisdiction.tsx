import type { FC } from 'hono/jsx';
import type { OutcomeTotal, RefundTotal } from '../../../domain/review-store.ts';
import { addReportedTax, type ReportedTax } from '../../../domain/run.ts';
import type { Query } from '../links.ts';
import { addUp, groupBy, type Sum } from '../sums.ts';
import { count, jurisdictionLabel, money, monthLabel } from '../labels.ts';
import { type Column, Table } from './table.tsx';

interface MonthAndPlaceProps {
  readonly caption: string;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** Where the transactions of a line are listed. */
  readonly linkTo: (query: Query) => string;
  /** Where the transactions of a line are reviewed in the service; null where that has no such page. */
  readonly reviewAt: (line: { readonly state: string; readonly month: string }) => string | null;
}

interface Line {
  readonly month: string;
  readonly place: string;
  readonly currency: string;
  readonly sum: Sum;
  readonly present: number;
  readonly refunded: bigint;
  readonly reported: ReportedTax | undefined;
}

const isPresent = ({ outcome }: OutcomeTotal): boolean => outcome === 'alreadyPresent' || outcome === 'succeeded';

type Keyed = Pick<OutcomeTotal, 'month' | 'jurisdiction' | 'currency'>;

const keyOf = ({ month, jurisdiction, currency }: Keyed): string => `${month} ${jurisdiction} ${currency}`;

const linesOf = (totals: readonly OutcomeTotal[], refunds: readonly RefundTotal[]): readonly Line[] => {
  const refunded = new Map(refunds.map((refund) => [keyOf(refund), refund.amount]));
  return groupBy(totals, keyOf).flatMap(({ key, sum, parts }) =>
    parts.slice(0, 1).map(({ month, jurisdiction: jurisdiction, currency }) => ({
      month,
      place: jurisdiction,
      currency,
      sum,
      present: addUp(parts.filter(isPresent)).count,
      refunded: refunded.get(key) ?? 0n,
      reported: parts.reduce<ReportedTax | undefined>((all, one) => addReportedTax(all, one.reportedTax), undefined),
    })),
  );
};

/** Of the transactions of which the service reports a tax; of the others nothing is inferred. */
const columnsOfReported: readonly Column<Line>[] = [
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

/** Month by month and place by place: what would be sent, what is there already, and what went back afterwards. */
export const MonthAndPlace: FC<MonthAndPlaceProps> = ({ caption, totals, refunds, linkTo, reviewAt }) => {
  const isNumber = true;
  const rows = linesOf(totals, refunds);
  const reportedColumns = rows.some(({ reported }) => reported !== undefined) ? columnsOfReported : [];
  const linkOf = ({ place: jurisdiction, month }: Line): string | null => reviewAt({ state: jurisdiction, month });
  return (
    <Table<Line>
      caption={caption}
      rows={rows}
      columns={[
        { head: 'month', cell: ({ month }) => monthLabel(month) },
        {
          head: 'place',
          cell: ({ place: jurisdiction, month }) => (
            <a href={linkTo({ place: jurisdiction, month })}>{jurisdictionLabel(jurisdiction)}</a>
          ),
        },
        { head: 'currency', cell: ({ currency }) => currency },
        { head: 'gross', isNumber, cell: ({ currency, sum }) => money(currency, sum.total) },
        { head: 'tax', isNumber, cell: ({ currency, sum }) => money(currency, sum.taxCollected) },
        ...reportedColumns,
        { head: 'refunded later', isNumber, cell: ({ currency, refunded }) => money(currency, refunded) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
        { head: 'already present', isNumber, cell: ({ present }) => count(present) },
        ...(rows.some((line) => linkOf(line) !== null)
          ? [
              {
                head: 'in the service',
                cell: (line: Line) => (
                  <a
                    href={linkOf(line) ?? ''}
                    rel="noreferrer"
                    aria-label={`Review ${jurisdictionLabel(line.place)} ${monthLabel(line.month)}`}
                  >
                    Review
                  </a>
                ),
              },
            ]
          : []),
      ]}
    />
  );
};
