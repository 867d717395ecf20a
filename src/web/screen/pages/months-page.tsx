import type { FC } from 'hono/jsx';
import type { ClosedPeriod } from '../../../domain/review-store.ts';
import { momentLabel, monthLabel } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { Alert } from '../parts/notices.tsx';

interface MonthsPageProps {
  readonly page: PageContext;
  readonly closed: readonly ClosedPeriod[];
  readonly problem: string | null;
}

/** Months whose taxes are filed. A sync into one of them needs confirmation. */
export const MonthsPage: FC<MonthsPageProps> = ({ page, closed, problem }) => (
  <Page page={page} title="Closed months">
    <h1>Closed months</h1>
    <p class="soft">
      Close a month once its taxes are filed. A sync into a closed month then needs confirmation. Dates of sales never
      change.
    </p>
    {problem === null ? null : <Alert>{problem}</Alert>}
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
              <form method="post" action={page.links.months}>
                <input type="hidden" name="month" value={month} />
                <button name="what" value="reopen" aria-label={`Reopen ${monthLabel(month)}`}>
                  Reopen
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </section>
    <form class="card" method="post" action={page.links.months}>
      <div class="row ends">
        <label>
          Month
          <input type="month" name="month" pattern="\d{4}-\d{2}" placeholder="2026-01" required />
        </label>
        <button name="what" value="close">
          Close month
        </button>
      </div>
    </form>
  </Page>
);
