import type { FC } from 'hono/jsx';
import { type ShownDay, stateWords } from '../day-state.ts';
import type { Links } from '../links.ts';
import { dayWords } from '../words.ts';
import { RunForm } from './run-form.tsx';

interface DayGapsProps {
  readonly links: Links;
  readonly storefront: string;
  readonly days: readonly ShownDay[];
  /** Closed months, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** The days that are not as they should be, each with what can be done about it. */
export const DayGaps: FC<DayGapsProps> = ({ links, storefront, days, closed }) => {
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
              <strong>{dayWords(day)}</strong>: {stateWords(shown)}
              <p class="small soft">
                {state === 'short'
                  ? 'What is held or failed waits for a person; a sync tells the rest.'
                  : 'A sync does not change what was told.'}{' '}
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
                about={dayWords(day)}
                closed={closed.filter((month) => day.startsWith(month))}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
};
