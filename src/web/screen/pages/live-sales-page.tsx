import type { FC } from 'hono/jsx';
import type { Run, RunSummary } from '../../../core/run.ts';
import { consideredOf } from '../../../sync/progress.ts';
import { Page, type Setting } from '../page.tsx';
import { count, dayWords, plural } from '../words.ts';

export interface LiveSales {
  readonly storefront: string;
  /** The standing run; null when nothing has come in yet. */
  readonly run: Run | null;
  readonly counts: RunSummary['counts'];
  /** Whether something happened to sales after they were made. */
  readonly isMoved: boolean;
}

/** What came in since the history was told: by webhooks and by catch-up. */
export const LiveSalesPage: FC<{ readonly at: Setting; readonly sales: readonly LiveSales[] }> = ({ at, sales }) => (
  <Page at={at} title="Live sales">
    <h1>Live sales</h1>
    <p class="soft">What webhooks and catch-up settled, refunds and changes among it. Look at what waits for you.</p>
    <div class="grid top three">
      {sales.map(({ storefront, run, counts, isMoved }) => {
        const waiting = counts.failed + counts.held;
        return (
          <section class="card" aria-label={storefront}>
            <h2>{storefront}</h2>
            {run === null ? (
              <p class="soft">Nothing has come in yet.</p>
            ) : (
              <>
                <p>
                  <a href={at.links.of(run.id, 'entries')}>{plural(consideredOf(counts), 'sale')}</a> since{' '}
                  {dayWords(run.startedAt.slice(0, 10))}: {count(counts.succeeded + counts.alreadyPresent)} told,{' '}
                  {count(counts.skipped)} skipped
                </p>
                <p>
                  {waiting === 0 ? (
                    <span class="badge good">nothing waits for you</span>
                  ) : (
                    <a href={at.links.of(run.id, 'entries', { outcome: ['failed', 'held'] })}>
                      {plural(waiting, 'sale')} to look at
                    </a>
                  )}
                </p>
                {isMoved ? (
                  <p>
                    <a href={at.links.of(run.id, 'entries', { moved: 'yes' })}>Refunds and changes after the sale</a>
                  </p>
                ) : null}
              </>
            )}
          </section>
        );
      })}
    </div>
  </Page>
);
