/** The list of all past syncs and previews, with how each ended. */
import type { FC } from 'hono/jsx';
import type { Run, RunSummary } from '../../../domain/run.ts';
import type { ShownRun } from '../../../operations/pages.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { type ScreenHandler, Page } from '../page.tsx';
import { count, rangeLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import { ActivityTabs } from '../parts/activity-tabs.tsx';
import { IfMay } from '../parts/forms.tsx';
import { StatusBadge } from '../parts/notices.tsx';
import { NoSync } from '../parts/standing.tsx';
import { sendPage } from '../responses.tsx';

/** Small, because each run is counted separately. */
const pageSize = 12;

/** `GET /activity`: newest first. */
export const listRuns: ScreenHandler = async (context) => {
  const {
    page: { links },
    taxNexus: { pages },
  } = context.var;
  const { runs, next } = await pages.runs(context.req.query('before'), pageSize);
  return sendPage(
    context,
    <Page page={context.var.page} title="Activity">
      <div class="row spread">
        <h1>Activity</h1>
        <IfMay links={links} right="operate">
          <a class="button main" href={links.newSync()}>
            New sync
          </a>
        </IfMay>
      </div>
      <ActivityTabs links={links} current="syncs" />
      {runs.length === 0 ? <NoSync links={links} /> : <RunList links={links} runs={runs} next={next} />}
    </Page>,
  );
};

/** An unfinished run needs action, even without failed or held sales. */
const describeAttention = ({ status }: Run, { failed, held }: RunSummary['counts']): string =>
  failed + held === 0 && status === 'finished' ? 'no action needed' : `${count(failed + held)} failed or on hold`;

/** @param next the cursor of older runs; null at the end */
const RunList: FC<{ readonly links: Links; readonly runs: readonly ShownRun[]; readonly next: string | null }> = ({
  links,
  runs,
  next,
}) => (
  <section class="card" aria-label="Runs">
    <ul class="plain list">
      {runs.map(({ run, counts, signed }) => (
        <li>
          <div class="what">
            <a href={links.run(run.id)}>{rangeLabel(run.range)}</a> <StatusBadge status={run.status} />{' '}
            {run.dryRun ? <span class="badge">preview</span> : null}{' '}
            {signed === null ? null : (
              <span class="badge good">
                signed off by {signed.by} on <Moment at={signed.at} isDay />
              </span>
            )}
            <p class="soft small">
              {run.storefronts.join(', ')} · started <Moment at={run.startedAt} />
            </p>
          </div>
          <div class="num">
            {run.dryRun
              ? `${count(consideredOf(counts))} looked at`
              : `${count(counts.succeeded)} sent, ${count(counts.alreadyPresent)} already there`}
            <p class="soft small">{describeAttention(run, counts)}</p>
          </div>
        </li>
      ))}
    </ul>
    {next === null ? null : (
      <p>
        <a href={links.activity(next)}>Older runs</a>
      </p>
    )}
  </section>
);
