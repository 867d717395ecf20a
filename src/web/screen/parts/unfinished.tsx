import type { FC } from 'hono/jsx';
import type { Run } from '../../../domain/run.ts';
import type { Links } from '../links.ts';
import { CancelForm } from './cancel-form.tsx';
import { RunForm } from './run-form.tsx';

interface UnfinishedProps {
  readonly links: Links;
  readonly run: Run;
  /** Whether the page says what ended it. */
  readonly isWhyKnown: boolean;
  /** Closed months that it tells into, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const kept = 'What was settled is kept; it goes on where it was.';

const words: Readonly<Record<Exclude<Run['status'], 'finished'>, string>> = {
  running: `It is not finished. ${kept}`,
  interrupted: `It is not finished. It was paused, or its process was ended. ${kept}`,
  stopped:
    'It is not finished. It was stopped: what was settled is kept, and once the cause is mended, it goes on where it was.',
  cancelled:
    'It was cancelled. What was settled until then is kept, and nobody goes on with it: sales of its days may be missing.',
};

/** What can be done about a run that did not come to its end; nothing about one that did. */
export const Unfinished: FC<UnfinishedProps> = ({ links, run, isWhyKnown, closed }) => {
  if (run.status === 'finished') return null;
  const request = { storefronts: run.storefronts, ...run.range };
  const isCancelled = run.status === 'cancelled';
  const onward = run.dryRun ? 'preview' : isCancelled ? 'start' : 'resume';
  return (
    <div class="note warn">
      <p>{words[run.status]}</p>
      {run.status === 'stopped' ? (
        <p>
          {isWhyKnown ? null : 'What stopped it was told where it ran, and is not known here. '}
          <a href={links.check({ storefront: run.storefronts, ...run.range })}>Check what is in its way</a>
        </p>
      ) : null}
      <div class="row tops">
        <RunForm links={links} request={request} mode={onward} isMain={!isCancelled} closed={closed} />
        {isCancelled ? null : <CancelForm links={links} runId={run.id} />}
      </div>
    </div>
  );
};
