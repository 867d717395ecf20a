import type { FC } from 'hono/jsx';
import type { DecidedTogether } from '../../../domain/decision.ts';
import { reasonLabel } from '../../../reconcile/reasons/reasons.ts';
import { momentLabel, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { IfMay } from './forms.tsx';
import { actionLabel } from './open-groups.tsx';

/** Decisions, each with its undo. */
export const DecidedList: FC<{ readonly links: Links; readonly decided: readonly DecidedTogether[] }> = ({
  links,
  decided,
}) => (
  <ul class="plain list">
    {decided.map(({ what, action, note, by, at, batch, count }) => {
      const label = `${actionLabel(action, what)}: ${reasonLabel(what)}, ${plural(count, 'sale')}`;
      return (
        <li>
          <div class="what">
            {label}
            <p class="soft small">
              {by} on {momentLabel(at)}
              {note === '' ? '' : `, ${note}`}
            </p>
          </div>
          <IfMay links={links} right="approve">
            <form method="post" action={links.inbox()}>
              <input type="hidden" name="batch" value={batch} />
              <button name="do" value="undo" aria-label={`Undo: ${label}`}>
                Undo
              </button>
            </form>
          </IfMay>
        </li>
      );
    })}
  </ul>
);
