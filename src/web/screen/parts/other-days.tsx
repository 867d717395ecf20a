import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import { rangeLabel } from '../labels.ts';
import type { ProposedDays } from '../proposed-days.ts';

interface OtherDaysProps {
  readonly proposed: ProposedDays;
  /** The days in the form now. */
  readonly shown: DateRange;
  /** Address of the form, which is shown again with other days. */
  readonly action: string;
}

const buttons: readonly (readonly [name: keyof ProposedDays, label: string])[] = [
  ['again', 'Use the days synced so far'],
  ['onwards', 'Continue after the last synced day'],
  ['year', 'Use the last 12 months'],
];

/** Fills in other days and keeps the chosen storefronts. It follows the main button, because Enter presses the first one. */
export const OtherDays: FC<OtherDaysProps> = ({ proposed, shown, action }) => {
  const others = buttons.flatMap(([name, label]) => {
    const days = proposed[name];
    return days === undefined || (days.from === shown.from && days.to === shown.to) ? [] : [{ name, label, days }];
  });
  if (others.length === 0) return null;
  return (
    <fieldset class="below">
      <legend class="small">Or use other days</legend>
      <div class="row">
        {others.map(({ name, label, days }) => (
          <button name="days" value={name} formaction={action} formnovalidate>
            <span>
              {label}
              <br />
              <span class="soft small">{rangeLabel(days)}</span>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
};
