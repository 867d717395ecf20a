/** The books at a glance: for each month and storefront what was sold, sent, held and left out, and how far it is settled. */
import type { FC } from 'hono/jsx';
import { wholeMonth } from '../../../domain/date-range.ts';
import type { MonthRow } from '../../../operations/month-rows.ts';
import { count, money, monthLabel, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { Table } from './table.tsx';

interface MonthsTableProps {
  readonly links: Links;
  readonly rows: readonly MonthRow[];
  /** `YYYY-MM`. */
  readonly closed: ReadonlySet<string>;
}

const sentOf = ({ sums }: MonthRow): number => sums.reduce((all, { sales }) => all + sales, 0);

const Compared: FC<Pick<MonthRow, 'days' | 'compared' | 'differences'>> = ({ days, compared, differences }) => {
  if (differences > 0) return <span class="badge bad">{plural(differences, 'difference')}</span>;
  if (compared === 0) return <span class="soft">not compared</span>;
  return compared >= days ? (
    <span class="badge good">complete</span>
  ) : (
    <span class="soft">
      {count(compared)} of {plural(days, 'day')}
    </span>
  );
};

export const MonthsTable: FC<MonthsTableProps> = ({ links, rows, closed }) => {
  const isNumber = true;
  const onlyOne = new Set(rows.map(({ storefront }) => storefront)).size < 2;
  return (
    <Table<MonthRow>
      caption="What the service holds, by month and storefront; sales without tax"
      rows={rows}
      isIndex
      columns={[
        {
          ...{ head: 'Month', tone: 'nowrap' },
          cell: ({ month }) => <a href={links.period({ ...wholeMonth(month) })}>{monthLabel(month)}</a>,
        },
        ...(onlyOne ? [] : [{ head: 'Storefront', cell: ({ storefront }: MonthRow) => storefront }]),
        {
          ...{ head: 'Gross sales', isNumber },
          cell: ({ sums }) =>
            sums.length === 0
              ? '–'
              : sums.map(({ currency, gross }) => (
                  <span class="nowrap line">
                    {money(currency, gross)} {currency}
                  </span>
                )),
        },
        {
          ...{ head: 'Sent', isNumber },
          cell: (row) => (
            <a
              href={links.sales({ show: 'sent', month: row.month, storefront: row.storefront })}
              aria-label={`${plural(sentOf(row), 'sale')} sent, ${monthLabel(row.month)}, ${row.storefront}`}
            >
              {count(sentOf(row))}
            </a>
          ),
        },
        {
          ...{ head: 'On hold', isNumber },
          cell: ({ onHold, month, storefront }) =>
            onHold === 0 ? (
              '–'
            ) : (
              <a
                href={links.sales({ show: 'open', month, storefront })}
                aria-label={`${plural(onHold, 'sale')} on hold, ${monthLabel(month)}, ${storefront}`}
              >
                {count(onHold)}
              </a>
            ),
        },
        {
          ...{ head: 'Left out', tone: 'num wide' },
          cell: ({ leftOut }) => (leftOut === 0 ? '–' : count(leftOut)),
        },
        {
          head: 'Compared',
          cell: (row) => (
            <a href={links.calendar({ month: row.month, storefront: row.storefront })}>
              <Compared {...row} />
              <span class="unseen">: calendar of {`${monthLabel(row.month)}, ${row.storefront}`}</span>
            </a>
          ),
        },
        {
          head: 'Tie-out',
          cell: ({ month, storefront }) =>
            links.may('operate') ? (
              <a
                href={links.tieOut({ month, storefront })}
                aria-label={`Tie out ${monthLabel(month)} of ${storefront}`}
              >
                Tie out
              </a>
            ) : (
              '–'
            ),
        },
        { head: 'Signed off', cell: ({ signedBy }) => signedBy ?? '–' },
        {
          head: 'Closed',
          cell: ({ month }) =>
            closed.has(month) ? <span class="badge good">closed</span> : <span class="soft">open</span>,
        },
      ]}
    />
  );
};
