import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import type { ProposedDays } from '../proposed-days.ts';
import { rangeLabel } from '../labels.ts';

interface OtherDaysProps {
  readonly proposed: ProposedDays;
  /** What the fields hold already. */
  readonly shown: DateRange;
  /** The form itself, which is shown again with the days filled in. */
  readonly action: string;
}

const buttons: readonly (readonly [name: keyof ProposedDays, words: string])[] = [
  ['again', 'What was synced so far'],
  ['onwards', 'Go on from there'],
  ['year', 'The last twelve months'],
];

/**
 * Fills in other days, and keeps what was chosen. It stands behind the button that goes on: the first button of a form is
 * the one that the Enter key presses.
 */
export const OtherDays: FC<OtherDaysProps> = ({ proposed, shown, action }) => {
  const others = buttons.flatMap(([name, words]) => {
    const days = proposed[name];
    return days === undefined || (days.from === shown.from && days.to === shown.to) ? [] : [{ name, words, days }];
  });
  if (others.length === 0) return null;
  return (
    <fieldset class="below">
      <legend class="small">Or fill in other days</legend>
      <div class="row">
        {others.map(({ name, words, days }) => (
          <button name="days" value={name} formaction={action} formnovalidate>
            <span>
              {words}
              <br />
              <span class="soft small">{rangeLabel(days)}</span>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
};
