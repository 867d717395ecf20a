/** Tables of the screen that a phone and a screen reader can read, however long or wide they are. */
import type { Child, FC } from 'hono/jsx';
import { raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { yieldWhenLong } from '../../../domain/turns.ts';
import { render } from '../render.ts';

export interface Column<Row> {
  /** Empty for a column that only draws numbers of other columns. */
  readonly head: string;
  /** The content of the head; default `head` itself. */
  readonly headCell?: Child;
  readonly isNumber?: boolean;
  /** The class of its cells; default that of numbers or row headers. */
  readonly tone?: string;
  readonly cell: (row: Row) => Child;
}

interface TableProps<Row> {
  readonly caption: string;
  /** The first one holds the row headers. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Rows are links: they stand closer together, and are marked under the pointer. */
  readonly isIndex?: boolean;
  /** Footer rows, one cell per column; default none. */
  readonly foot?: readonly (readonly Child[])[];
}

/**
 * The table scrolls by itself when it is wider than the page. On a phone, where a column would be cut through a number, each row
 * is a list of its cells. The ARIA roles are written out because browsers drop them with the table layout.
 */
export const Table = <Row,>({
  caption,
  columns,
  rows,
  isIndex = false,
  foot = [],
}: TableProps<Row>): HtmlEscapedString | Promise<HtmlEscapedString> => (
  <div class="scroll cards" role="region" tabindex={0} aria-label={caption}>
    <table role="table" {...(isIndex && { class: 'index' })}>
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) =>
            column.head === '' ? (
              <td aria-hidden="true" />
            ) : (
              <th scope="col" role="columnheader" class={classOf(column)}>
                {column.headCell ?? column.head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        <Rows rows={rows} columns={columns} />
      </tbody>
      {foot.length === 0 ? null : (
        <tfoot role="rowgroup">
          {foot.map((cells) => (
            <tr role="row">
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th scope="row" role="rowheader">
                    {cell}
                  </th>
                ) : (
                  <td role="cell" class={cell === '' ? '' : 'num'} data-head={columns[index]?.head}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  </div>
);

export const Facts: FC<{ readonly facts: readonly (readonly [label: string, value: Child])[] }> = ({ facts }) => (
  <dl class="facts">
    {facts.map(([label, value]) => (
      <>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
);

/** A bar in thousandths of its cell, as SVG, because the security policy allows no inline style. */
export const Bar: FC<{ readonly share: number }> = ({ share }) => (
  <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
    <rect width={share} height="10" rx="3" />
  </svg>
);

const classOf = <Row,>({ isNumber = false, tone }: Column<Row>): string => tone ?? (isNumber ? 'num' : '');

/** Yields between rows when it takes long, because a year has thousands of cells and the process serves other requests, too. */
const Rows = async <Row,>({ rows, columns }: Pick<TableProps<Row>, 'rows' | 'columns'>): Promise<HtmlEscapedString> => {
  const written: string[] = [];
  for (const row of rows) {
    await yieldWhenLong();
    written.push(
      await render(
        <tr role="row">
          {columns.map((column, index) =>
            index === 0 ? (
              <th scope="row" role="rowheader" class={column.tone ?? 'nowrap'}>
                {column.cell(row)}
              </th>
            ) : (
              <td role="cell" class={classOf(column)} data-head={column.head}>
                {column.cell(row)}
              </td>
            ),
          )}
        </tr>,
      ),
    );
  }
  return raw(written.join(''));
};
