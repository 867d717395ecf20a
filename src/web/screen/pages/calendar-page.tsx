import type { FC } from 'hono/jsx';
import { monthsLater } from '../calendar-days.ts';
import { dayLabel, monthLabel } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { Following } from '../parts/following.tsx';
import { type CalendarMonth, StorefrontMonth } from '../parts/storefront-month.tsx';
import type { ScreenCounts } from '../screen-ports.ts';

/** The running count. */
export const CountingState: FC<{ readonly counting: NonNullable<ReturnType<ScreenCounts['now']>> }> = ({
  counting: { storefront, range },
}) => (
  <>
    <p>
      <span class="badge live">counting</span> {storefront}, {dayLabel(range.from)} to {dayLabel(range.to)}. The
      platform’s records are compared with the service’s list; nothing is sent.
    </p>
    <progress aria-label={`Counting ${storefront}`} />
  </>
);

interface CalendarPageProps {
  readonly page: PageContext;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly storefronts: readonly CalendarMonth[];
  /** All storefronts that can be chosen. */
  readonly all: readonly string[];
  readonly counting: ReturnType<ScreenCounts['now']>;
  /** Closed months, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const legend: readonly (readonly [sign: string, meaning: string])[] = [
  ['12', 'all 12 sales are in the service'],
  ['10/12 −2', '10 of 12: 2 are missing in the service'],
  ['12 !1', 'one differs, or is in the service only'],
  ['0', 'no sales'],
  ['?', 'not counted'],
];

/** Sales in the service, by day. */
export const CalendarPage: FC<CalendarPageProps> = ({ page, month, storefronts, all, counting, closed }) => {
  const { links } = page;
  const chosen = storefronts.map(({ storefront }) => storefront);
  const linkTo = (months: number): string =>
    links.calendar({ month: monthsLater(month, months), ...(chosen.length < all.length && { storefront: chosen }) });
  return (
    <Page page={page} title={`Calendar of ${monthLabel(month)}`} {...(counting !== undefined && { refresh: 3 })}>
      <h1>{monthLabel(month)}</h1>
      <p class="soft">
        Sales sent to the service, by day. Counting compares the platform with the service, day by day once the day is
        over, and sends nothing.
      </p>
      <nav class="chips" aria-label="Month">
        <a href={linkTo(-1)} rel="prev">
          {monthLabel(monthsLater(month, -1))}
        </a>
        <a href={linkTo(1)} rel="next">
          {monthLabel(monthsLater(month, 1))}
        </a>
        <a href={links.calendar({ year: month.slice(0, 4) })}>All of {month.slice(0, 4)}</a>
        {all.length < 2
          ? null
          : all.map((name) => (
              <a
                href={links.calendar({ month, storefront: name })}
                {...(chosen.length === 1 && chosen[0] === name && { 'aria-current': 'true' })}
              >
                {name}
              </a>
            ))}
      </nav>
      {counting === undefined ? null : (
        <Following
          page={page}
          events={links.calendarEvents}
          label="Counting"
          shown={<CountingState counting={counting} />}
        />
      )}
      {storefronts.map((shown) => (
        <StorefrontMonth
          links={links}
          month={month}
          shown={shown}
          isCounting={counting !== undefined}
          closed={closed}
        />
      ))}
      <dl class="legend small soft" aria-label="Signs">
        {legend.map(([sign, meaning]) => (
          <div>
            <dt>{sign}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
};
