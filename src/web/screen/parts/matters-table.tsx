/** A table of sales that wait for a decision, or that were decided. */
import type { FC } from 'hono/jsx';
import type { OpenMatter } from '../../../operations/decisions/list-matters.ts';
import { adjustmentIn } from '../../../domain/decision.ts';
import { dayOf, grouped, jurisdictionLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { Moment } from '../moments.tsx';
import { pickOf } from '../picks.ts';
import { actionLabel } from './open-groups.tsx';
import { PlatformLink } from './platform-link.tsx';
import { type SaleRow, SalesTable } from './sales-table.tsx';
import { UndoForm } from './matters.tsx';

export const MattersTable: FC<{
  readonly links: Links;
  /** Different from other tables of the page. */
  readonly caption: string;
  readonly matters: readonly OpenMatter[];
}> = ({ links, caption, matters }) => (
  <SalesTable caption={caption} rows={matters.map((matter) => toRow(links, matter))} />
);

const toRow = (links: Links, matter: OpenMatter): SaleRow => {
  const { runId, lineId, storefront, name, kind, message, occurredAt, jurisdiction, total, taxCollected } = matter;
  const { currency, decision, what, isSent, url, timeZone } = matter;
  const changed = adjustmentIn(what);
  return {
    ...{ name, kind, storefront },
    // A change has a day that differs from its sale's day.
    day: occurredAt === null ? '–' : `${changed === undefined ? '' : `${changed} of `}${dayOf(timeZone, occurredAt)}`,
    href: runId === null ? null : links.runPage(runId, 'line', { id: lineId, storefront }),
    place: jurisdiction === null ? '–' : jurisdictionLabel(jurisdiction),
    total: total === null || currency === null ? '–' : `${grouped(total)} ${currency}`,
    tax: taxCollected === null ? '–' : grouped(taxCollected),
    status: (
      <>
        {message === null ? null : <span class="small">{message} </span>}
        <span class="small">
          <PlatformLink url={url} lineId={lineId} name={name} />
        </span>
        {decision === null ? null : (
          <div class="row small soft">
            <span>
              {actionLabel(decision.action, what)}: {decision.by} on <Moment at={decision.at} />
              {decision.note === '' ? '' : `, ${decision.note}`}
            </span>
            <UndoForm links={links} batch={decision.batch} lineId={lineId} label="Undo this one" about={name} />
          </div>
        )}
      </>
    ),
    pick: decision === null && links.may('approve') ? pickOf({ what, isSent, lineId }) : null,
  };
};
