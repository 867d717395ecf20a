import type { FC } from 'hono/jsx';
import type { OpenGroup, OpenMatter } from '../../../operations/decisions.ts';
import { dayOf, grouped, jurisdictionLabel, momentLabel, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { PlatformLink } from './platform-link.tsx';
import { Hidden, IfMay } from './forms.tsx';
import { actionLabel, totalsLabel } from './open-groups.tsx';

/** The query of the page, as links and forms carry it. */
export interface InboxQuery {
  readonly what: string;
  readonly sent: string;
  readonly storefront: string;
  readonly text: string;
  readonly line: string;
  readonly batch: string;
  readonly sort: string;
  readonly after: string;
}

/** Finds sales that wait. */
export const Search: FC<{
  readonly links: Links;
  readonly query: InboxQuery;
  readonly storefronts: readonly string[];
}> = ({ links, query, storefronts }) => (
  <form class="row ends" method="get" action={links.inbox()} role="search">
    <Hidden query={{ ...query, text: '', storefront: '', sort: '', after: '' }} />
    <label>
      Number, state or amount
      <input type="search" name="text" value={query.text} maxlength={100} />
    </label>
    {storefronts.length < 2 ? null : (
      <label>
        Storefront
        <select name="storefront">
          <option value="">All</option>
          {storefronts.map((name) => (
            <option value={name} {...(name === query.storefront && { selected: true })}>
              {name}
            </option>
          ))}
        </select>
      </label>
    )}
    {query.what === '' && query.batch === '' ? null : (
      <label>
        Order
        <select name="sort">
          <option value="money">Largest first</option>
          <option value="newest" {...(query.sort === 'newest' && { selected: true })}>
            Newest first
          </option>
        </select>
      </label>
    )}
    <button>Search</button>
  </form>
);

/** A sale that waits, or was decided. */
export const MatterItem: FC<{ readonly links: Links; readonly query: InboxQuery; readonly matter: OpenMatter }> = ({
  links,
  query,
  matter: {
    runId,
    lineId,
    storefront,
    name,
    message,
    occurredAt,
    jurisdiction,
    total,
    currency,
    decision,
    what,
    isSent,
    url,
    timeZone,
  },
}) => (
  <li>
    <div class="what">
      {runId === null ? name : <a href={links.runPage(runId, 'line', { id: lineId, storefront })}>{name}</a>}
      <p class="soft small">
        {[
          storefront,
          ...(jurisdiction === null ? [] : [jurisdictionLabel(jurisdiction)]),
          ...(occurredAt === null ? [] : [dayOf(timeZone, occurredAt)]),
        ].join(' · ')}
      </p>
      {message === null ? null : <p class="small">{message}</p>}
      <p class="row small">
        {decision === null && query.line === '' ? (
          <a
            href={links.inbox({ what, sent: isSent ? 'yes' : '', line: lineId })}
            aria-label={`Decide on this one: ${name}`}
          >
            Decide on this one
          </a>
        ) : null}
        <PlatformLink url={url} lineId={lineId} name={name} />
      </p>
      {decision === null ? null : (
        <p class="small soft">
          {actionLabel(decision.action, what).toLowerCase()}: {decision.by} on {momentLabel(decision.at)}
          {decision.note === '' ? '' : `, ${decision.note}`}
        </p>
      )}
    </div>
    {total === null || currency === null ? null : (
      <div class="num">
        {grouped(total)} {currency}
      </div>
    )}
  </li>
);

/** What can be done about a group. */
export const Actions: FC<{ readonly links: Links; readonly query: InboxQuery; readonly group: OpenGroup }> = ({
  links,
  query,
  group,
}) => (
  <div class="row">
    <IfMay links={links} right="approve">
      {group.actions.map((action, index) => (
        <a class={index === 0 ? 'button main' : 'button'} href={links.decide({ ...query, after: '', action })}>
          {actionLabel(action, group.what)}
        </a>
      ))}
    </IfMay>
    {group.isSent ? null : (
      <IfMay links={links} right="operate">
        <form method="post" action={links.inbox()}>
          <Hidden query={{ ...query, after: '' }} />
          <button name="do" value="resync">
            Read {plural(group.count, 'sale')} again
          </button>
        </form>
      </IfMay>
    )}
  </div>
);

/** What was decided together, and what can be done about it. */
export const Batch: FC<{
  readonly links: Links;
  readonly batch: string;
  readonly group: OpenGroup;
  readonly first: OpenMatter;
}> = ({ links, batch, group, first }) => (
  <div class="note good" role="status">
    <p>
      {plural(group.count, 'sale')}, {totalsLabel(group.totals)}:{' '}
      {actionLabel(first.decision?.action ?? 'later', group.what).toLowerCase()}.
    </p>
    <div class="row">
      {first.decision?.action !== 'send' ? null : (
        <IfMay links={links} right="operate">
          <form method="post" action={links.inbox()}>
            <input type="hidden" name="batch" value={batch} />
            <button class="main" name="do" value="resync">
              Send now
            </button>
          </form>
        </IfMay>
      )}
      <IfMay links={links} right="approve">
        <form method="post" action={links.inbox()}>
          <input type="hidden" name="batch" value={batch} />
          <button name="do" value="undo">
            Undo
          </button>
        </form>
      </IfMay>
    </div>
  </div>
);
