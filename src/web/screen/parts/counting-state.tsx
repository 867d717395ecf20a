import type { FC } from 'hono/jsx';
import { dayLabel } from '../labels.ts';
import type { ScreenCounts } from '../screen-ports.ts';

/** The running count. */
export const CountingState: FC<{ readonly counting: NonNullable<ReturnType<ScreenCounts['now']>> }> = ({
  counting: { storefront, range },
}) => (
  <>
    <p>
      <span class="badge live">counting</span> {storefront}, {dayLabel(range.from)} to {dayLabel(range.to)}. The
      platform’s records are compared with the service’s list; nothing is sent.
    </p>
    <progress aria-label={`Counting ${storefront}`} />
  </>
);
