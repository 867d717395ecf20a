import type { FC } from 'hono/jsx';
import { dayIn } from '../../../domain/date-range.ts';
import type { Adjustment, Run, ReportLine } from '../../../domain/run.ts';
import type { Links } from '../links.ts';
import { dayWords, money } from '../words.ts';
import { NoteForm } from './note-form.tsx';

interface MovementListProps {
  readonly links: Links;
  readonly runId: string;
  readonly entries: readonly ReportLine[];
  /** Of the movements of each entry, which are shown; default all. */
  readonly isListed?: (movement: Adjustment) => boolean;
  readonly notes: ReadonlyMap<string, string>;
  /** By storefront, once known: a day is that of the storefront's own calendar. */
  readonly timeZones: Run['timeZones'];
}

const MovementLine: FC<
  Omit<MovementListProps, 'entries' | 'isListed'> & { readonly entry: ReportLine; readonly movement: Adjustment }
> = ({ links, runId, notes, timeZones, entry: { id, storefront }, movement }) => {
  const { kind, occurredAt, currency, amount, sent, message } = movement;
  // The id by which a reconciliation finds the note again.
  const noted = `${id}/${movement.id}`;
  const note = notes.get(`${storefront} ${noted}`);
  return (
    <li>
      <div class="what">
        <span class={`badge ${kind === 'drift' ? 'warn' : ''}`}>{kind}</span>{' '}
        {dayWords(dayIn(timeZones[storefront] ?? 'UTC', occurredAt))}
        {sent ? ', told as a transaction of its own' : ''}
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

/** What happened to sales after they were made: refunds, edits, drift. What was told stays told. */
export const MovementList: FC<MovementListProps> = ({ entries, isListed = () => true, ...rest }) => (
  <>
    {entries.map((entry) => (
      <section class="apart" aria-label={entry.name}>
        <h2>
          <a href={rest.links.of(rest.runId, 'entry', { id: entry.id, storefront: entry.storefront })}>{entry.name}</a>
        </h2>
        <ul class="plain list">
          {entry.adjustments.filter(isListed).map((movement) => (
            <MovementLine {...rest} entry={entry} movement={movement} />
          ))}
        </ul>
      </section>
    ))}
  </>
);
