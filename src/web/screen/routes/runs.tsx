import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FC } from 'hono/jsx';
import type { Run, RunSummary } from '../../../domain/run.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { type ScreenHandler, Page } from '../page.tsx';
import { count, momentLabel, needsAttention, rangeLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { StatusBadge } from '../parts/notices.tsx';
import { IfMay } from '../parts/forms.tsx';
import { sendRead, withState } from '../responses.tsx';
import { readAll } from '../run-view.ts';
import type { AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';

interface ListedRun {
  readonly run: Run;
  readonly counts: RunSummary['counts'];
  readonly isSigned: boolean;
}

/** Small, because each run is counted separately. */
const pageSize = 12;

const readListedRun =
  ({ reviews }: AccountState) =>
  (run: Run): TE.TaskEither<StoreError, ListedRun> =>
    pipe(
      readAll({ counts: reviews.outcomeCounts(run.id), signOffs: reviews.signOffs(run.id) }),
      TE.map(({ counts, signOffs }) => ({ run, counts, isSigned: signOffs.length > 0 })),
    );

/** `GET /`: all historical runs, newest first. */
export const listRuns = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) => {
    const { page } = context.var;
    return sendRead(
      context,
      pipe(
        state.reviews.listRuns({ before: O.fromNullable(context.req.query('before')), limit: pageSize }),
        TE.bindTo('found'),
        TE.bind('runs', ({ found }) => TE.traverseSeqArray(readListedRun(state))(found.runs)),
      ),
      ({ found, runs }) => (
        <Page page={page} title="Runs">
          <div class="row spread">
            <h1>Historical sync</h1>
            <IfMay links={page.links} right="operate">
              <a class="button main" href={page.links.newSync()}>
                New sync
              </a>
            </IfMay>
          </div>
          <RunList links={page.links} runs={runs} next={O.toNullable(found.next)} />
        </Page>
      ),
    );
  });

/** An unfinished run needs action, even without failed or held sales. */
const describeAttention = ({ status }: Run, { failed, held }: RunSummary['counts']): string =>
  failed + held === 0 && status === 'finished' ? 'no action needed' : needsAttention(failed + held);

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
        <p class="soft">Start with a preview. It shows by month and state what would be sent, and sends nothing.</p>
        <a class="button main" href={links.newSync()}>
          Choose storefronts and days
        </a>
      </IfMay>
    </section>
  ) : (
    <section class="card" aria-label="Runs">
      <ul class="plain list">
        {runs.map(({ run, counts, isSigned }) => (
          <li>
            <div class="what">
              <a href={links.run(run.id)}>{rangeLabel(run.range)}</a> <StatusBadge status={run.status} />{' '}
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
          <a href={links.runs(next)}>Older runs</a>
        </p>
      )}
    </section>
  );
