import type { FC } from 'hono/jsx';
import { monthsLater } from '../calendar-days.ts';
import { Page, type Setting } from '../page.tsx';
import { CountingState } from '../parts/counting-state.tsx';
import { Following } from '../parts/following.tsx';
import { type CalendarMonth, StorefrontMonth } from '../parts/storefront-month.tsx';
import type { ScreenCounts } from '../screen-ports.ts';
import { monthLabel } from '../labels.ts';

interface CalendarPageProps {
  readonly at: Setting;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly storefronts: readonly CalendarMonth[];
  /** All that can be chosen. */
  readonly all: readonly string[];
  readonly counting: ReturnType<ScreenCounts['now']>;
  /** Closed months, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const legend: readonly (readonly [sign: string, words: string])[] = [
  ['12', 'the service holds all twelve'],
  ['10/12 −2', 'ten of twelve: two are missing at the service'],
  ['12 !1', 'one differs, or is too many'],
  ['0', 'nothing was sold'],
  ['?', 'not counted'],
];

/** Day by day, what the service holds of what was sold. */
export const CalendarPage: FC<CalendarPageProps> = ({ at, month, storefronts, all, counting, closed }) => {
  const { links } = at;
  const chosen = storefronts.map(({ storefront }) => storefront);
  const to = (months: number): string =>
    links.calendar({ month: monthsLater(month, months), ...(chosen.length < all.length && { storefront: chosen }) });
  return (
    <Page at={at} title={`Calendar of ${monthLabel(month)}`} {...(counting !== undefined && { again: 3 })}>
      <h1>{monthLabel(month)}</h1>
      <p class="soft">
        Transactions that the service holds of those that each day’s sales come to. A day counts when it is over.
        Counting reads the month at the platform and at the service, and pushes nothing.
      </p>
      <nav class="chips" aria-label="Month">
        <a href={to(-1)} rel="prev">
          {monthLabel(monthsLater(month, -1))}
        </a>
        <a href={to(1)} rel="next">
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
          at={at}
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
        {legend.map(([sign, words]) => (
          <div>
            <dt>{sign}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
};
