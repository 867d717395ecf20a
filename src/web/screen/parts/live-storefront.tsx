import type { FC } from 'hono/jsx';
import type { Run, ReportLine, RunSummary } from '../../../domain/run.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import type { Links } from '../links.ts';
import { count, dayLabel, plural } from '../labels.ts';
import { ConfirmClosed } from './confirm-closed.tsx';
import { LineList } from './line-list.tsx';

/** What came in of one storefront. */
export interface LiveSales {
  readonly storefront: string;
  /** The standing run; null when nothing has come in yet. */
  readonly run: Run | null;
  readonly counts: RunSummary['counts'];
  /** What failed or is held, as far as the page shows it. */
  readonly differences: readonly ReportLine[];
  readonly notes: ReadonlyMap<string, string>;
  /** Records that rang and are to be read again. */
  readonly ringing: number;
  /** A month for which sales are held because it was closed; none where none is held for that. */
  readonly closed: readonly string[];
  /** Whether something happened to sales after they were made. */
  readonly isMoved: boolean;
}

/** The live sales of one storefront: what waits for a person first. */
export const LiveStorefront: FC<{ readonly links: Links; readonly sales: LiveSales }> = ({ links, sales }) => {
  const { storefront, run, counts, differences, notes, ringing, closed, isMoved } = sales;
  if (run === null) {
    return (
      <section class="card" aria-label={storefront}>
        <h2>{storefront}</h2>
        <p class="soft">Nothing has come in yet.</p>
      </section>
    );
  }
  const waiting = counts.failed + counts.held;
  return (
    <section class="card" aria-label={storefront}>
      <div class="row spread">
        <h2>{storefront}</h2>
        {waiting === 0 ? null : (
          <form method="post" action={links.of(run.id, 'retry')}>
            <ConfirmClosed closed={closed} isOptional />
            <button aria-label={`Retry all ${plural(waiting, 'sale')} of ${storefront}`}>
              Retry all {plural(waiting, 'sale')}
            </button>
          </form>
        )}
      </div>
      <p class="row">
        {waiting === 0 ? (
          <span class="badge good">nothing waits for you</span>
        ) : (
          <span class="badge warn">{plural(waiting, 'sale')} to look at</span>
        )}
        {ringing === 0 ? null : <span class="badge live">{plural(ringing, 'record')} to be read again</span>}
        <span class="soft small">
          <a href={links.of(run.id, 'entries')}>{plural(consideredOf(counts), 'sale')}</a> since{' '}
          {dayLabel(run.startedAt.slice(0, 10))}: {count(counts.succeeded + counts.alreadyPresent)} sent,{' '}
          {count(counts.skipped)} skipped
        </span>
        {isMoved ? (
          <a class="small" href={links.of(run.id, 'entries', { moved: 'yes' })}>
            Refunds and changes after the sale
          </a>
        ) : null}
      </p>
      <LineList links={links} runId={run.id} entries={differences} notes={notes} />
      {waiting > differences.length ? (
        <p class="below">
          <a href={links.of(run.id, 'entries', { outcome: ['failed', 'held'] })}>All {plural(waiting, 'sale')}</a>
        </p>
      ) : null}
    </section>
  );
};
