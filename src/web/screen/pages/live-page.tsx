import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import type { LiveView } from '../live-view.ts';
import { Page, type Setting } from '../page.tsx';
import { CancelForm } from '../parts/cancel-form.tsx';
import { Following } from '../parts/following.tsx';
import { LiveState } from '../parts/live-state.tsx';
import { RunForm } from '../parts/run-form.tsx';
import { RunTitle } from '../parts/run-title.tsx';
import { WhyEnded } from '../parts/why-ended.tsx';

interface LivePageProps {
  readonly at: Setting;
  readonly run: Run;
  readonly live: LiveView;
  /** Why it last ended before its time, as far as this process knows. */
  readonly whyEnded: readonly string[];
  /** Closed months that it tells into, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** A run at work, or one that says so and that nobody here is at work on. */
export const LivePage: FC<LivePageProps> = ({ at, run, live, whyEnded, closed }) => (
  <Page at={at} title="Running" again={3}>
    <RunTitle run={run} title={run.dryRun ? 'Preview of' : 'Sync of'} />
    <Following
      at={at}
      events={at.links.of(run.id, 'events', { here: live.isHere ? 'yes' : 'no' })}
      label="Progress"
      shown={<LiveState live={live} />}
    >
      <div class="row tops">
        <form method="post" action={at.links.of(run.id, 'pause')}>
          <button>Pause</button>
        </form>
        <CancelForm links={at.links} runId={run.id} />
      </div>
      <p class="below soft small">
        What is in flight is settled first. You may close this page: the run goes on, and several people may watch it.
      </p>
      {live.isHere ? null : (
        <div class="card">
          <h2>Nobody here is at work on it</h2>
          <p>
            The process that ran it may have been stopped, or another one is at work on it and this page follows it. If
            it stands still, resume it: it goes on where it was, and nothing is doubled.
          </p>
          <WhyEnded lines={whyEnded} />
          <RunForm
            links={at.links}
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
