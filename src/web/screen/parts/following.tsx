import type { Child, FC } from 'hono/jsx';
import type { PageContext } from '../page.tsx';
import { script } from '../script.ts';

interface FollowingProps {
  readonly page: PageContext;
  /** Address of the events. */
  readonly events: string;
  readonly label: string;
  /** Shown until the first event arrives. */
  readonly shown: Child;
  /** Shown between it and the message about a lost connection. */
  readonly children?: Child;
}

/** A part of a page that follows a run or count. Without scripts it stays as it was when the page was loaded. */
export const Following: FC<FollowingProps> = ({ page, events, label, shown, children }) => (
  <>
    <section class="card" aria-label={label}>
      <div id="live" data-events={events}>
        {shown}
      </div>
    </section>
    {children}
    <p id="lost" class="note warn" role="status">
      &nbsp;
    </p>
    <p id="announcement" class="skip" role="status" />
    <script nonce={page.nonce} dangerouslySetInnerHTML={{ __html: script }} />
  </>
);
