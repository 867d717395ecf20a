import type { FC } from 'hono/jsx';
import type { Run, RunSummary } from '../../../domain/run.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { count, momentLabel, needsAttention, rangeLabel } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { StatusBadge } from '../parts/badges.tsx';

export interface ListedRun {
  readonly run: Run;
  readonly counts: RunSummary['counts'];
  readonly isSigned: boolean;
}

interface RunsPageProps {
  readonly page: PageContext;
  readonly runs: readonly ListedRun[];
  /** The run before which older ones follow; null when there are none. */
  readonly next: string | null;
}

/** An unfinished run needs action, even without failed or held sales. */
const describeAttention = ({ status }: Run, { failed, held }: RunSummary['counts']): string =>
  failed + held === 0 && status === 'finished' ? 'no action needed' : needsAttention(failed + held);

/** All historical runs, newest first. */
export const RunsPage: FC<RunsPageProps> = ({ page, runs, next }) => (
  <Page page={page} title="Runs">
    <div class="row spread">
      <h1>Historical sync</h1>
      <a class="button main" href={page.links.newSync()}>
        New sync
      </a>
    </div>
    {runs.length === 0 ? (
      <section class="card">
        <h2>No sync yet</h2>
        <p>
          A historical sync reads the past sales of your storefronts and sends those that are not in the Tax Nexus
          Service yet. Sales that are already in the service stay as they are.
        </p>
        <p class="soft">Start with a preview. It shows by month and state what would be sent, and sends nothing.</p>
        <a class="button main" href={page.links.newSync()}>
          Choose storefronts and days
        </a>
      </section>
    ) : (
      <section class="card" aria-label="Runs">
        <ul class="plain list">
          {runs.map(({ run, counts, isSigned }) => (
            <li>
              <div class="what">
                <a href={page.links.run(run.id)}>{rangeLabel(run.range)}</a> <StatusBadge status={run.status} />{' '}
                {run.dryRun ? <span class="badge">preview</span> : null}{' '}
                {isSigned ? <span class="badge good">signed off</span> : null}
                <p class="soft small">
                  {run.storefronts.join(', ')} · started{' '}
                  <time datetime={run.startedAt}>{momentLabel(run.startedAt)}</time>
                </p>
              </div>
              <div class="num">
                {count(consideredOf(counts))} considered
                <p class="soft small">{describeAttention(run, counts)}</p>
              </div>
            </li>
          ))}
        </ul>
        {next === null ? null : (
          <p>
            <a href={page.links.runs(next)}>Older runs</a>
          </p>
        )}
      </section>
    )}
  </Page>
);
