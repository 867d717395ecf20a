/** One storefront's month in the calendar: the state of each day, and what to do about incomplete days. */
import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import { weeksOf, figureOf, type ShownDay, signOf, stateLabel, summarizeDays, type StorefrontDays } from '../days.ts';
import { dayLabel, monthLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import { StartForm } from './forms.tsx';
import { Alert } from './notices.tsx';

export interface CalendarMonth extends Omit<StorefrontDays, 'today'> {
  /** The days that can be counted; null while no day is over. */
  readonly countable: DateRange | null;
  /** Whether a sync of some of these days ended after they were counted. */
  readonly isSyncedSince: boolean;
  /** Why the last count failed; null if unknown. */
  readonly failure: string | null;
}

interface StorefrontMonthProps {
  readonly links: Links;
  readonly month: string;
  readonly shown: CalendarMonth;
  readonly isCounting: boolean;
  /** Closed months, `YYYY-MM`. */
  readonly closed: readonly string[];
}

export const StorefrontMonth: FC<StorefrontMonthProps> = ({ links, month, shown, isCounting, closed }) => {
  const { storefront, timeZone, days, countable, isSyncedSince, failure } = shown;
  return (
    <section class="card" aria-label={storefront}>
      <div class="row spread">
        <h2>{storefront}</h2>
        {countable === null || !links.may('operate') ? null : (
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
        {summarizeDays(days).map(({ label, tone }) => (
          <span class={`badge ${tone}`}>{label}</span>
        ))}
        <span class="soft small">
          <Counted days={days} />; time zone {timeZone ?? 'unknown, because the platform did not respond'}
        </span>
      </p>
      {failure === null ? null : <Alert>The last count failed: {failure}</Alert>}
      {isSyncedSince ? <p class="note">A sync of these days ended after they were counted. Count them again.</p> : null}
      <MonthGrid links={links} storefront={storefront} days={days} />
      <DayGaps links={links} storefront={storefront} days={days} closed={closed} />
    </section>
  );
};

const Counted: FC<{ readonly days: readonly ShownDay[] }> = ({ days }) => {
  const moments = days.flatMap(({ counted }) => counted?.countedAt ?? []).sort();
  const [oldest, newest] = [moments[0], moments.at(-1)];
  if (oldest === undefined || newest === undefined) return <>never counted</>;
  return (
    <>
      counted <Moment at={oldest} />
      {oldest === newest ? null : (
        <>
          {' '}
          to <Moment at={newest} />
        </>
      )}
    </>
  );
};

interface DaysProps {
  readonly links: Links;
  readonly storefront: string;
  readonly days: readonly ShownDay[];
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const MonthGrid: FC<DaysProps> = ({ links, storefront, days }) => (
  <table class="month">
    <caption>{`Sales in the service, ${dayLabel(days[0]?.day ?? '')} to ${dayLabel(days.at(-1)?.day ?? '')}`}</caption>
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th scope="col" abbr={weekday}>
            {weekday.slice(0, 3)}
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

const DayCell: FC<Omit<DaysProps, 'days'> & { readonly shown: ShownDay | null }> = ({ links, storefront, shown }) => {
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
  const figures = (
    <>
      <span class="unseen">{`${dayLabel(day)}: ${stateLabel(shown)}`}</span>
      <span aria-hidden="true">
        {number}
        {signOf(shown) === '' ? null : <i>{signOf(shown)}</i>}
      </span>
      <b aria-hidden="true">{figureOf(shown)}</b>
    </>
  );
  return (
    <td class={state}>
      {links.may('operate') ? (
        <a href={links.check({ storefront, from: day, to: day })}>{figures}</a>
      ) : (
        <div>{figures}</div>
      )}
    </td>
  );
};

/** The days that are incomplete or differ, with what to do. */
const DayGaps: FC<DaysProps & Pick<StorefrontMonthProps, 'closed'>> = ({ links, storefront, days, closed }) => {
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
                  ? 'A sync sends the missing sales, except sales that failed or are on hold.'
                  : 'A sync does not change what was sent.'}
              </p>
              <details class="small">
                <summary>For your developer</summary>
                List the sales:{' '}
                <code>{`tax-nexus reconcile --storefront ${storefront} --from ${day} --to ${day}`}</code>
              </details>
            </div>
            {state === 'short' ? (
              <StartForm
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
