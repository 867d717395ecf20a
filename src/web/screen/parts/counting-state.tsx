import type { FC } from 'hono/jsx';
import type { ScreenCounts } from '../screen-ports.ts';
import { dayLabel } from '../labels.ts';

/** What is being counted. */
export const CountingState: FC<{ readonly counting: NonNullable<ReturnType<ScreenCounts['now']>> }> = ({
  counting: { storefront, range },
}) => (
  <>
    <p>
      <span class="badge live">counting</span> {storefront}, {dayLabel(range.from)} to {dayLabel(range.to)}: its records
      against the whole list of the service. Nothing is pushed.
    </p>
    <progress aria-label={`Counting ${storefront}`} />
  </>
);
