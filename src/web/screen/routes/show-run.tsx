/** The pages of a run: its live progress while it works, and its report and the parts of the report afterwards. */
import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import type { Pages } from '../../../operations/pages.ts';
import { closedMonthsIn } from './change-run.ts';
import { type Html, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { follow, type Followed, Following } from '../follow.tsx';
import { CancelForm, IfMay, StartForm } from '../parts/forms.tsx';
import { WhyEnded, RunTitle } from '../parts/notices.tsx';
import { ProgressPanel, noSpeed, progressView, type ProgressView, speedometer } from '../parts/progress.tsx';
import { NeedsContent } from '../parts/needs.tsx';
import { ReportContent, type RunPageProps } from '../parts/report-content.tsx';
import { SignOffPart } from '../parts/review.tsx';
import { SumsContent } from '../parts/run-sums.tsx';
import { type RunTab, RunTabs } from '../parts/run-tabs.tsx';
import { sendPage, sendPageInParts, withRun } from '../responses.tsx';

/** Whether a run or a retry of it is in progress. */
export const isAtWork = ({ progressHere }: Pick<Pages, 'progressHere'>, { id, status }: Run): boolean =>
  status === 'running' || progressHere(id) !== undefined;

/** The run may work in this process, in another one, or in none. */
export const showProgress = async (context: ScreenContext, run: Run): Promise<Response> => {
  const {
    page,
    taxNexus: { pages },
  } = context.var;
  const { links } = page;
  const here = pages.progressHere(run.id);
  const counts = here === undefined ? await pages.counts(run.id) : undefined;
  const closed = await closedMonthsIn(context, run.range);
  return sendPage(
    context,
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
              Another process may be running it, or its process was stopped. If the progress does not change, resume it:
              it continues where it stopped, and nothing is sent twice.
            </p>
            <WhyEnded lines={pages.whyEndedHere(run.id)} />
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
    </Page>,
  );
};

/** A page of a run that shows its report, or a part of it. */
type ReportTab = Exclude<RunTab, 'lines'>;

const titles: Readonly<Record<ReportTab, string>> = {
  report: 'Report',
  needs: 'Needs you',
  sums: 'Sums and files',
  'sign-off': 'Sign-off',
};

/** `GET /runs/<id>` and its pages: the progress of a running run, the report of any other. */
export const showRun = (tab: ReportTab = 'report'): ScreenHandler =>
  withRun(async (context, run) => {
    const { page, taxNexus } = context.var;
    // A live run has no days and never ends, so it has only a list of lines.
    if (run.kind === 'live') return context.redirect(page.links.runPage(run.id, 'lines'), 303);
    if (isAtWork(taxNexus.pages, run)) return showProgress(context, run);
    return sendPageInParts(context, {
      title: run.dryRun && tab === 'report' ? 'Preview' : titles[tab],
      opening: (
        <>
          <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />
          <RunTabs links={page.links} run={run} current={tab} />
        </>
      ),
      content: () => contentOf(context, run, tab),
    });
  });

/** Rejects when there is no run to follow. */
const progressReader = (
  { host, taxNexus: { pages } }: ScreenContext['var'],
  runId: string,
): (() => Promise<ProgressView | 'over'>) => {
  const speed = speedometer(host.clock.now);
  return async () => {
    const run = await pages.run(runId);
    const here = pages.progressHere(runId);
    if (here !== undefined) return progressView(run, here, undefined, speed);
    return run.status === 'running' ? progressView(run, undefined, await pages.counts(runId), speed) : 'over';
  };
};

/** `GET /runs/<id>/events`: the progress of a run. */
export const followRun = withRun((context, run) => {
  const read = progressReader(context.var, run.id);
  // The buttons of the page depend on which process runs it. When that changes, the page reloads.
  const wasHere = context.req.query('here') === 'yes';
  const shown = (progress: ProgressView | 'over'): Followed | 'over' =>
    progress === 'over' || progress.isHere !== wasHere
      ? 'over'
      : {
          element: <ProgressPanel progress={progress} />,
          announcement: progress.storefront ?? progress.phase,
        };
  return follow(context, async () => (run.kind === 'live' ? undefined : shown(await read())));
});

const contents: Readonly<Record<ReportTab, FC<RunPageProps>>> = {
  report: ReportContent,
  needs: NeedsContent,
  sums: SumsContent,
  'sign-off': SignOffPart,
};

const contentOf = async (context: ScreenContext, run: Run, tab: ReportTab): Promise<Html> => {
  const { page, taxNexus } = context.var;
  const { pages } = taxNexus;
  const view = await pages.view(run.id, tab === 'needs');
  const Content = contents[tab];
  return <Content page={page} view={view} retried={readRetried(context.req.query('retried'))} />;
};

const readRetried = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
