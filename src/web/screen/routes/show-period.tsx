import { actionLabel } from '../parts/open-groups.tsx';
import * as E from 'fp-ts/lib/Either.js';
import { parseDateRange, wholeMonth } from '../../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import type { PeriodStatement, StatementFigures } from '../../../operations/period-statement.ts';
import { reasonLabel } from '../../../reconcile/reasons/reasons.ts';
import type { Html, ScreenHandler } from '../page.tsx';
import {
  clocksLabel,
  count,
  dayLabel,
  dayOf,
  grouped,
  jurisdictionLabel,
  momentLabel,
  monthLabel,
  plural,
  rangeLabel,
} from '../labels.ts';
import { ExportPart } from './export.tsx';
import { Table } from '../parts/table.tsx';
import { sendPageInParts, sendRefusal } from '../responses.tsx';

type Row = StatementFigures & { readonly label: string; readonly month: string; readonly isSum: boolean };

/** The months of each state, and behind several a subtotal. */
const rowsOf = ({ lines, states }: PeriodStatement): readonly Row[] =>
  states.flatMap((sum) => {
    const months = lines.filter(({ state, currency }) => state === sum.state && currency === sum.currency);
    const label = sum.state === '' ? 'no state' : jurisdictionLabel(sum.state);
    const rows = months.map((line) => ({ ...line, label, month: monthLabel(line.month), isSum: false }));
    return rows.length < 2 ? rows : [...rows, { ...sum, label: `${label}, subtotal`, month: '', isSum: true }];
  });

const strong = ({ isSum }: Row, text: string): Html | string => (isSum ? <strong>{text}</strong> : text);

const place = [
  { head: 'state', cell: (row: Row) => strong(row, row.label) },
  { head: 'month', tone: 'nowrap', cell: ({ month }: Row) => month },
  { head: 'currency', cell: ({ currency }: Row) => currency },
];

const number = (head: string, of: (figures: StatementFigures) => string) => ({
  ...{ head, isNumber: true },
  cell: (row: Row) => strong(row, of(row)),
});

const change = (head: string, of: (figures: Pick<StatementFigures, 'shops'>) => string) => ({
  ...{ head, isNumber: true },
  cell: (row: Pick<StatementFigures, 'shops'>) => of(row),
});

const isUnknown = ({ totals }: PeriodStatement): boolean =>
  totals.some(({ shops }) => Number(shops.unknownIfTaxed) !== 0 || Number(shops.refundedUnknownIfTaxed) !== 0);

const shopColumns = (statement: PeriodStatement) => [
  number('sales', ({ shops }) => count(shops.sales)),
  number('gross sales', ({ shops }) => grouped(shops.gross)),
  number('exempt', ({ shops }) => grouped(shops.exempt)),
  number('taxed', ({ shops }) => grouped(shops.taxed)),
  number('not taxed', ({ shops }) => grouped(shops.notTaxed)),
  ...(isUnknown(statement) ? [number('unknown if taxed', ({ shops }) => grouped(shops.unknownIfTaxed))] : []),
  number('tax collected', ({ shops }) => grouped(shops.tax)),
  number('refunds', ({ shops }) => count(shops.refunds)),
  number('refunded', ({ shops }) => grouped(shops.refunded)),
  number('of it taxed', ({ shops }) => grouped(shops.refundedTaxed)),
  ...(isUnknown(statement) ? [number('of it unknown', ({ shops }) => grouped(shops.refundedUnknownIfTaxed))] : []),
  number('tax refunded', ({ shops }) => grouped(shops.refundedTax)),
];

const serviceColumns = [
  number('transactions', ({ service }) => count(service.transactions)),
  number('total with tax', ({ service }) => grouped(service.total)),
  number('tax collected', ({ service }) => grouped(service.tax)),
  number('tax it reports', ({ service }) => grouped(service.reportedTax)),
];

const footOf = ({ totals }: PeriodStatement, columns: readonly ReturnType<typeof number>[]) =>
  totals.map((sum) => [
    'all',
    '',
    sum.currency,
    ...columns.map(({ cell }) => cell({ ...sum, label: '', month: '', isSum: false })),
  ]);

