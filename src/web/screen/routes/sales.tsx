/** The list of all sales and refunds, each once with its current status, and the result of the search in the header. */
import type { FC } from 'hono/jsx';
import type { ListedSale, SalesSelection, SaleStatus } from '../../../domain/listed-sale.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { dayLabel, jurisdictionLabel, money } from '../labels.ts';
import type { Links, Query } from '../links.ts';
import { Page, type ScreenHandler } from '../page.tsx';
import { BulkBar } from '../parts/bulk-bar.tsx';
import { Icon } from '../icons.tsx';
import { type SaleRow, SalesTable, type SortedColumn, sortedColumns } from '../parts/sales-table.tsx';
import { pickOf } from '../picks.ts';
import { sendPage } from '../responses.tsx';
import { usShapes } from '../us-shapes.ts';

const rowsPerPage = 25;

/** The filters, as the address holds them. */
interface SalesQuery {
  readonly show: SalesSelection;
  readonly storefront: string;
  readonly state: string;
  readonly month: string;
  readonly text: string;
  readonly sort: SortedColumn;
  readonly order: 'asc' | 'desc';
}

const selections: Readonly<Record<SalesSelection, string>> = {
  all: 'All',
  sent: 'Sent',
  open: 'On hold',
  'left out': 'Left out',
  skipped: 'Skipped',
};

/** `GET /sales` */
export const listSales: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const { links } = page;
  const query = readSalesQuery((name) => context.req.query(name));
  const { show, storefront, state, month, text, sort, order } = query;
  const after = context.req.query('after');
  // The name of a state finds all sales of that state by its index; another text finds the newest sales for each meaning that
  // it may have.
  const named = stateNamed(text);
  const place = named === '' ? state : named;
  const { sales, next, storefronts } = await taxNexus.pages.sales({
    ...{ selection: show, sort, descending: order === 'desc', limit: rowsPerPage },
    ...(storefront !== '' && { storefront }),
    ...(place !== '' && { jurisdiction: place }),
    ...(month !== '' && { month }),
    ...(text !== '' && named === '' && { text }),
    ...(after !== undefined && { after }),
  });
  const linkTo = (change: Partial<SalesQuery>): string => links.sales(addressOf({ ...query, ...change }));
  const rows = sales.map((sale) => toRow(links, sale));
  const isFiltered = storefront !== '' || state !== '' || month !== '' || text !== '';
  return sendPage(
    context,
    <Page page={page} title={text === '' ? 'Sales' : `Search: ${text}`} search={text}>
      <h1>{text === '' ? 'Sales' : `Sales that match “${text}”`}</h1>
      <nav class="chips" aria-label="Status">
        {Object.entries(selections).map(([value, label]) => (
          <a
            href={linkTo({ show: isSelection(value) ? value : 'all' })}
            {...(value === show && { 'aria-current': 'true' })}
          >
            {label}
          </a>
        ))}
      </nav>
      <Filters links={links} query={query} storefronts={storefronts} />
      <form class="card flush" method="get" action={links.decide({})} aria-label="Sales">
        {sales.length === 0 ? (
          <div class="empty">
            <Icon name="receipt" />
            <p>
              {next !== null
                ? 'None among the sales looked at so far.'
                : isFiltered
                  ? 'No sale matches these filters.'
                  : show === 'all'
                    ? 'No sale was read yet.'
                    : `No sale is ${selections[show].toLowerCase()}.`}
            </p>
            {isFiltered ? (
              <a class="button" href={links.sales()}>
                Show all sales
              </a>
            ) : null}
          </div>
        ) : (
          <SalesTable
            caption="Sales and refunds, each once, as they are now; days are those of each storefront"
            rows={rows}
            {...(text === '' && {
              sorting: (column: SortedColumn) => ({
                href: linkTo({ sort: column, order: sort === column && order === 'desc' ? 'asc' : 'desc' }),
                now: sort !== column ? null : order === 'desc' ? ('descending' as const) : ('ascending' as const),
              }),
            })}
          />
        )}
        {rows.some(({ pick }) => pick !== null) ? (
          <BulkBar links={links} actions={['send', 'leave out', 'later']} />
        ) : null}
      </form>
      {text === '' && ['state', 'total', 'tax'].includes(sort) ? (
        <p class="soft small">Sorted by {sort}: sales of which it is not known are not listed.</p>
      ) : null}
      <p class="row">
        {after === undefined ? null : (
          <a class="button" href={linkTo({})}>
            First page
          </a>
        )}
        {next === null ? null : (
          <a class="button" href={links.sales({ ...addressOf(query), after: next })} rel="next">
            Next {rowsPerPage}
          </a>
        )}
      </p>
    </Page>,
  );
};

