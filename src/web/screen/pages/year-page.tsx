import type { FC } from 'hono/jsx';
import type { ShownDay } from '../day-state.ts';
import { Page, type Setting } from '../page.tsx';
import { count, monthLabel, plural } from '../labels.ts';

/** A year of one storefront. */
export interface CalendarYear {
  readonly storefront: string;
  readonly days: readonly ShownDay[];
}

interface YearPageProps {
  readonly at: Setting;
  readonly year: number;
  readonly storefronts: readonly CalendarYear[];
}

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

const MonthCell: FC<{ readonly link: string; readonly words: string; readonly days: readonly ShownDay[] }> = ({
  link,
  words,
  days,
}) => {
  const many = (state: ShownDay['state']): number => days.filter((shown) => shown.state === state).length;
  const counted = days.filter((shown) => shown.counted !== null).length;
  const [short, differing] = [many('short'), many('differs')];
  const gaps = [
    ...(short > 0 ? [`${plural(short, 'day')} short`] : []),
    ...(differing > 0 ? [plural(differing, 'day differs', 'days differ')] : []),
  ];
  const tone = short > 0 ? 'bad' : differing > 0 ? 'warn' : counted > 0 ? 'good' : '';
  const result =
    gaps.length > 0 ? gaps.join(', ') : counted > 0 ? 'no gap' : many('unknown') > 0 ? 'not counted' : 'ahead';
  return (
    <td>
      <a href={link} aria-label={`${words}: ${result}`}>
        <span class={`badge ${tone}`}>{result}</span>
      </a>
      <span class="soft small">
        {' '}
        {counted === 0 ? '' : `${count(counted)} of ${plural(days.length, 'day')} counted`}
      </span>
    </td>
  );
};

/** A year at a glance: where each month has gaps. */
export const YearPage: FC<YearPageProps> = ({ at, year, storefronts }) => {
  const { links } = at;
  return (
    <Page at={at} title={`Calendar of ${year}`}>
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
            <caption>What the service holds of what was sold, by month; a month leads to its days</caption>
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
                        words={`${monthLabel(month)}, ${storefront}`}
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
