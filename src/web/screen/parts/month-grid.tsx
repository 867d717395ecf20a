import type { FC } from 'hono/jsx';
import { weeksOf } from '../calendar-days.ts';
import { figureOf, type ShownDay, signOf, stateWords } from '../day-state.ts';
import type { Links } from '../links.ts';
import { dayWords } from '../words.ts';

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
        <span class="unseen">{`${dayWords(day)}: ${stateWords(shown)}`}</span>
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
export const MonthGrid: FC<MonthGridProps> = ({ links, storefront, caption, days }) => (
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