const HeldPart = ({ held, heldTotals }: Pick<PeriodStatement, 'held' | 'heldTotals'>): Html => {
  const all = heldTotals.reduce((sum, total) => sum + total.count, 0);
  return (
    <section class="card" aria-labelledby="held">
      <h2 id="held">Not in the service: {plural(all, 'sale on hold or failed', 'sales on hold or failed')}</h2>
      {held.length === 0 ? (
        <p class="soft">None.</p>
      ) : (
        <Table<PeriodStatement['held'][number]>
          caption="From your shops. They are in no figure above"
          rows={held}
          columns={[
            { head: 'sale', tone: '', cell: ({ name }) => name },
            { head: 'storefront', cell: ({ storefront }) => storefront },
            {
              head: 'day',
              cell: ({ occurredAt, timeZone }) => (occurredAt === null ? '–' : dayOf(timeZone, occurredAt)),
            },
            { head: 'why', cell: ({ reason }) => reasonLabel(reason) },
            {
              head: 'decided',
              cell: ({ decision, reason }) => (decision === null ? '–' : actionLabel(decision, reason).toLowerCase()),
            },
            {
              ...{ head: 'total', isNumber: true },
              cell: ({ total, currency }) => (total === null ? '–' : `${grouped(total)} ${currency ?? ''}`),
            },
          ]}
        />
      )}
      {held.length < all && (
        <p class="soft small below">
          The {count(held.length)} largest. All of them:{' '}
          {heldTotals.map(({ currency, total }) => `${grouped(total)} ${currency ?? ''}`).join(', ')}. “Needs your
          decision” lists each.
        </p>
      )}
      <p class="soft small below">{clocksLabel(held)}</p>
    </section>
  );
};

/** What an auditor asks for: which sales are not in the books on purpose, who decided it and why. */
const LeftOutPart = ({ leftOut, leftOutTotals }: Pick<PeriodStatement, 'leftOut' | 'leftOutTotals'>): Html | null => {
  const all = leftOutTotals.reduce((sum, total) => sum + total.count, 0);
  return all === 0 ? null : (
    <section class="card" aria-labelledby="left-out">
      <h2 id="left-out">Left out by decision: {plural(all, 'sale')}</h2>
      <Table<PeriodStatement['leftOut'][number]>
        caption="From your shops. They are in no figure above, and stay on this statement"
        rows={leftOut}
        columns={[
          { head: 'sale', tone: '', cell: ({ name }) => name },
          { head: 'storefront', cell: ({ storefront }) => storefront },
          { head: 'day', cell: ({ day }) => (day === null ? '–' : dayLabel(day)) },
          { head: 'was on hold for', cell: ({ reason }) => reasonLabel(reason) },
          {
            ...{ head: 'left out by', tone: '' },
            cell: ({ by, at, note }) => `${by} on ${dayLabel(at.slice(0, 10))}: ${note}`,
          },
          {
            ...{ head: 'total', isNumber: true },
            cell: ({ total, currency }) => (total === null ? '–' : `${grouped(total)} ${currency ?? ''}`),
          },
        ]}
      />
      {leftOut.length < all && (
        <p class="soft small below">
          The {count(leftOut.length)} largest. All of them:{' '}
          {leftOutTotals.map(({ currency, total }) => `${grouped(total)} ${currency ?? ''}`).join(', ')}.
        </p>
      )}
    </section>
  );
};

const byOn = ({ by, at }: { readonly by: string; readonly at: string }): string =>
  `${by === '' ? '' : `by ${by} `}on ${dayLabel(at.slice(0, 10))}`;

const ClosedPart = ({ closed, reopened }: Pick<PeriodStatement, 'closed' | 'reopened'>): Html => (
  <>
    <p>
      {closed.length === 0
        ? 'No month of the period is closed.'
        : `Closed: ${closed.map((one) => `${monthLabel(one.month)} (${byOn(one)})`).join(', ')}.`}
    </p>
    {reopened.map((one) => (
      <p>
        {monthLabel(one.month)} was reopened {byOn(one)}
        {one.reason === '' ? '' : `: ${one.reason}`}.
      </p>
    ))}
  </>
);

/** What an auditor compares with the return that was filed. */
const AfterClosingPart = ({ afterClosing }: Pick<PeriodStatement, 'afterClosing'>): Html | null =>
  afterClosing.length === 0 ? null : (
    <section class="card" aria-labelledby="after-closing">
      <h2 id="after-closing">After closing</h2>
      <Table<PeriodStatement['afterClosing'][number]>
        caption="By how much the figures from your shops have changed since their month was closed. The tables above contain it"
        rows={afterClosing}
        columns={[
          { head: 'state', cell: ({ state }) => (state === '' ? 'no state' : jurisdictionLabel(state)) },
          { head: 'month', tone: 'nowrap', cell: ({ month }) => monthLabel(month) },
          { head: 'currency', cell: ({ currency }) => currency },
          ...[
            change('sales', ({ shops }) => count(shops.sales)),
            change('gross sales', ({ shops }) => grouped(shops.gross)),
            change('exempt', ({ shops }) => grouped(shops.exempt)),
            change('taxed', ({ shops }) => grouped(shops.taxed)),
            change('tax collected', ({ shops }) => grouped(shops.tax)),
            change('refunds', ({ shops }) => count(shops.refunds)),
            change('refunded', ({ shops }) => grouped(shops.refunded)),
            change('tax refunded', ({ shops }) => grouped(shops.refundedTax)),
          ],
        ]}
      />
    </section>
  );

