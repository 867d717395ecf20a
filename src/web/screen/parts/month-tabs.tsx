/** Switches between the pages about months and days. */
import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';

export const MonthTabs: FC<{ readonly links: Links; readonly current: 'months' | 'calendar' | null }> = ({
  links,
  current,
}) => (
  <nav class="chips" aria-label="Months">
    <a href={links.months()} {...(current === 'months' && { 'aria-current': 'page' })}>
      Months
    </a>
    <a href={links.calendar()} {...(current === 'calendar' && { 'aria-current': 'page' })}>
      Calendar
    </a>
    <a href={links.period()}>Statement</a>
  </nav>
);
