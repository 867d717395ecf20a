import type { FC } from 'hono/jsx';
import { largestOf, shareOf } from '../shares.ts';
import { addUp, type Sum } from '../sums.ts';
import { count, money } from '../words.ts';
import { Bar } from './bar.tsx';
import { Table } from './table.tsx';

export interface SumRow {
  readonly words: string;
  readonly link: string;
  readonly sum: Sum;
}

interface SumTableProps {
  readonly caption: string;
  readonly head: string;
  readonly currency: string;
  readonly rows: readonly SumRow[];
  readonly valueOf: (sum: Sum) => bigint;
}

/** A chart that is a table: one bar a row, and all of its numbers. */
export const SumTable: FC<SumTableProps> = ({ caption, head, currency, rows, valueOf }) => {
  const largest = largestOf(rows.map(({ sum }) => valueOf(sum)));
  const all = addUp(rows.map(({ sum }) => sum));
  const isNumber = true;
  return (
    <Table<SumRow>
      caption={caption}
      rows={rows}
      foot={[['all', '', money(currency, all.total), money(currency, all.taxCollected), count(all.count)]]}
      columns={[
        { head, cell: ({ words, link }) => <a href={link}>{words}</a> },
        { head: '', tone: 'bar', cell: ({ sum }) => <Bar share={shareOf(valueOf(sum), largest)} /> },
        { head: 'gross', isNumber, cell: ({ sum }) => money(currency, sum.total) },
        { head: 'tax', isNumber, cell: ({ sum }) => money(currency, sum.taxCollected) },
        { head: 'count', isNumber, cell: ({ sum }) => count(sum.count) },
      ]}
    />
  );
};
