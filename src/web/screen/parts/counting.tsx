/** Shows on the calendar which count of days is running, until it ends. */
import type { FC } from 'hono/jsx';
import type { CountPorts } from '../../../operations/ports.ts';
import { Following } from '../follow.tsx';
import { dayLabel } from '../labels.ts';
import type { PageContext } from '../page.tsx';

type Count = NonNullable<ReturnType<CountPorts['now']>>;

/** Nothing when no count is running. */
export const Counting: FC<{ readonly page: PageContext; readonly counting: Count | undefined }> = ({
  page,
  counting,
}) =>
  counting === undefined ? null : (
    <Following
      page={page}
      events={page.links.calendarEvents}
      label="Counting"
      shown={<CountingState counting={counting} />}
    />
  );

export const CountingState: FC<{ readonly counting: Count }> = ({ counting: { storefront, range } }) => (
  <>
    <p>
      <span class="badge live">counting</span> {storefront}, {dayLabel(range.from)} to {dayLabel(range.to)}. The
      platform’s records are compared with the service’s list; nothing is sent.
    </p>
    <progress aria-label={`Counting ${storefront}`} />
  </>
);
