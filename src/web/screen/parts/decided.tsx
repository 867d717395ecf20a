/** Lists what people decided about held sales, each with its undo. */
import type { FC } from 'hono/jsx';
import type { DecidedTogether } from '../../../domain/decision.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { plural } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import { UndoForm } from './matters.tsx';
import { actionLabel } from './open-groups.tsx';

export const DecidedList: FC<{
  readonly links: Links;
  readonly decided: readonly DecidedTogether[];
  /** The sale whose decisions are shown and undone. Default: all sales. */
  readonly lineId?: string;
}> = ({ links, decided, lineId }) => (
  <ul class="plain list">
    {decided.map(({ what, action, note, by, at, batch, count }) => {
      const label = `${actionLabel(action, what)}: ${reasonTitle(what)}, ${plural(count, 'sale')}`;
      return (
        <li>
          <div class="what">
            {label}
            <p class="soft small">
              {by} on <Moment at={at} />
              {note === '' ? '' : `, ${note}`}
            </p>
          </div>
          <UndoForm links={links} batch={batch} label="Undo" about={label} {...(lineId !== undefined && { lineId })} />
        </li>
      );
    })}
  </ul>
);
