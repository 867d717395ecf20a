import { instantOfMilliseconds } from '../../../domain/instant.ts';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import { describeStops } from '../../../reconcile/why-ended.ts';
import { readStops } from '../../../pipeline/run-marks.ts';
import { closedMonthsIn, readAll, readRunView } from '../run-view.ts';
import { type Html, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { follow, type Followed, Following } from '../follow.tsx';
import { CancelForm, IfMay, StartForm } from '../parts/forms.tsx';
import { Alert, WhyEnded, RunTitle } from '../parts/notices.tsx';
import { ProgressPanel, noSpeed, progressView, type ProgressView, speedometer } from '../parts/progress.tsx';
import { type CountedMonth, readCountedMonths } from '../parts/counted-months.tsx';
import { NeedsContent } from '../parts/needs.tsx';
import { PlacesContent, type PlacesQuery, readPlacesQuery } from '../parts/places.tsx';
import { ReportContent, type RunPageProps } from '../parts/report-content.tsx';
import { SignOffPart } from '../parts/review.tsx';
import { SumsContent } from '../parts/run-sums.tsx';
import { type RunTab, RunTabs } from '../parts/run-tabs.tsx';
import { sendPageInParts, sendRead, withRun } from '../responses.tsx';
import type { AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';

/** Whether a run, or a retry of it, is under way. */
export const isAtWork = ({ runs }: Pick<ScreenPorts, 'runs'>, { id, status }: Run): boolean =>
  status === 'running' || runs.progress(id) !== undefined;

/** A run with the status `running`, in this process, another one, or none. */
export const showProgress = (
  ports: ScreenPorts,
  context: ScreenContext,
  state: AccountState,
  run: Run,
): Promise<Response> => {
  const here = ports.runs.progress(run.id);
  const { page } = context.var;
  const { links } = page;
  return sendRead(
    context,
    readAll({
      counts: here === undefined ? state.reviews.outcomeCounts(run.id) : TE.right(undefined),
      closed: closedMonthsIn(state, run.range),
    }),
    ({ counts, closed }) => (
      <Page page={page} title="Running" refresh={3}>
        <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />
        <Following
          page={page}
          events={links.runPage(run.id, 'events', { here: here !== undefined ? 'yes' : 'no' })}
          label="Progress"
          shown={<ProgressPanel progress={progressView(run, here, counts, noSpeed)} />}
        >
          <IfMay links={links} right="operate">
            <div class="row tops">
              <form method="post" action={links.runPage(run.id, 'pause')}>
                <button>Pause</button>
              </form>
              <CancelForm links={links} runId={run.id} />
            </div>
          </IfMay>
          <p class="below soft small">
            {links.may('operate') ? 'Pause and cancel finish requests in progress first. ' : ''}You may close this page:
            the run continues, and several people can watch it.
          </p>
          {here !== undefined ? null : (
            <div class="card">
              <h2>Not running in this process</h2>
              <p>
                Another process may be running it, or its process was stopped. If the progress does not change, resume
                it: it continues where it stopped, and nothing is sent twice.
              </p>
              <WhyEnded lines={ports.runs.whyEnded(run.id)} />
              <StartForm
                links={links}
                request={{ storefronts: run.storefronts, ...run.range }}
                mode={run.dryRun ? 'preview' : 'resume'}
                closed={closed}
                isMain
              />
            </div>
          )}
        </Following>
      </Page>
    ),
  );
};

/** A page of a run that shows its report, or a part of it. */
type ReportTab = Exclude<RunTab, 'entries'>;

type TabProps = RunPageProps & {
  readonly query: PlacesQuery;
  readonly counted: readonly CountedMonth[];
  /** Whether the user sees all storefronts, and with them the thresholds. */
  readonly seesAll: boolean;
};

const contents: Readonly<Record<ReportTab, FC<TabProps>>> = {
  report: ReportContent,
  needs: NeedsContent,
  places: PlacesContent,
  sums: SumsContent,
  'sign-off': SignOffPart,
};

const titles: Readonly<Record<ReportTab, string>> = {
  report: 'Report',
  needs: 'Needs you',
  places: 'Months and states',
  sums: 'Sums and files',
  'sign-off': 'Sign-off',
};

const readRetried = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

const contentOf = async (
  ports: ScreenPorts,
  context: ScreenContext,
  state: AccountState,
  { run, tab }: { readonly run: Run; readonly tab: ReportTab },
): Promise<Html> => {
  const now = instantOfMilliseconds(ports.clock.now());
  const view = await readRunView(state, run, { now, withSales: tab === 'needs' })();
  if (E.isLeft(view)) return <Alert>{view.left.message}</Alert>;
  const stops = await readStops(state.store, run);
  if (E.isLeft(stops)) return <Alert>{stops.left.message}</Alert>;
  const counted = tab === 'places' ? await readCountedMonths(state, run)() : E.right([]);
  if (E.isLeft(counted)) return <Alert>{counted.left.message}</Alert>;
  const seesAll = tab === 'places' ? await state.seesAll() : E.right(false);
  if (E.isLeft(seesAll)) return <Alert>{seesAll.left.message}</Alert>;
  const Content = contents[tab];
  // A retry in this process may have failed without stopping the run.
  const whyEnded = new Set([...describeStops(stops.right, null), ...ports.runs.whyEnded(run.id)]);
  return (
    <Content
      page={context.var.page}
      view={view.right}
      retried={readRetried(context.req.query('retried'))}
      whyEnded={[...whyEnded]}
      counted={counted.right}
      seesAll={seesAll.right}
      query={readPlacesQuery((name) => context.req.query(name) ?? '')}
    />
  );
};

/** `GET /runs/<id>` and its pages: the progress of a running run, the report of any other. */
export const showRun = (ports: ScreenPorts, tab: ReportTab = 'report'): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    // A live run has no days and never ends: it is only a list of lines.
    if (run.kind === 'live') return context.redirect(context.var.page.links.runPage(run.id, 'entries'), 303);
    if (isAtWork(ports, run)) return showProgress(ports, context, state, run);
    return sendPageInParts(ports, context, {
      title: run.dryRun && tab === 'report' ? 'Preview' : titles[tab],
      opening: (
        <>
          <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />
          <RunTabs links={context.var.page.links} run={run} current={tab} />
        </>
      ),
      content: () => contentOf(ports, context, state, { run, tab }),
    });
  });

