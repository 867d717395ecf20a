/** The sales of the last twelve months as bars for the home page, in one currency, with the same numbers as a table. */
import type { FC } from 'hono/jsx';
import type { LastMonths } from '../../../operations/last-months.ts';
import { count, money, monthLabel } from '../labels.ts';
import { largestOf, shareOf } from '../sums.ts';
import { MonthBars } from './month-bars.tsx';
import { Table } from './table.tsx';

interface MonthOfYear {
  readonly month: string;
  readonly sales: number;
  readonly gross: bigint;
  readonly tax: bigint;
}

export const YearChart: FC<{
  readonly year: LastMonths;
  readonly currency: string;
  readonly linkTo: (month: string) => string;
}> = ({ year, currency, linkTo }) => {
  const months = monthsOf(year, currency);
  const largest = largestOf(months.map(({ gross }) => gross));
  const isNumber = true;
  return (
    <>
      <MonthBars
        label={`Sales by month in ${currency}`}
        bars={months.map(({ month, sales, gross, tax }) => ({
          ...{ month, href: linkTo(month), share: gross < 0n ? 0 : shareOf(gross, largest) },
          text: `${monthLabel(month)}: ${money(currency, gross)} ${currency}, tax ${money(currency, tax)}, ${count(sales)} sales`,
        }))}
      />
      <details class="small">
        <summary>Show as table</summary>
        <Table<MonthOfYear>
          caption={`What the service holds, in ${currency}; sales without tax`}
          rows={months}
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

const monthsOf = ({ months, sums }: LastMonths, currency: string): readonly MonthOfYear[] =>
  months.map((month) => {
    const found = sums.find((one) => one.month === month && one.currency === currency);
    return { month, sales: found?.sales ?? 0, gross: found?.gross ?? 0n, tax: found?.tax ?? 0n };
  });
