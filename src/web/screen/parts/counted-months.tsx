/**
 * Compares, month by month, how many sales of a run the platform has and how many the service has, as reconciliations counted
 * them.
 */
import type { FC } from 'hono/jsx';
import { daysOf, monthsOf } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import type { Pages } from '../../../operations/pages.ts';
import { count, monthLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { shareOf } from '../sums.ts';
import { Bar, type Column, Table } from './table.tsx';

/** The counts of a month, of all storefronts of a run together. */
export interface CountedMonth {
  readonly month: string;
  /** The days of the run in this month, counted once for each storefront. */
  readonly days: number;
  readonly counted: number;
  readonly source: number;
  readonly service: number;
  readonly missing: number;
}

export const readCountedMonths = async (
  { days: countsOf }: Pick<Pages, 'days'>,
  run: Run,
): Promise<readonly CountedMonth[]> => {
  const months = new Map<string, CountedMonth>(
    monthsOf(run.range).map((range) => {
      const month = range.from.slice(0, 7);
      const days = daysOf(range).length * run.storefronts.length;
      return [month, { month, days, counted: 0, source: 0, service: 0, missing: 0 }];
    }),
  );
  for (const storefront of run.storefronts) {
    for (const { day, source, service, missing } of await countsOf(storefront, run.range)) {
      const month = months.get(day.slice(0, 7));
      if (month === undefined) continue;
      months.set(month.month, {
        ...month,
        counted: month.counted + 1,
        source: month.source + source,
        service: month.service + service,
        missing: month.missing + missing,
      });
    }
  }
  return [...months.values()];
};

interface CountedMonthsProps {
  readonly links: Links;
  readonly run: Run;
  readonly months: readonly CountedMonth[];
}

/** Counts are shown as far as they are known; amounts only on request, because comparing them reads the platform. */
export const CountedMonths: FC<CountedMonthsProps> = ({ links, run: { storefronts }, months }) => {
  const isNumber = true;
  const known = (one: CountedMonth, value: number): string => (one.counted === 0 ? '' : count(value));
  const amounts: Column<CountedMonth> = {
    head: 'amounts',
    isNumber,
    cell: ({ month }) => (
      <a href={links.tieOut({ month, storefront: storefronts })} aria-label={`Compare amounts of ${monthLabel(month)}`}>
        Compare
      </a>
    ),
  };
  return (
    <section class="card" aria-labelledby="counted">
      <h2 id="counted">Sent against the platform</h2>
      <Table<CountedMonth>
        caption="Sales, as reconciliations counted them; each month leads to its calendar"
        rows={months}
        columns={[
          {
            head: 'month',
            cell: ({ month }) => (
              <a
                href={links.calendar({ month, storefront: storefronts })}
                aria-label={`Calendar of ${monthLabel(month)}`}
              >
                {monthLabel(month)}
              </a>
            ),
          },
          {
            head: '',
            tone: 'bar',
            cell: ({ source, service }) => (
              <Bar share={Math.min(1000, shareOf(BigInt(service), BigInt(Math.max(source, 1))))} />
            ),
          },
          { head: 'platform', isNumber, cell: (one) => known(one, one.source) },
          { head: 'service', isNumber, cell: (one) => known(one, one.service) },
          { head: 'missing', isNumber, cell: (one) => known(one, one.missing) },
          {
            head: 'days counted',
            isNumber,
            cell: ({ counted, days }) => (counted === 0 ? 'none' : counted === days ? 'all' : `${counted} of ${days}`),
          },
          ...(links.may('operate') ? [amounts] : []),
        ]}
      />
    </section>
  );
};
