import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import { figureOf, type ShownDay, signOf, stateLabel } from '../day-state.ts';
import type { Links } from '../links.ts';
import { dayLabel, momentLabel, monthLabel, plural } from '../labels.ts';
import { RunForm } from './run-form.tsx';
import { weeksOf } from '../calendar-days.ts';

/** A month of one storefront, as far as it was counted. */
export interface CalendarMonth {
  readonly storefront: string;
  /** IANA; null while the platform could not be asked. */
  readonly timeZone: string | null;
  readonly days: readonly ShownDay[];
  /** The days that can be counted; null when none of them is over. */
  readonly countable: DateRange | null;
  /** Whether a sync of some of these days ended after they were counted. */
  readonly isSyncedSince: boolean;
  /** Why the last count came to nothing, as far as this process knows. */
  readonly failure: string | null;
}

interface StorefrontMonthProps {
  readonly links: Links;
  readonly month: string;
  readonly shown: CalendarMonth;
  readonly isCounting: boolean;
  readonly closed: readonly string[];
}

const countedLabel = (days: readonly ShownDay[]): string => {
  const moments = days.flatMap(({ counted }) => counted?.countedAt ?? []).sort();
  const [oldest, newest] = [moments[0], moments.at(-1)];
  if (oldest === undefined || newest === undefined) return 'never counted';
  return oldest === newest
    ? `counted ${momentLabel(oldest)}`
    : `counted ${momentLabel(oldest)} to ${momentLabel(newest)}`;
};

const verdictOf = (days: readonly ShownDay[]): readonly (readonly [words: string, tone: string])[] => {
  const many = (state: ShownDay['state']): number => days.filter((shown) => shown.state === state).length;
  const [short, differing, unknown] = [many('short'), many('differs'), many('unknown')];
  const counted = days.filter((shown) => shown.counted !== null).length;
  return [
    ...(counted > 0 && short + differing === 0 ? [[`${plural(counted, 'day')} without a gap`, 'good'] as const] : []),
    ...(short > 0 ? [[`${plural(short, 'day')} short`, 'bad'] as const] : []),
    ...(differing > 0 ? [[plural(differing, 'day differs', 'days differ'), 'warn'] as const] : []),
    ...(unknown > 0 ? [[`${plural(unknown, 'day')} not counted`, ''] as const] : []),
  ];
};

/** One storefront's month: what the service holds of each day, where there are gaps, and what can be done about them. */
export const StorefrontMonth: FC<StorefrontMonthProps> = ({ links, month, shown, isCounting, closed }) => {
  const { storefront, timeZone, days, countable, isSyncedSince, failure } = shown;
  return (
    <section class="card" aria-label={storefront}>
      <div class="row spread">
        <h2>{storefront}</h2>
        {countable === null ? null : (
          <form method="post" action={links.calendar()}>
            <input type="hidden" name="storefront" value={storefront} />
            <input type="hidden" name="from" value={countable.from} />
            <input type="hidden" name="to" value={countable.to} />
            <button disabled={isCounting} aria-label={`Count ${monthLabel(month)} of ${storefront}`}>
              Count {monthLabel(month)}
            </button>
          </form>
        )}
      </div>
      <p class="row">
        {verdictOf(days).map(([words, tone]) => (
          <span class={`badge ${tone}`}>{words}</span>
        ))}
        <span class="soft small">
          {countedLabel(days)}; days in {timeZone ?? 'its own time zone, which could not be asked just now'}
        </span>
      </p>
      {failure === null ? null : (
        <p class="note bad" role="alert">
          The last count came to nothing: {failure}
        </p>
      )}
      {isSyncedSince ? (
        <p class="note">A sync of these days has ended since they were counted. Count them again.</p>
      ) : null}
      <MonthGrid
        links={links}
        storefront={storefront}
        caption={`What the service holds of what was sold, ${dayLabel(days[0]?.day ?? '')} to ${dayLabel(days.at(-1)?.day ?? '')}`}
        days={days}
      />
      <DayGaps links={links} storefront={storefront} days={days} closed={closed} />
    </section>
  );
};

interface DayGapsProps {
  readonly links: Links;
  readonly storefront: string;
  readonly days: readonly ShownDay[];
  /** Closed months, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** The days that are not as they should be, each with what can be done about it. */
const DayGaps: FC<DayGapsProps> = ({ links, storefront, days, closed }) => {
  const gaps = days.filter(({ state }) => state === 'short' || state === 'differs');
  if (gaps.length === 0) return null;
  return (
    <ul class="plain list below">
      {gaps.map((shown) => {
        const { day, state } = shown;
        const range = { from: day, to: day };
        return (
          <li>
            <div class="what">
              <strong>{dayLabel(day)}</strong>: {stateLabel(shown)}
              <p class="small soft">
                {state === 'short'
                  ? 'What is held or failed waits for a person; a sync tells the rest.'
                  : 'A sync does not change what was sent.'}{' '}
                To name each, for whoever runs the app:{' '}
                <code>
                  tax-nexus reconcile --storefront {storefront} --from {day} --to {day}
                </code>
              </p>
            </div>
            {state === 'short' ? (
              <RunForm
                links={links}
                request={{ storefronts: [storefront], ...range }}
                mode="day"
                about={dayLabel(day)}
                closed={closed.filter((month) => day.startsWith(month))}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
};

interface MonthGridProps {
  readonly links: Links;
  readonly storefront: string;
  readonly caption: string;
  readonly days: readonly ShownDay[];
}

const weekdays: readonly (readonly [short: string, long: string])[] = [
  ['Mon', 'Monday'],
  ['Tue', 'Tuesday'],
  ['Wed', 'Wednesday'],
  ['Thu', 'Thursday'],
  ['Fri', 'Friday'],
  ['Sat', 'Saturday'],
  ['Sun', 'Sunday'],
];

const DayCell: FC<Pick<MonthGridProps, 'links' | 'storefront'> & { readonly shown: ShownDay | null }> = ({
  links,
  storefront,
  shown,
}) => {
  if (shown === null) return <td />;
  const { day, state } = shown;
  const number = String(Number(day.slice(8)));
  if (state === 'ahead') {
    return (
      <td class="ahead">
        <span>{number}</span>
      </td>
    );
  }
  return (
    <td class={state}>
      <a href={links.check({ storefront, from: day, to: day })}>
        <span class="unseen">{`${dayLabel(day)}: ${stateLabel(shown)}`}</span>
        <span aria-hidden="true">
          {number}
          {signOf(shown) === '' ? null : <i>{signOf(shown)}</i>}
        </span>
        <b aria-hidden="true">{figureOf(shown)}</b>
      </a>
    </td>
  );
};

/** A month of one storefront as a calendar: what the service holds of what was sold, day by day. */
const MonthGrid: FC<MonthGridProps> = ({ links, storefront, caption, days }) => (
  <table class="month">
    <caption>{caption}</caption>
    <thead>
      <tr>
        {weekdays.map(([short, long]) => (
          <th scope="col" abbr={long}>
            {short}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(days).map((week) => (
        <tr>
          {week.map((shown) => (
            <DayCell links={links} storefront={storefront} shown={shown} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
