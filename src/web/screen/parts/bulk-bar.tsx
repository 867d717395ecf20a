/** The buttons that decide on all sales whose boxes are ticked in the form around it. */
import type { FC } from 'hono/jsx';
import type { DecisionAction } from '../../../domain/decision.ts';
import type { Links } from '../links.ts';
import { IfMay } from './forms.tsx';

const offered: readonly (readonly [action: DecisionAction, label: string])[] = [
  ['send', 'Send anyway'],
  ['leave out', 'Leave out'],
  ['accept', 'Keep as it is'],
  ['later', 'Decide later'],
];

/** It appears with the first tick, and always in browsers without `:has()`. */
export const BulkBar: FC<{
  readonly links: Links;
  /** What can be decided about any of the sales. */
  readonly actions: readonly DecisionAction[];
}> = ({ links, actions }) => (
  <IfMay links={links} right="approve">
    <div class="bulk" role="group" aria-label="Decide on what is selected">
      <span class="soft small">Selected:</span>
      {offered
        .filter(([action]) => actions.includes(action))
        .map(([action, label]) => (
          <button name="action" value={action}>
            {label}
          </button>
        ))}
    </div>
  </IfMay>
);
