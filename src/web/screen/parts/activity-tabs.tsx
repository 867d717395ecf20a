/** Switches between the two pages of activity: syncs of past days, and sales as they happen. */
import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';

export const ActivityTabs: FC<{ readonly links: Links; readonly current: 'syncs' | 'live' }> = ({ links, current }) => (
  <nav class="chips" aria-label="Activity">
    <a href={links.activity()} {...(current === 'syncs' && { 'aria-current': 'page' })}>
      Syncs
    </a>
    <a href={links.live} {...(current === 'live' && { 'aria-current': 'page' })}>
      Live sales
    </a>
  </nav>
);
