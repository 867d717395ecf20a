/** The table of sales that several pages share: day, number, storefront, state, total, tax and status, with boxes to tick. */
import type { Child, FC } from 'hono/jsx';
import { Icon } from '../icons.tsx';
import { Table } from './table.tsx';

/** A row, whose texts are ready to be shown. */
export interface SaleRow {
  readonly day: string;
  readonly name: string;
  /** The address of its explanation; null if the user may not see its run. */
  readonly href: string | null;
  readonly kind: 'sale' | 'refund';
  readonly storefront: string;
  readonly place: string;
  readonly total: string;
  readonly tax: string;
  readonly status: Child;
  /** What a tick selects; null for what cannot be decided. */
  readonly pick: string | null;
}

export const sortedColumns = ['day', 'number', 'state', 'total', 'tax', 'status'] as const;

export type SortedColumn = (typeof sortedColumns)[number];

interface SalesTableProps {
  readonly caption: string;
  readonly rows: readonly SaleRow[];
  /** The link in the head of a column that sorts, and whether the table is sorted that way now. By default no column sorts. */
  readonly sorting?: (column: SortedColumn) => {
    readonly href: string;
    readonly now: 'ascending' | 'descending' | null;
  };
}

export const SalesTable: FC<SalesTableProps> = ({ caption, rows, sorting }) => {
  const isTicked = rows.some(({ pick }) => pick !== null);
  const hasStorefronts = new Set(rows.map(({ storefront }) => storefront)).size > 1;
  const isNumber = true;
  return (
    <Table<SaleRow>
      caption={caption}
      rows={rows}
      isIndex
      columns={[
        {
          ...{ head: 'Number', headCell: <SortLink sorting={sorting} column="number" />, tone: 'nowrap' },
          cell: ({ name, href, kind, pick }) => (
            <span class="ticked">
              {pick === null ? (
                isTicked ? (
                  <span class="tick" />
                ) : null
              ) : (
                <input type="checkbox" name="pick" value={pick} aria-label={`Select ${name}`} />
              )}
              {href === null ? (
                <span title={name}>{shortName(name)}</span>
              ) : (
                <a href={href} title={name}>
                  {shortName(name)}
                </a>
              )}
              {kind === 'refund' ? <span class="badge">refund</span> : null}
            </span>
          ),
        },
        {
          ...{ head: 'Day', headCell: <SortLink sorting={sorting} column="day" />, tone: 'nowrap' },
          cell: ({ day }) => day,
        },
        ...(hasStorefronts
          ? [{ head: 'Storefront', tone: 'wide', cell: ({ storefront }: SaleRow) => storefront }]
          : []),
        { head: 'State', headCell: <SortLink sorting={sorting} column="state" />, cell: ({ place }) => place },
        {
          ...{ head: 'Total', headCell: <SortLink sorting={sorting} column="total" />, isNumber },
          cell: ({ total }) => total,
        },
        {
          ...{ head: 'Tax', headCell: <SortLink sorting={sorting} column="tax" />, tone: 'num wide' },
          cell: ({ tax }) => tax,
        },
        {
          ...{ head: 'Status', headCell: <SortLink sorting={sorting} column="status" />, tone: 'status' },
          cell: ({ status }) => status,
        },
      ]}
    />
  );
};

interface SortLinkProps {
  readonly sorting: SalesTableProps['sorting'] | undefined;
  readonly column: SortedColumn;
}

const heads: Readonly<Record<SortedColumn, string>> = {
  ...{ day: 'Day', number: 'Number', state: 'State', total: 'Total', tax: 'Tax', status: 'Status' },
};

const SortLink: FC<SortLinkProps> = ({ sorting, column }) => {
  if (sorting === undefined) return <>{heads[column]}</>;
  const { href, now } = sorting(column);
  return (
    <a href={href} class="sort" {...(now !== null && { 'aria-current': 'true' })}>
      {heads[column]}
      {now === null ? null : (
        <>
          <Icon name={now === 'descending' ? 'down' : 'up'} />
          <span class="unseen">, sorted {now}</span>
        </>
      )}
    </a>
  );
};

/** The number of a sale without its platform, which the storefront column names: `Shopify #1001 · 50123` becomes `#1001`. */
const shortName = (name: string): string => (name.split(' · ', 1)[0] ?? name).replace(/^(Shopify|Stripe) /, '');