/** Reads the progress of a run; none when there is nothing to follow. */
const progressReader = (ports: ScreenPorts, runId: string): (() => Promise<O.Option<ProgressView | 'over'>>) => {
  const speed = speedometer(ports.clock.now);
  return async () => {
    const state = await ports.opened();
    if (E.isLeft(state)) return O.none;
    const run = await state.right.store.findRun(O.some(runId))();
    if (E.isLeft(run) || O.isNone(run.right) || run.right.value.kind === 'live') return O.none;
    const here = ports.runs.progress(runId);
    if (here !== undefined) return O.some(progressView(run.right.value, here, undefined, speed));
    if (run.right.value.status !== 'running') return O.some('over');
    const counts = await state.right.reviews.outcomeCounts(runId)();
    return E.isLeft(counts) ? O.none : O.some(progressView(run.right.value, undefined, counts.right, speed));
  };
};

/** `GET /runs/<id>/events`: the progress of a run. */
export const followRun = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, (context, _state, run) => {
    const read = progressReader(ports, run.id);
    // The buttons of the page depend on which process runs it. When that changes, the page reloads.
    const wasHere = context.req.query('here') === 'yes';
    const shown = (progress: ProgressView | 'over'): Followed | 'over' =>
      progress === 'over' || progress.isHere !== wasHere
        ? 'over'
        : {
            element: <ProgressPanel progress={progress} />,
            announcement: progress.storefront ?? progress.phase,
          };
    return follow(ports, context, async () => O.map(shown)(await read()));
  });
