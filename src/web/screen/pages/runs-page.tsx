import type { FC } from 'hono/jsx';
import type { Run, RunSummary } from '../../../domain/run.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { Page, type Setting } from '../page.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { count, momentLabel, plural, rangeLabel } from '../labels.ts';

export interface ListedRun {
  readonly run: Run;
  readonly counts: RunSummary['counts'];
  readonly isSigned: boolean;
}

interface RunsPageProps {
  readonly at: Setting;
  readonly runs: readonly ListedRun[];
  /** The run after which older ones follow; null when there are none. */
  readonly next: string | null;
}

/** One that broke off waits to be gone on with, so that it is not called settled. */
const needsPerson = ({ status }: Run, { failed, held }: RunSummary['counts']): string => {
  if (failed + held > 0) return `${plural(failed + held, 'sale')} to look at`;
  return status === 'finished' ? 'nothing waits for you' : 'no sale to look at';
};

/** All historical runs, newest first. */
export const RunsPage: FC<RunsPageProps> = ({ at, runs, next }) => (
  <Page at={at} title="Runs">
    <div class="row spread">
      <h1>Historical sync</h1>
      <a class="button main" href={at.links.fresh()}>
        New sync
      </a>
    </div>
    {runs.length === 0 ? (
      <section class="card">
        <h2>No sync yet</h2>
        <p>
          A historical sync reads the past sales of your storefronts and tells the Tax Nexus Service those that it does
          not hold yet. Nothing is doubled: a sale that is already there stays as it is.
        </p>
        <p class="soft">Begin with a preview. It shows by month and state what would be sent, and writes nothing.</p>
        <a class="button main" href={at.links.fresh()}>
          Choose storefronts and dates
        </a>
      </section>
    ) : (
      <section class="card" aria-label="Runs">
        <ul class="plain list">
          {runs.map(({ run, counts, isSigned }) => (
            <li>
              <div class="what">
                <a href={at.links.run(run.id)}>{rangeLabel(run.range)}</a> <StatusBadge status={run.status} />{' '}
                {run.dryRun ? <span class="badge">preview</span> : null}{' '}
                {isSigned ? <span class="badge good">signed off</span> : null}
                <p class="soft small">
                  {run.storefronts.join(', ')} · started{' '}
                  <time datetime={run.startedAt}>{momentLabel(run.startedAt)}</time>
                </p>
              </div>
              <div class="num">
                {count(consideredOf(counts))} considered
                <p class="soft small">{needsPerson(run, counts)}</p>
              </div>
            </li>
          ))}
        </ul>
        {next === null ? null : (
          <p>
            <a href={at.links.runs(next)}>Older runs</a>
          </p>
        )}
      </section>
    )}
  </Page>
);
