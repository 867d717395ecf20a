import type { FC } from 'hono/jsx';
import type { Run, RunSummary } from '../../../domain/run.ts';
import type { ShownRun } from '../../../operations/pages.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { type ScreenHandler, Page } from '../page.tsx';
import { openingMonth } from '../count-after-sync.ts';
import { monthRange, syncedDays } from '../days.ts';
import { count, rangeLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import { StatusBadge } from '../parts/notices.tsx';
import { IfMay } from '../parts/forms.tsx';
import { FirstSteps, NoStorefront, StandingPart } from '../parts/standing.tsx';
import { sendPage } from '../responses.tsx';

/** Small, because each run is counted separately. */
const pageSize = 12;

/** `GET /`: all historical runs, newest first. */
export const listRuns: ScreenHandler = async (context) => {
  const {
    page,
    host,
    taxNexus: { pages },
  } = context.var;
  const hasStorefront = pages.storefronts().length > 0;
  const { runs, next } = await pages.runs(context.req.query('before'), pageSize);
  const standing = await pages.standing();
  const isLive = await pages.isLive();
  const synced = await syncedDays(pages);
  /** The last month that is synced. */
  const lastMonth = openingMonth(
    runs.map(({ run }) => run),
    pages.storefronts(),
    host.clock.now(),
  );
  return sendPage(
    context,
    <Page page={page} title="Home">
      <div class="row spread">
        <h1>Historical sync</h1>
        {hasStorefront ? (
          <IfMay links={page.links} right="operate">
            <a class="button main" href={page.links.newSync()}>
              New sync
            </a>
          </IfMay>
        ) : null}
      </div>
      {hasStorefront ? null : <NoStorefront />}
      {runs.length === 0 && standing.groups.length === 0 ? null : (
        <StandingPart
          links={page.links}
          standing={standing}
          toReview={toReview(runs)}
          isLive={isLive}
          synced={synced}
        />
      )}
      {runs.length === 0 ? null : (
        <p>
          <a href={page.links.period({ ...monthRange(lastMonth) })}>Statement and files for your accountant</a>
        </p>
      )}
      {hasStorefront || runs.length > 0 ? <RunList links={page.links} runs={runs} next={next} /> : null}
    </Page>,
  );
};

/** The newest finished sync without a sign-off. */
const toReview = (runs: readonly ShownRun[]): Run | null =>
  runs.find(({ run, signed }) => run.status === 'finished' && !run.dryRun && signed === null)?.run ?? null;

/** An unfinished run needs action, even without failed or held sales. */
const describeAttention = ({ status }: Run, { failed, held }: RunSummary['counts']): string =>
  failed + held === 0 && status === 'finished' ? 'no action needed' : `${count(failed + held)} failed or on hold`;

/** @param next the run before which older ones follow; null when there are none */
const RunList: FC<{ readonly links: Links; readonly runs: readonly ShownRun[]; readonly next: string | null }> = ({
  links,
  runs,
  next,
}) =>
  runs.length === 0 ? (
    <section class="card">
      <h2>No sync yet</h2>
      <p>
        A historical sync reads the past sales of your storefronts and sends those that are not in the Tax Nexus Service
        yet. Sales that are already in the service stay as they are.
      </p>
      <IfMay links={links} right="operate">
        <FirstSteps />
        <a class="button main" href={links.newSync()}>
          Choose storefronts and days
        </a>
      </IfMay>
    </section>
  ) : (
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
          <a href={links.runs(next)}>Older runs</a>
        </p>
      )}
    </section>
  );
