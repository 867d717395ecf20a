import type { FC } from 'hono/jsx';
import { addUp, largestOf, shareOf, type Sum } from '../sums.ts';
import { count, money } from '../words.ts';
import { Bar } from './bar.tsx';

export interface SumRow {
  readonly words: string;
  readonly link: string | null;
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
  return (
    <div class="scroll" role="region" tabindex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <td aria-hidden="true" />
            <th scope="col" class="num">
              gross
            </th>
            <th scope="col" class="num">
              tax
            </th>
            <th scope="col" class="num">
              count
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ words, link, sum }) => (
            <tr>
              <th scope="row" class="nowrap">
                {link === null ? words : <a href={link}>{words}</a>}
              </th>
              <td class="bar">
                <Bar share={shareOf(valueOf(sum), largest)} />
              </td>
              <td class="num">{money(currency, sum.total)}</td>
              <td class="num">{money(currency, sum.taxCollected)}</td>
              <td class="num">{count(sum.count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">all</th>
            <td />
            <td class="num">{money(currency, all.total)}</td>
            <td class="num">{money(currency, all.taxCollected)}</td>
            <td class="num">{count(all.count)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
