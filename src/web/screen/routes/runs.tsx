import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FC } from 'hono/jsx';
import type { SignOff } from '../../../domain/review-store.ts';
import { liveRunId, type Run, type RunSummary } from '../../../domain/run.ts';
import { readStanding } from '../../../operations/home.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { type ScreenHandler, Page } from '../page.tsx';
import type { DateRange } from '../../../domain/date-range.ts';
import { openingMonth } from '../count-after-sync.ts';
import { monthRange, syncedDays } from '../days.ts';
import { count, dayLabel, momentLabel, rangeLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { StatusBadge } from '../parts/notices.tsx';
import { IfMay } from '../parts/forms.tsx';
import { FirstSteps, NoStorefront, StandingPart } from '../parts/standing.tsx';
import { sendRead, withState } from '../responses.tsx';
import { readAll } from '../run-view.ts';
import type { AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';

interface ListedRun {
  readonly run: Run;
  readonly counts: RunSummary['counts'];
  /** The newest sign-off; null without one. */
  readonly signed: SignOff | null;
}

/** Small, because each run is counted separately. */
const pageSize = 12;

const readListedRun =
  ({ reviews }: AccountState) =>
  (run: Run): TE.TaskEither<StoreError, ListedRun> =>
    pipe(
      readAll({ counts: reviews.outcomeCounts(run.id), signOffs: reviews.signOffs(run.id) }),
      TE.map(({ counts, signOffs }) => ({ run, counts, signed: signOffs.at(-1) ?? null })),
    );

/** `GET /`: all historical runs, newest first. */
export const listRuns = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) => {
    const { page } = context.var;
    const hasStorefront = ports.storefronts().length > 0;
    return sendRead(
      context,
      pipe(
        state.reviews.listRuns({ before: O.fromNullable(context.req.query('before')), limit: pageSize }),
        TE.bindTo('found'),
        TE.bind('runs', ({ found }) => TE.traverseSeqArray(readListedRun(state))(found.runs)),
        TE.bindW('standing', () => readStanding(ports)),
        TE.bindW('isLive', () => readIsLive(ports, state)),
        TE.bind('synced', () => TE.fromTask(() => syncedDays(ports))),
      ),
      ({ found, runs, standing, isLive, synced }) => (
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
              <a href={page.links.period({ ...statementDays(ports, found.runs) })}>
                Statement and files for your accountant
              </a>
            </p>
          )}
          {hasStorefront || runs.length > 0 ? (
            <RunList links={page.links} runs={runs} next={O.toNullable(found.next)} />
          ) : null}
        </Page>
      ),
    );
  });

/** The last month that is synced. */
const statementDays = (ports: ScreenPorts, runs: readonly Run[]): DateRange | undefined =>
  monthRange(openingMonth(runs, ports.storefronts(), ports.clock.now()));

/** The newest finished sync without a sign-off. */
const toReview = (runs: readonly ListedRun[]): Run | null =>
  runs.find(({ run, signed }) => run.status === 'finished' && !run.dryRun && signed === null)?.run ?? null;

/** Whether any storefront has taken live sales. */
const readIsLive = (ports: ScreenPorts, { store }: AccountState): TE.TaskEither<StoreError, boolean> =>
  pipe(
    ports.storefronts(),
    TE.traverseSeqArray((storefront) => store.findRun(O.some(liveRunId(storefront)))),
    TE.map((found) => found.some(O.isSome)),
  );

/** An unfinished run needs action, even without failed or held sales. */
const describeAttention = ({ status }: Run, { failed, held }: RunSummary['counts']): string =>
  failed + held === 0 && status === 'finished' ? 'no action needed' : `${count(failed + held)} failed or on hold`;

/** @param next the run before which older ones follow; null when there are none */
const RunList: FC<{ readonly links: Links; readonly runs: readonly ListedRun[]; readonly next: string | null }> = ({
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
                  signed off by {signed.by} on {dayLabel(signed.at.slice(0, 10))}
                </span>
              )}
              <p class="soft small">
                {run.storefronts.join(', ')} · started{' '}
                <time datetime={run.startedAt}>{momentLabel(run.startedAt)}</time>
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
