import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';

/** Ends a run for good. It asks for a second click, because nobody goes on with it afterwards. */
export const CancelForm: FC<{ readonly links: Links; readonly runId: string }> = ({ links, runId }) => (
  <details>
    <summary>Cancel</summary>
    <form method="post" action={links.of(runId, 'cancel')}>
      <p class="small">
        What was sent stays sent, and the report of it is kept. Nobody goes on with this run; a sync of the same days
        begins a new one.
      </p>
      <button>Cancel this run for good</button>
    </form>
  </details>
);
