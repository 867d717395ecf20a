import type { FC } from 'hono/jsx';
import { dayIn } from '../../../domain/date-range.ts';
import type { Adjustment, Run, ReportLine } from '../../../domain/run.ts';
import type { Links } from '../links.ts';
import { dayLabel, money } from '../labels.ts';
import { NoteForm } from './note-form.tsx';

interface AdjustmentListProps {
  readonly links: Links;
  readonly runId: string;
  readonly entries: readonly ReportLine[];
  /** Of the adjustments of each entry, which are shown; default all. */
  readonly isListed?: (adjustment: Adjustment) => boolean;
  readonly notes: ReadonlyMap<string, string>;
  /** By storefront, once known: a day is that of the storefront's own calendar. */
  readonly timeZones: Run['timeZones'];
}

const MovementLine: FC<
  Omit<AdjustmentListProps, 'entries' | 'isListed'> & { readonly entry: ReportLine; readonly movement: Adjustment }
> = ({ links, runId, notes, timeZones, entry: { id, storefront }, movement: adjustment }) => {
  const { kind, occurredAt, currency, amount, sent, message } = adjustment;
  // The id by which a reconciliation finds the note again.
  const noted = `${id}/${adjustment.id}`;
  const note = notes.get(`${storefront} ${noted}`);
  return (
    <li>
      <div class="what">
        <span class={`badge ${kind === 'drift' ? 'warn' : ''}`}>{kind}</span>{' '}
        {dayLabel(dayIn(timeZones[storefront] ?? 'UTC', occurredAt))}
        {sent ? ', sent as a transaction of its own' : ''}
        <p class="small">{message}</p>
        {note === undefined ? (
          <NoteForm links={links} runId={runId} storefront={storefront} id={noted} about={`${kind} of ${id}`} />
        ) : (
          <p class="small soft">noted: {note}</p>
        )}
      </div>
      <span class="num">
        {money(currency, amount)} {currency}
      </span>
    </li>
  );
};

/** What happened to sales after they were made: refunds, edits, drift. What was sent stays sent. */
export const AdjustmentList: FC<AdjustmentListProps> = ({ entries: lines, isListed = () => true, ...rest }) => (
  <>
    {lines.map((line) => (
      <section class="apart" aria-label={line.name}>
        <h2>
          <a href={rest.links.of(rest.runId, 'entry', { id: line.id, storefront: line.storefront })}>{line.name}</a>
        </h2>
        <ul class="plain list">
          {line.adjustments.filter(isListed).map((adjustment) => (
            <MovementLine {...rest} entry={line} movement={adjustment} />
          ))}
        </ul>
      </section>
    ))}
  </>
);
