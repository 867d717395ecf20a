/** The books at a glance: for each month and storefront what was sold, sent, held and left out, and how far it is settled. */
import type { FC } from 'hono/jsx';
import { wholeMonth } from '../../../domain/date-range.ts';
import type { PeriodState } from '../../../operations/closed-periods/list-months.ts';
import type { MonthRow } from '../../../operations/month-rows.ts';
import { count, money, monthLabel, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { Table } from './table.tsx';

interface MonthsTableProps {
  readonly links: Links;
  readonly rows: readonly MonthRow[];
  /** Of the past months. */
  readonly states: readonly PeriodState[];
}

/** One row a month and storefront: sold, sent, on hold, left out, and how far it is settled. */
export const MonthsTable: FC<MonthsTableProps> = ({ links, rows, states }) => {
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
          ...{ head: 'Sold', isNumber },
          cell: ({ sums }) =>
            sums.length === 0
              ? ''
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
              ''
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
          cell: ({ leftOut }) => (leftOut === 0 ? '' : count(leftOut)),
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
              ''
            ),
        },
        { head: 'Signed off', cell: (row) => <SignedOff links={links} {...row} /> },
        { head: 'Closed', cell: ({ month }) => <Closed {...{ links, rows, states, month }} /> },
      ]}
    />
  );
};

const sentOf = ({ sums }: MonthRow): number => sums.reduce((all, { sales }) => all + sales, 0);

/** What is on hold or left out stands next to it: a month is complete but for these sales. */
const Compared: FC<MonthRow> = ({ days, compared, differences, onHold, leftOut }) => {
  if (differences > 0) return <span class="badge bad">{plural(differences, 'difference')}</span>;
  if (compared === 0) return <span class="soft">not compared</span>;
  if (compared >= days && onHold + leftOut > 0)
    return <span class="badge warn">complete but for {count(onHold + leftOut)}</span>;
  return compared >= days ? (
    <span class="badge good">complete</span>
  ) : (
    <span class="soft">
      {count(compared)} of {plural(days, 'day')}
    </span>
  );
};

/** The sign-off of a sync of the month, or where to sign it off. */
const SignedOff: FC<Pick<MonthRow, 'review' | 'month' | 'storefront'> & Pick<MonthsTableProps, 'links'>> = ({
  links,
  review,
  month,
  storefront,
}) => {
  if (review === null) return <></>;
  const { runId, by } = review;
  return (
    <a
      href={links.runPage(runId, 'sign-off')}
      {...(by === null && { 'aria-label': `Sign off ${monthLabel(month)} of ${storefront}` })}
    >
      {by ?? 'Sign off'}
    </a>
  );
};

/** When a month is over, whether it is closed, and by whom. */
const Closed: FC<Pick<MonthRow, 'month'> & MonthsTableProps> = ({ links, month, states }) => {
  const state = states.find((one) => one.month === month);
  if (state === undefined) return <></>;
  const [last] = state.changes;
  const href = `${links.period({ ...wholeMonth(month) })}#closing`;
  return state.isClosed ? (
    <>
      <a href={href} aria-label={`${monthLabel(month)} is closed`}>
        <span class="badge good">closed</span>
      </a>
      {last === undefined || last.by === '' ? null : <span class="soft small line">by {last.by}</span>}
    </>
  ) : links.may('approve') ? (
    <a href={href} aria-label={`Close ${monthLabel(month)}`}>
      Close
    </a>
  ) : (
    <span class="soft">open</span>
  );
};
