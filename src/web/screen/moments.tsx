/** Times of the pages: in UTC, until a script shows them by the viewer's own clock. */
import type { FC } from 'hono/jsx';
import { dayLabel, momentLabel } from './labels.ts';

interface MomentProps {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Only the day. Default: to the minute. */
  readonly isDay?: boolean;
}

/** When something was done. The time of a sale is that of its storefront instead: its month depends on it. */
export const Moment: FC<MomentProps> = ({ at, isDay = false }) => (
  <time class="moment" datetime={at} {...(isDay && { 'data-day': '' })}>
    {isDay ? dayLabel(at.slice(0, 10)) : momentLabel(at)}
  </time>
);

/**
 * Rewrites each `Moment` by the clock of the browser, also in parts of a page that arrive later.
 *
 * @param locale as `forViewer` found it
 */
export const momentScript = (locale: string): string => `(() => {
const day = { day: 'numeric', month: 'short', year: 'numeric' };
const format = (options) => new Intl.DateTimeFormat(${JSON.stringify(locale)}, { ...options, calendar: 'gregory', numberingSystem: 'latn' });
const [days, minutes] = [format(day), format({ ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })];
const show = () => {
  for (const time of document.querySelectorAll('time.moment:not([data-shown])')) {
    time.dataset.shown = '';
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) time.textContent = ('day' in time.dataset ? days : minutes).format(at);
  }
};
new MutationObserver(show).observe(document, { childList: true, subtree: true });
})()`;
