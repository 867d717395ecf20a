import type { FC } from 'hono/jsx';
import { isCounted, type ShownDay, summarizeDays } from '../day-state.ts';
import { count, monthLabel, plural } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import type { StorefrontDays } from '../read-days.ts';

interface YearPageProps {
  readonly page: PageContext;
  readonly year: number;
  readonly storefronts: readonly Pick<StorefrontDays, 'storefront' | 'days'>[];
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

interface MonthCellProps {
  readonly link: string;
  readonly label: string;
  readonly days: readonly ShownDay[];
}

const MonthCell: FC<MonthCellProps> = ({ link, label, days }) => {
  const counted = days.filter(isCounted).length;
  const gaps = summarizeDays(days).filter(({ tone }) => tone === 'bad' || tone === 'warn');
  const unknown = days.some(({ state }) => state === 'unknown') ? 'not counted' : 'upcoming';
  const result = gaps.map((gap) => gap.label).join(', ') || (counted > 0 ? 'complete' : unknown);
  return (
    <td>
      <a href={link} aria-label={`${label}: ${result}`}>
        <span class={`badge ${gaps[0]?.tone ?? (counted > 0 ? 'good' : '')}`}>{result}</span>
      </a>
      <span class="soft small">
        {' '}
        {counted === 0 ? '' : `${count(counted)} of ${plural(days.length, 'day')} counted`}
      </span>
    </td>
  );
};

/** The months of a year, with their incomplete days. */
export const YearPage: FC<YearPageProps> = ({ page, year, storefronts }) => {
  const { links } = page;
  return (
    <Page page={page} title={`Calendar of ${year}`}>
      <h1>{year}</h1>
      <nav class="chips" aria-label="Year">
        <a href={links.calendar({ year: String(year - 1) })} rel="prev">
          {year - 1}
        </a>
        <a href={links.calendar({ year: String(year + 1) })} rel="next">
          {year + 1}
        </a>
      </nav>
      <section class="card" aria-label="Months">
        <div class="scroll" role="region" tabindex={0} aria-label="Months of the storefronts">
          <table>
            <caption>Sales in the service, by month</caption>
            <thead>
              <tr>
                <th scope="col">month</th>
                {storefronts.map(({ storefront }) => (
                  <th scope="col">{storefront}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {monthNumbers.map((number) => {
                const month = `${year}-${number}`;
                return (
                  <tr>
                    <th scope="row" class="nowrap">
                      <a href={links.calendar({ month })}>{monthLabel(month)}</a>
                    </th>
                    {storefronts.map(({ storefront, days }) => (
                      <MonthCell
                        link={links.calendar({ month, storefront })}
                        label={`${monthLabel(month)}, ${storefront}`}
                        days={days.filter(({ day }) => day.startsWith(month))}
                      />
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
    </Page>
  );
};