const SignedPart = ({ signOffs }: Pick<PeriodStatement, 'signOffs'>): Html => (
  <section class="card" aria-labelledby="signed">
    <h2 id="signed">Sign-offs</h2>
    {signOffs.length === 0 ? (
      <p class="soft">No sync of these days is signed off.</p>
    ) : (
      <ul class="plain list">
        {signOffs.map(({ range, storefronts, by, at }) => (
          <li>
            <span>
              {storefronts.join(', ')}, {rangeLabel(range)}: by {by} on <time datetime={at}>{momentLabel(at)}</time>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** The month before the present one. */
const lastMonth = (now: string): string => {
  const [year, month] = [Number(now.slice(0, 4)), Number(now.slice(5, 7))];
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
};

/** What the shops state, and what the service shows. */
const Figures = ({ statement, rows }: { readonly statement: PeriodStatement; readonly rows: readonly Row[] }): Html => {
  const ofShops = shopColumns(statement);
  return (
    <>
      <section class="card" aria-labelledby="shops">
        <h2 id="shops">From your shops</h2>
        <Table<Row>
          caption="What the platforms state of the sales that are in the service. Without tax; tax has columns of its own"
          rows={rows}
          columns={[...place, ...ofShops]}
          foot={footOf(statement, ofShops)}
        />
        {isUnknown(statement) && (
          <p class="soft small below">
            Unknown if taxed: sales with tax whose platform states one tax for several lines, or that an earlier version
            sent. For the latter, sync their days again: nothing is sent twice.
          </p>
        )}
      </section>
      <section class="card" aria-labelledby="service">
        <h2 id="service">From the service</h2>
        <Table<Row>
          caption="What the Tax Nexus Service showed when its list was last read; sales that it did not show are not counted"
          rows={rows}
          columns={[...place, ...serviceColumns]}
          foot={footOf(statement, serviceColumns)}
        />
      </section>
    </>
  );
};

const StatementContent = ({ statement }: { readonly statement: PeriodStatement }): Html => {
  const rows = rowsOf(statement);
  return (
    <>
      <p>
        Sales of {rangeLabel(statement.range)} of {statement.storefronts.join(', ')}, as of{' '}
        <time datetime={statement.at}>{momentLabel(statement.at)}</time>.
      </p>
      {rows.length === 0 ? (
        <p class="note">No sales of these days are in the service.</p>
      ) : (
        <Figures statement={statement} rows={rows} />
      )}
      <AfterClosingPart afterClosing={statement.afterClosing} />
      <HeldPart held={statement.held} heldTotals={statement.heldTotals} />
      <LeftOutPart leftOut={statement.leftOut} leftOutTotals={statement.leftOutTotals} />
      <SignedPart signOffs={statement.signOffs} />
      <ClosedPart closed={statement.closed} reopened={statement.reopened} />
      <p class="soft small noprint">To keep it as a PDF, print this page to a file.</p>
    </>
  );
};

/** `GET /period?from=…&to=…`: one statement of the account and a period, to be printed. Default: the last month. */
export const showPeriod: ScreenHandler = async (context) => {
  const { page, host, taxNexus } = context.var;
  // Where the sync database is not available, the status says so.
  await taxNexus.pages.service();
  const today = instantOfMilliseconds(host.clock.now()).slice(0, 10);
  const month = wholeMonth(lastMonth(today));
  const { from = month.from, to = month.to } = context.req.query();
  const range = parseDateRange(from, to);
  if (E.isLeft(range)) return sendRefusal(context, `The range cannot be read: ${range.left}.`);
  return sendPageInParts(context, {
    title: 'Statement',
    opening: (
      <>
        <h1>Statement{page.account === null || page.account === 'default' ? '' : ` of ${page.account}`}</h1>
        <form class="row ends" method="get" action={page.links.period()}>
          <label>
            First day
            <input type="date" name="from" value={from} required />
          </label>
          <label>
            Last day
            <input type="date" name="to" value={to} required />
          </label>
          <button>Show</button>
        </form>
        <ExportPart links={page.links} today={today} {...range.right} />
      </>
    ),
    // Of millions of sales it takes a while.
    content: async () => <StatementContent statement={await taxNexus.statement({ from, to })} />,
  });
};
