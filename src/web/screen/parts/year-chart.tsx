/** The sales of the last twelve months as bars for the home page, in one currency, with the same numbers as a table. */
import type { FC } from 'hono/jsx';
import type { LastMonths } from '../../../operations/last-months.ts';
import { count, money, monthLabel } from '../labels.ts';
import { largestOf, shareOf } from '../sums.ts';
import { Table } from './table.tsx';

interface MonthBar {
  readonly month: string;
  readonly sales: number;
  readonly gross: bigint;
  readonly tax: bigint;
}

/** In units of the picture, a month is this wide and a bar at most this high. */
const [width, height] = [80, 150];

const barsOf = ({ months, sums }: LastMonths, currency: string): readonly MonthBar[] =>
  months.map((month) => {
    const found = sums.find((one) => one.month === month && one.currency === currency);
    return { month, sales: found?.sales ?? 0, gross: found?.gross ?? 0n, tax: found?.tax ?? 0n };
  });

/** `Mar`, and the year with January. */
const tickOf = (month: string): string => {
  const [name = month] = monthLabel(month).split(' ');
  return month.endsWith('-01') ? monthLabel(month) : name;
};

export const YearChart: FC<{
  readonly year: LastMonths;
  readonly currency: string;
  readonly linkTo: (month: string) => string;
}> = ({ year, currency, linkTo }) => {
  const bars = barsOf(year, currency);
  const largest = largestOf(bars.map(({ gross }) => gross));
  const isNumber = true;
  return (
    <>
      <figure class="year">
        <svg
          viewBox={`0 0 ${bars.length * width} ${height + 26}`}
          role="group"
          aria-label={`Sales by month in ${currency}`}
        >
          {bars.map(({ month, sales, gross, tax }, index) => {
            const high = gross < 0n ? 0 : (shareOf(gross, largest) * height) / 1000;
            const text = `${monthLabel(month)}: ${money(currency, gross)} ${currency}, tax ${money(currency, tax)}, ${count(sales)} sales`;
            return (
              <a href={linkTo(month)} aria-label={text}>
                <title>{text}</title>
                <rect class="space" x={index * width} y="0" width={width} height={height + 26} />
                <rect class="of" x={index * width + 12} y={height - high} width={width - 24} height={high} rx="4" />
                <text x={index * width + width / 2} y={height + 20}>
                  {tickOf(month)}
                </text>
              </a>
            );
          })}
          <line x1="0" x2={bars.length * width} y1={height} y2={height} />
        </svg>
      </figure>
      <details class="small">
        <summary>Show as table</summary>
        <Table<MonthBar>
          caption={`What the service holds, in ${currency}; sales without tax`}
          rows={bars}
          columns={[
            { head: 'Month', cell: ({ month }) => <a href={linkTo(month)}>{monthLabel(month)}</a> },
            { head: 'Sales', isNumber, cell: ({ sales }) => count(sales) },
            { head: 'Gross sales', isNumber, cell: ({ gross }) => money(currency, gross) },
            { head: 'Tax collected', isNumber, cell: ({ tax }) => money(currency, tax) },
          ]}
        />
      </details>
    </>
  );
};
