import type { FC } from 'hono/jsx';
import type { Run } from '../../../core/run.ts';
import type { Links } from '../links.ts';
import { CancelForm } from './cancel-form.tsx';
import { RunForm } from './run-form.tsx';

interface UnfinishedProps {
  readonly links: Links;
  readonly run: Run;
  /** Closed months that it tells into, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** What can be done about a run that did not come to its end; nothing about one that did. */
export const Unfinished: FC<UnfinishedProps> = ({ links, run, closed }) => {
  if (run.status === 'finished') return null;
  const request = { storefronts: run.storefronts, ...run.range };
  const isCancelled = run.status === 'cancelled';
  const onward = run.dryRun ? 'preview' : isCancelled ? 'start' : 'resume';
  return (
    <div class="note warn">
      <p>
        {isCancelled
          ? 'It was cancelled. What was settled until then is kept, and nobody goes on with it: sales of its days may be missing.'
          : 'It is not finished. What was settled is kept; it goes on where it was.'}
      </p>
      <div class="row tops">
        <RunForm links={links} request={request} mode={onward} isMain={!isCancelled} closed={closed} />
        {isCancelled ? null : <CancelForm links={links} runId={run.id} />}
      </div>
    </div>
  );
};
