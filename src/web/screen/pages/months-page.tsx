import type { FC } from 'hono/jsx';
import type { ClosedPeriod } from '../../../domain/review-store.ts';
import { Page, type Setting } from '../page.tsx';
import { momentLabel, monthLabel } from '../labels.ts';

interface MonthsPageProps {
  readonly at: Setting;
  readonly closed: readonly ClosedPeriod[];
  readonly problem: string | null;
}

/** Months whose taxes are filed. A sync that touches one of them asks for a word before it tells anything. */
export const MonthsPage: FC<MonthsPageProps> = ({ at, closed, problem }) => (
  <Page at={at} title="Closed months">
    <h1>Closed months</h1>
    <p class="soft">
      A month whose taxes are filed. A sync over its days has to be confirmed by whoever starts it; no date is ever
      moved.
    </p>
    {problem === null ? null : (
      <p class="note bad" role="alert">
        {problem}
      </p>
    )}
    <section class="card" aria-label="Closed months">
      {closed.length === 0 ? (
        <p class="soft">No month is closed.</p>
      ) : (
        <ul class="plain list">
          {closed.map(({ month, by, at: since }) => (
            <li>
              <div class="what">
                {monthLabel(month)}
                <p class="soft small">
                  closed by {by} on <time datetime={since}>{momentLabel(since)}</time>
                </p>
              </div>
              <form method="post" action={at.links.months}>
                <input type="hidden" name="month" value={month} />
                <button name="what" value="reopen" aria-label={`Open ${monthLabel(month)} again`}>
                  Open again
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
    <form class="card" method="post" action={at.links.months}>
      <div class="row ends">
        <label>
          Month
          <input type="month" name="month" pattern="\d{4}-\d{2}" placeholder="2026-01" required />
        </label>
        <button name="what" value="close">
          Declare closed
        </button>
      </div>
    </form>
  </Page>
);
