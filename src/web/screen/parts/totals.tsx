/** Sums of a run by month and jurisdiction: what would be sent, what the service already holds, and what was refunded later. */
import type { FC } from 'hono/jsx';
import type { OutcomeTotal, RefundTotal } from '../../../domain/review-store.ts';
import { addReportedTax, type ReportedTax } from '../../../domain/run.ts';
import { count, jurisdictionLabel, money, monthLabel } from '../labels.ts';
import type { Query } from '../links.ts';
import { addUp, groupBy, type Sum } from '../sums.ts';
import { Table, type Column } from './table.tsx';

interface MonthAndJurisdictionProps {
  readonly caption: string;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** Lists the transactions of a row. */
  readonly linkTo: (query: Query) => string;
  /** The service's page of the row's transactions; null without such a page. */
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
        { head: 'total with tax', isNumber, cell: ({ currency, sum }) => money(currency, sum.total) },
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

const keyOf = ({ month, jurisdiction, currency }: Pick<Row, 'month' | 'jurisdiction' | 'currency'>): string =>
  `${month} ${jurisdiction} ${currency}`;

const isPresent = ({ outcome }: OutcomeTotal): boolean => outcome === 'alreadyPresent';