/** Ignores invalid values. */
const readSalesQuery = (one: (name: string) => string | undefined): SalesQuery => {
  const value = (name: string): string => (one(name) ?? '').trim().slice(0, 200);
  const [show, sort, month] = [value('show'), value('sort'), value('month')];
  return {
    show: isSelection(show) ? show : 'all',
    ...{ storefront: value('storefront'), state: value('state'), text: value('text') },
    month: /^\d{4}-\d{2}$/.test(month) ? month : '',
    sort: isSortedColumn(sort) ? sort : 'day',
    order: value('order') === 'asc' ? 'asc' : 'desc',
  };
};

const isSelection = (value: string): value is SalesSelection => Object.hasOwn(selections, value);

const isSortedColumn = (value: string): value is SortedColumn => sortedColumns.some((one) => one === value);

/** The code of the state that a text names; empty for another text. */
const stateNamed = (text: string): string =>
  usShapes.find(({ code, name }) => [code.toLowerCase(), name.toLowerCase()].includes(text.toLowerCase()))?.code ?? '';

/** The query of an address, without defaults. */
const addressOf = ({ show, sort, order, ...filters }: SalesQuery): Query => ({
  ...filters,
  show: show === 'all' ? '' : show,
  sort: sort === 'day' ? '' : sort,
  order: order === 'desc' ? '' : order,
});

const toRow = (links: Links, sale: ListedSale): SaleRow => {
  const { storefront, id, name, kind, day, jurisdiction, currency, total, taxCollected, status, reason, runId } = sale;
  const isOpen = status === 'on hold' || status === 'failed';
  return {
    ...{ name, kind, storefront },
    day: day === null ? '–' : dayLabel(day),
    href: runId === null ? null : links.runPage(runId, 'line', { id, storefront }),
    place: jurisdiction === null ? '–' : jurisdictionLabel(jurisdiction),
    total: amount(currency, total),
    tax: currency === null || taxCollected === null ? '–' : money(currency, taxCollected),
    status: <Status status={status} reason={reason} />,
    pick:
      isOpen && reason !== null && links.may('approve') ? pickOf({ what: reason, isSent: false, lineId: id }) : null,
  };
};

const amount = (currency: string | null, minor: bigint | null): string =>
  minor === null || currency === null ? '–' : `${money(currency, minor)} ${currency}`;

const statusTones: Readonly<Record<SaleStatus, string>> = {
  sent: 'good',
  'on hold': 'warn',
  failed: 'bad',
  'to send': 'live',
  'left out': '',
  skipped: '',
};

const statusLabels: Readonly<Record<SaleStatus, string>> = {
  sent: 'Sent',
  'on hold': 'On hold',
  failed: 'Failed',
  'to send': 'Waits to be sent',
  'left out': 'Left out',
  skipped: 'Skipped',
};

const Status: FC<Pick<ListedSale, 'status' | 'reason'>> = ({ status, reason }) => (
  <>
    <span class={`badge ${statusTones[status]}`}>{statusLabels[status]}</span>
    {reason === null ? null : <span class="soft small"> {reasonTitle(reason)}</span>}
  </>
);

const Filters: FC<{ readonly links: Links; readonly query: SalesQuery; readonly storefronts: readonly string[] }> = ({
  links,
  query,
  storefronts,
}) => (
  <form class="row ends filters" method="get" action={links.sales()}>
    {query.show === 'all' ? null : <input type="hidden" name="show" value={query.show} />}
    {query.text === '' ? null : <input type="hidden" name="text" value={query.text} />}
    {query.sort === 'day' ? null : <input type="hidden" name="sort" value={query.sort} />}
    {query.order === 'desc' ? null : <input type="hidden" name="order" value={query.order} />}
    <label>
      State
      <select name="state">
        <option value="">All</option>
        {usShapes.map(({ code, name }) => (
          <option value={code} {...(code === query.state && { selected: true })}>
            {name}
          </option>
        ))}
      </select>
    </label>
    <label>
      Month
      <input type="month" name="month" value={query.month} placeholder="2026-01" pattern="\d{4}-\d{2}" />
    </label>
    {storefronts.length < 2 ? null : (
      <label>
        Storefront
        <select name="storefront">
          <option value="">All</option>
          {storefronts.map((name) => (
            <option value={name} {...(name === query.storefront && { selected: true })}>
              {name}
            </option>
          ))}
        </select>
      </label>
    )}
    <button>Filter</button>
  </form>
);
