import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';
import { ConfirmClosed } from './confirm-closed.tsx';

interface RetryFormProps {
  readonly links: Links;
  readonly runId: string;
  /** What the button says. */
  readonly words: string;
  /** This one alone; default: everything that failed or is held. */
  readonly entryId?: string;
  readonly isMain?: boolean;
  /** Closed months that it would tell into, `YYYY-MM`: then it asks for a word. */
  readonly closed: readonly string[];
}

/** Reads again what failed or is held, and settles it. */
export const RetryForm: FC<RetryFormProps> = ({ links, runId, words, entryId, isMain = false, closed }) => (
  <form method="post" action={links.of(runId, 'retry')}>
    {entryId === undefined ? null : <input type="hidden" name="id" value={entryId} />}
    <ConfirmClosed closed={closed} />
    <button class={isMain ? 'main' : ''}>{words}</button>
  </form>
);
