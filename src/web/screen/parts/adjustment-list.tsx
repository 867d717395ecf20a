import type { FC } from 'hono/jsx';
import { dayIn } from '../../../domain/date-range.ts';
import type { Adjustment, ReportLine, Run } from '../../../domain/run.ts';
import { dayLabel, money } from '../labels.ts';
import type { Links } from '../links.ts';
import { NoteForm } from './forms.tsx';

interface AdjustmentListProps {
  readonly links: Links;
  readonly runId: string;
  readonly lines: readonly ReportLine[];
  /** Which adjustments are shown; default all. */
  readonly isListed?: (adjustment: Adjustment) => boolean;
  readonly notes: ReadonlyMap<string, string>;
  /** By storefront, once known. Days are in the storefront's time zone. */
  readonly timeZones: Run['timeZones'];
}

const AdjustmentItem: FC<
  Omit<AdjustmentListProps, 'lines' | 'isListed'> & { readonly line: ReportLine; readonly adjustment: Adjustment }
> = ({ links, runId, notes, timeZones, line: { id, storefront }, adjustment }) => {
  const { kind, occurredAt, currency, amount, sent, message } = adjustment;
  // The id under which a reconciliation finds the note.
  const noteId = `${id}/${adjustment.id}`;
  const note = notes.get(`${storefront} ${noteId}`);
  return (
    <li>
      <div class="what">
        <span class={`badge ${kind === 'drift' ? 'warn' : ''}`}>{kind}</span>{' '}
        {dayLabel(dayIn(timeZones[storefront] ?? 'UTC', occurredAt))}
        {sent ? ', sent as a separate transaction' : ''}
        <p class="small">{message}</p>
        {note === undefined ? (
          <NoteForm links={links} runId={runId} storefront={storefront} id={noteId} about={`${kind} of ${id}`} />
        ) : (
          <p class="small soft">note: {note}</p>
        )}
      </div>
      <span class="num">
        {money(currency, amount)} {currency}
      </span>
    </li>
  );
};

/** What happened to sales later: refunds, edits, drift. */
export const AdjustmentList: FC<AdjustmentListProps> = ({ lines, isListed = () => true, ...rest }) => (
  <>
    {lines.map((line) => (
      <section class="apart" aria-label={line.name}>
        <h2>
          <a href={rest.links.runPage(rest.runId, 'entry', { id: line.id, storefront: line.storefront })}>
            {line.name}
          </a>
        </h2>
        <ul class="plain list">
          {line.adjustments.filter(isListed).map((adjustment) => (
            <AdjustmentItem {...rest} line={line} adjustment={adjustment} />
          ))}
        </ul>
      </section>
    ))}
  </>
);
