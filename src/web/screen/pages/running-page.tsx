import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import { Page, type PageContext } from '../page.tsx';
import { Following } from '../parts/following.tsx';
import { CancelForm, StartForm } from '../parts/forms.tsx';
import { WhyEnded } from '../parts/notices.tsx';
import { ProgressPanel } from '../parts/progress-panel.tsx';
import { RunTitle } from '../parts/run-title.tsx';
import type { ProgressView } from '../progress-view.ts';

interface RunningPageProps {
  readonly page: PageContext;
  readonly run: Run;
  readonly progress: ProgressView;
  /** Why it last ended early, if known. */
  readonly whyEnded: readonly string[];
  /** Closed months that it sends into, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** A run with the status `running`, in this process, another one, or none. */
export const RunningPage: FC<RunningPageProps> = ({ page, run, progress, whyEnded, closed }) => (
  <Page page={page} title="Running" refresh={3}>
    <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />
    <Following
      page={page}
      events={page.links.runPage(run.id, 'events', { here: progress.isHere ? 'yes' : 'no' })}
      label="Progress"
      shown={<ProgressPanel progress={progress} />}
    >
      <div class="row tops">
        <form method="post" action={page.links.runPage(run.id, 'pause')}>
          <button>Pause</button>
        </form>
        <CancelForm links={page.links} runId={run.id} />
      </div>
      <p class="below soft small">
        Pause and cancel finish requests in progress first. You may close this page: the run continues, and several
        people can watch it.
      </p>
      {progress.isHere ? null : (
        <div class="card">
          <h2>Not running in this process</h2>
          <p>
            Another process may be running it, or its process was stopped. If the progress does not change, resume it:
            it continues where it stopped, and nothing is sent twice.
          </p>
          <WhyEnded lines={whyEnded} />
          <StartForm
            links={page.links}
            request={{ storefronts: run.storefronts, ...run.range }}
            mode={run.dryRun ? 'preview' : 'resume'}
            closed={closed}
            isMain
          />
        </div>
      )}
    </Following>
  </Page>
);
