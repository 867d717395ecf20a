/** The statement of a period, which is printed. */
import { actionLabel } from './open-groups.tsx';
import type { PeriodStatement, StatementFigures } from '../../../operations/period-statement.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import type { FC } from 'hono/jsx';
import type { Html } from '../page.tsx';
import {
  clocksLabel,
  count,
  dayLabel,
  dayOf,
  grouped,
  jurisdictionLabel,
  monthLabel,
  plural,
  rangeLabel,
} from '../labels.ts';
import { Moment } from '../moments.tsx';
import { Table } from './table.tsx';

type StateSum = PeriodStatement['states'][number];
type Row = PeriodStatement['lines'][number];
type Figures = Pick<StatementFigures, 'shops' | 'service'>;

/** What was sent of a period, by state and month, and what is not in the service. */
export const StatementContent = ({ statement }: { readonly statement: PeriodStatement }): Html => {
  const currency = onlyCurrency(statement);
  return (
    <>
      <p>
        Sales of {rangeLabel(statement.range)} of {statement.storefronts.join(', ')}, as of <Moment at={statement.at} />
        {currency === null ? '' : `. All amounts are in ${currency}`}.
      </p>
      {statement.lines.length === 0 ? (
        <p class="note">No sales of these days are in the service.</p>
      ) : (
        <>
          <Glance statement={statement} />
          <Figures statement={statement} />
        </>
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

interface FigureColumn {
  readonly head: string;
  readonly isNumber: true;
  readonly cell: (row: Figures) => string;
}

const stateName = ({ state }: { readonly state: string }): string =>
  state === '' ? 'no state' : jurisdictionLabel(state);

/** Named above the tables where there is one; a printed page is too narrow to repeat it in each row. */
const onlyCurrency = ({ totals: [first, ...more] }: PeriodStatement): string | null =>
  first === undefined || more.length > 0 ? null : first.currency;

const currencyColumn = (statement: PeriodStatement) =>
  onlyCurrency(statement) === null ? [{ head: 'currency', cell: ({ currency }: StatementFigures) => currency }] : [];

const number = (head: string, of: (figures: Figures) => string): FigureColumn => ({
  ...{ head, isNumber: true },
  cell: of,
});

const isUnknown = ({ totals }: PeriodStatement): boolean =>
  totals.some(({ shops }) => Number(shops.unknownIfTaxed) !== 0 || Number(shops.refundedUnknownIfTaxed) !== 0);

const saleColumns = (statement: PeriodStatement): readonly FigureColumn[] => [
  number('sales', ({ shops }) => count(shops.sales)),
  number('gross sales', ({ shops }) => grouped(shops.gross)),
  number('exempt', ({ shops }) => grouped(shops.exempt)),
  number('taxed', ({ shops }) => grouped(shops.taxed)),
  number('not taxed', ({ shops }) => grouped(shops.notTaxed)),
  ...(isUnknown(statement) ? [number('unknown if taxed', ({ shops }) => grouped(shops.unknownIfTaxed))] : []),
  number('tax collected', ({ shops }) => grouped(shops.tax)),
];

const refundColumns = (statement: PeriodStatement): readonly FigureColumn[] => [
  number('refunds', ({ shops }) => count(shops.refunds)),
  number('refunded', ({ shops }) => grouped(shops.refunded)),
  number('of it taxed', ({ shops }) => grouped(shops.refundedTaxed)),
  ...(isUnknown(statement) ? [number('of it unknown', ({ shops }) => grouped(shops.refundedUnknownIfTaxed))] : []),
  number('tax refunded', ({ shops }) => grouped(shops.refundedTax)),
];

const footOf = (
  statement: PeriodStatement,
  columns: readonly FigureColumn[],
  besides: readonly string[] = [],
): readonly (readonly string[])[] =>
  statement.totals.map((sum) => [
    'all',
    ...besides,
    ...(onlyCurrency(statement) === null ? [sum.currency] : []),
    ...columns.map(({ cell }) => cell(sum)),
  ]);

const StateTable = ({ statement }: { readonly statement: PeriodStatement }): Html => (
  <section class="card" aria-labelledby="states">
    <h2 id="states">By state</h2>
    <Table<StateSum>
      caption="What the platforms state of the sales that are in the service. Without tax; tax has its own columns"
      rows={statement.states}
      columns={[{ head: 'state', cell: stateName }, ...currencyColumn(statement), ...summaryColumns]}
      foot={footOf(statement, summaryColumns)}
    />
  </section>
);

interface MonthTableProps {
  readonly statement: PeriodStatement;
  readonly title: string;
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly FigureColumn[];
}

const MonthTable = ({ statement, title, caption, rows, columns }: MonthTableProps): Html => {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Table<Row>
        caption={caption}
        rows={rows}
        columns={[
          { head: 'state', cell: stateName },
          { head: 'month', tone: 'nowrap', cell: ({ month }) => monthLabel(month) },
          ...currencyColumn(statement),
          ...columns,
        ]}
        foot={footOf(statement, columns, [''])}
      />
    </section>
  );
};

/** Sales less refunds, as a return asks for them; what exactly, the tables by month say. */
const summaryColumns: readonly FigureColumn[] = [
  number('sales', ({ shops }) => count(shops.sales)),
  number('gross sales', ({ shops }) => grouped(shops.gross)),
  number('exempt', ({ shops }) => grouped(shops.exempt)),
  number('taxed', ({ shops }) => grouped(shops.taxed)),
  number('tax collected', ({ shops }) => grouped(shops.tax)),
  number('refunded', ({ shops }) => grouped(shops.refunded)),
  number('tax refunded', ({ shops }) => grouped(shops.refundedTax)),
];

const serviceColumns: readonly FigureColumn[] = [
  number('transactions', ({ service }) => count(service.transactions)),
  number('total with tax', ({ service }) => grouped(service.total)),
  number('tax collected', ({ service }) => grouped(service.tax)),
  number('tax it reports', ({ service }) => grouped(service.reportedTax)),
];

/** What the shops state, and what the service shows. */
const Figures = ({ statement }: { readonly statement: PeriodStatement }): Html => {
  const isOneMonth = new Set(statement.lines.map(({ month }) => month)).size === 1;
  const refunded = statement.lines.filter(({ shops }) => shops.refunds > 0);
  return (
    <>
      {isOneMonth ? null : <StateTable statement={statement} />}
      <MonthTable
        {...{ statement, title: 'Sales by month', rows: statement.lines, columns: saleColumns(statement) }}
        caption="From your shops. Without tax; tax has its own column"
      />
      {isUnknown(statement) && (
        <p class="soft small below">
          Unknown if taxed: sales with tax whose platform states one tax for several lines.
        </p>
      )}
      {refunded.length > 0 && (
        <MonthTable
          {...{ statement, title: 'Refunds by month', rows: refunded, columns: refundColumns(statement) }}
          caption="From your shops, in the month of each refund"
        />
      )}
      <MonthTable
        {...{ statement, title: 'From the service', rows: statement.lines, columns: serviceColumns }}
        caption="What the Tax Nexus Service showed when its list was last read; sales that it did not show are not counted"
      />
    </>
  );
};

/** The sums that a reader looks for first; the tables have them in their last rows, also in print. */
const Glance = ({ statement: { totals } }: { readonly statement: PeriodStatement }): Html => {
  const sums: readonly (readonly [label: string, of: (sum: StatementFigures) => string])[] = [
    ['Sales', ({ shops }) => count(shops.sales)],
    ['Gross sales', ({ shops, currency }) => `${grouped(shops.gross)} ${currency}`],
    ['Tax collected', ({ shops, currency }) => `${grouped(shops.tax)} ${currency}`],
    ['Refunded', ({ shops, currency }) => `${grouped(shops.refunded)} ${currency}`],
  ];
  return (
    <dl class="numbers noprint">
      {sums.map(([label, of]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            {totals.slice(0, 1).map(of)}
            {totals.length < 2 ? null : <p class="soft small">and {totals.slice(1).map(of).join(', ')}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

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

const change = (head: string, of: (figures: Pick<StatementFigures, 'shops'>) => string) => ({
  ...{ head, isNumber: true },
  cell: (row: Pick<StatementFigures, 'shops'>) => of(row),
});

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
            { head: 'why', cell: ({ reason }) => reasonTitle(reason) },
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
          { head: 'was on hold for', cell: ({ reason }) => reasonTitle(reason) },
          {
            ...{ head: 'left out by', tone: '' },
            cell: ({ by, at, note }) => (
              <>
                {by} on <Moment at={at} isDay />: {note}
              </>
            ),
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
              {storefronts.join(', ')}, {rangeLabel(range)}: by {by} on <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const ClosedPart = ({ closed, reopened }: Pick<PeriodStatement, 'closed' | 'reopened'>): Html => (
  <>
    <p>
      {closed.length === 0 ? 'No month of the period is closed.' : 'Closed: '}
      {closed.map((one, index) => (
        <>
          {monthLabel(one.month)} (<ByOn {...one} />){index + 1 < closed.length ? ', ' : '.'}
        </>
      ))}
    </p>
    {reopened.map((one) => (
      <p>
        {monthLabel(one.month)} was reopened <ByOn {...one} />
        {one.reason === '' ? '' : `: ${one.reason}`}.
      </p>
    ))}
  </>
);

const ByOn: FC<{ readonly by: string; readonly at: string }> = ({ by, at }) => (
  <>
    {by === '' ? '' : `by ${by} `}on <Moment at={at} isDay />
  </>
);
