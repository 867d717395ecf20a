import type { Child, FC } from 'hono/jsx';
import type { Setting } from '../page.tsx';
import { script } from '../script.ts';

interface FollowingProps {
  readonly at: Setting;
  /** Address of the events. */
  readonly events: string;
  readonly label: string;
  /** What is shown until the first event comes. */
  readonly shown: Child;
  /** What stands below it, above the line that says when the connection is lost. */
  readonly children?: Child;
}

/** A part of a page that follows something at work; a browser without scripts shows what was so when it asked. */
export const Following: FC<FollowingProps> = ({ at, events, label, shown, children }) => (
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
    <p id="said" class="skip" role="status" />
    <script nonce={at.nonce} dangerouslySetInnerHTML={{ __html: script }} />
  </>
);
