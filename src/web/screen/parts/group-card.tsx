/**
 * One reason for which sales wait, as a card: what to do about it, its largest sales, and what can be decided about all of them.
 */
import type { FC } from 'hono/jsx';
import { findingKind } from '../../../domain/run.ts';
import type { OpenMatter } from '../../../operations/decisions/list-matters.ts';
import type { OpenGroup } from '../../../operations/decisions/open-groups.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { plural } from '../labels.ts';
import type { Links, Query } from '../links.ts';
import { pickOf } from '../picks.ts';
import { IfMay } from './forms.tsx';
import { MattersTable } from './matters-table.tsx';
import { Settings } from './notices.tsx';
import { actionLabel, countAndMoney, groupQuery } from './open-groups.tsx';

interface GroupCardProps {
  readonly links: Links;
  readonly group: OpenGroup;
  /** The largest of its sales; empty for a group that is in the service. */
  readonly matters: readonly OpenMatter[];
  readonly more: Query;
}

export const GroupCard: FC<GroupCardProps> = ({ links, group, matters, more }) => {
  const { what, isSent, count, message, settings, actions } = group;
  const title = reasonTitle(what);
  const query = { ...more, ...groupQuery(group) };
  return (
    <section class="card flush group" aria-label={title}>
      <div class="head">
        {links.may('approve') ? (
          <input
            type="checkbox"
            name="pick"
            {...(!isSent && { class: 'whole' })}
            value={pickOf({ what, isSent })}
            aria-label={`Select all: ${title}`}
          />
        ) : null}
        <div class="what">
          <h3>
            <a href={links.needsYou(query)}>{title}</a>
          </h3>
          <p class="small">
            <strong>{countAndMoney(group)}.</strong> {message}{' '}
            <a href={links.help(findingKind(what))} aria-label={`Help: ${title}`}>
              Help
            </a>
          </p>
          <Settings names={settings} />
        </div>
        <div class="row">
          <IfMay links={links} right="approve">
            {actions.map((action) => (
              <a
                class="button"
                href={links.decide({ ...query, action })}
                aria-label={`${actionLabel(action, what)}: ${title}`}
              >
                {actionLabel(action, what)}
              </a>
            ))}
          </IfMay>
        </div>
      </div>
      {matters.length === 0 ? null : <MattersTable links={links} caption={`The largest: ${title}`} matters={matters} />}
      {count > matters.length && matters.length > 0 ? (
        <p class="foot small">
          <a href={links.needsYou(query)}>All {plural(count, 'sale')}</a>
        </p>
      ) : null}
    </section>
  );
};
