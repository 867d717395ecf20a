/** A year of the calendar: for each month and storefront whether its days are counted and complete. */
import type { FC } from 'hono/jsx';
import { countAfterSync, maxRuns } from '../count-after-sync.ts';
import { isCounted, readChosenDays, type ShownDay, summarizeDays } from '../days.ts';
import { count, monthLabel, plural } from '../labels.ts';
import { Page, type ScreenContext } from '../page.tsx';
import { Counting } from '../parts/counting.tsx';
import { Alert } from '../parts/notices.tsx';
import { sendMessage, sendPage } from '../responses.tsx';

/** Also begins to count the days that syncs of the year covered. */
export const showYear = async (context: ScreenContext, text: string): Promise<Response> => {
  if (!/^\d{4}$/.test(text)) return sendMessage(context, 'Year not found', 'Enter it as YYYY, such as 2026.', 404);
  const year = Number(text);
  const { page, taxNexus } = context.var;
  const { links } = page;
  const { counting, newestRuns } = taxNexus.pages;
  const chosen = await readChosenDays(context, { from: `${text}-01-01`, to: `${text}-12-31` });
  await countAfterSync(context, chosen, await newestRuns(maxRuns));
  return sendPage(
    context,
    <Page page={page} title={`Calendar of ${year}`} {...(counting.now() !== undefined && { refresh: 3 })}>
      <h1>{year}</h1>
      <nav class="chips" aria-label="Year">
        <a href={links.calendar({ year: String(year - 1) })} rel="prev">
          {year - 1}
        </a>
        <a href={links.calendar({ year: String(year + 1) })} rel="next">
          {year + 1}
        </a>
      </nav>
      <Counting page={page} counting={counting.now()} />
      {chosen.map(({ storefront }) => {
        const failure = counting.failure(storefront);
        return failure === undefined ? null : <Alert>{`${storefront}: the last count failed. ${failure}`}</Alert>;
      })}
      <section class="card" aria-label="Months">
        <div class="scroll" role="region" tabindex={0} aria-label="Months of the storefronts">
          <table>
            <caption>Sales in the service, by month</caption>
            <thead>
              <tr>
                <th scope="col">month</th>
                {chosen.map(({ storefront }) => (
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
                    {chosen.map(({ storefront, days }) => (
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
    </Page>,
  );
};

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

interface MonthCellProps {
  readonly link: string;
  readonly label: string;
  readonly days: readonly ShownDay[];
}

const MonthCell: FC<MonthCellProps> = ({ link, label, days }) => {
  const counted = days.filter(isCounted).length;
  const gaps = summarizeDays(days).filter(
    ({ tone, label: text }) => tone === 'bad' || tone === 'warn' || text.includes('left out'),
  );
  const isOpen = days.some(({ state }) => state === 'unknown');
  const isWhole = counted > 0 && !isOpen;
  const rest = isOpen ? (counted > 0 ? 'partly counted' : 'not counted') : isWhole ? 'complete' : 'upcoming';
  const result = gaps.map((gap) => gap.label).join(', ') || rest;
  return (
    <td>
      <a href={link} aria-label={`${label}: ${result}`}>
        <span class={`badge ${gaps[0]?.tone ?? (isWhole ? 'good' : '')}`}>{result}</span>
      </a>
      <span class="soft small">
        {' '}
        {counted === 0 ? '' : `${count(counted)} of ${plural(days.length, 'day')} counted`}
      </span>
    </td>
  );
};
