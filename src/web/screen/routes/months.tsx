/** The months of the account: where each stands, and the forms that close a month after filing or reopen it. */
import { wholeMonth } from '../../../domain/date-range.ts';
import type { ChangedPeriod } from '../../../operations/closed-periods/change-month.ts';
import type { PeriodState } from '../../../operations/closed-periods/list-months.ts';
import type { Links } from '../links.ts';
import { type Html, readForm, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { monthLabel, plural } from '../labels.ts';
import { Moment } from '../moments.tsx';
import { MonthsTable } from '../parts/months-table.tsx';
import { MonthTabs } from '../parts/month-tabs.tsx';
import { Alert } from '../parts/notices.tsx';
import { sendPage } from '../responses.tsx';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';

/** A month that a person tried to close, and how many matters are open in it. */
interface Unconfirmed {
  readonly month: string;
  readonly open: number;
}

const forAll = 'Months are closed for all storefronts together, by someone who may see all of them.';

const changedLabel = ({ action, by, at, reason }: PeriodState['changes'][number]): Html => (
  <>
    {action === 'close' ? 'closed' : 'reopened'} {by === '' ? '' : `by ${by} `}on <Moment at={at} />
    {reason === '' ? '' : `: ${reason}`}
  </>
);

const MonthRow = ({
  state: { month, isClosed, changes },
  links,
  mayChange,
}: {
  readonly state: PeriodState;
  readonly links: Links;
  readonly mayChange: boolean;
}): Html => (
  <li>
    <div class="what">
      <a href={links.period({ ...wholeMonth(month) })}>{monthLabel(month)}</a> {isClosed ? 'Closed' : 'Open'}
      {changes.map((change) => (
        <p class="soft small">{changedLabel(change)}</p>
      ))}
    </div>
    {mayChange ? (
      <form class="row" method="post" action={links.months}>
        <input type="hidden" name="month" value={month} />
        {isClosed ? (
          <>
            <input
              type="text"
              name="reason"
              placeholder="Reason"
              aria-label={`Why ${monthLabel(month)} is reopened`}
              maxlength={2000}
              required
            />
            <button name="what" value="reopen" aria-label={`Reopen ${monthLabel(month)}`}>
              Reopen
            </button>
          </>
        ) : (
          <button name="what" value="close" aria-label={`Close ${monthLabel(month)}`}>
            Close
          </button>
        )}
      </form>
    ) : null}
  </li>
);

/** A sync into a closed month needs confirmation. */
const showMonths = async (
  context: ScreenContext,
  problem: string | null,
  unconfirmed: Unconfirmed | null = null,
  notice: Html | null = null,
): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const months = await taxNexus.closedPeriods.months();
  const rows = await taxNexus.pages.monthRows();
  const closed = new Set(months.flatMap(({ month, isClosed }) => (isClosed ? [month] : [])));
  const seesAll = await taxNexus.pages.seesAll();
  const mayClose = seesAll && page.links.may('approve');
  return sendPage(
    context,
    <Page page={page} title="Months">
      <h1>Months</h1>
      <MonthTabs links={page.links} current="months" />
      <p class="soft">
        Close a month once its taxes are filed. Its totals are kept, and its statement shows what comes later. A sync
        into a closed month then needs confirmation. Dates of sales never change.
      </p>
      <p>
        <a href={page.links.period()}>Statement of the last month</a>, to print or to keep as a PDF.
      </p>
      {problem === null ? null : <Alert>{problem}</Alert>}
      {notice === null ? null : (
        <p class="note" role="status">
          {notice}
        </p>
      )}
      {rows.length === 0 ? null : (
        <section class="card flush" aria-label="Months of storefronts">
          <MonthsTable links={page.links} rows={rows} closed={closed} />
        </section>
      )}
      <section class="card" aria-labelledby="closing">
        <h2 id="closing">Closing</h2>
        {months.length === 0 ? (
          <p class="soft">No past month was synced yet.</p>
        ) : (
          <ul class="plain list">
            {months.map((state) => (
              <MonthRow state={state} links={page.links} mayChange={mayClose} />
            ))}
          </ul>
        )}
      </section>
      {mayClose ? (
        <form class="card" method="post" action={page.links.months}>
          <div class="row ends">
            <label>
              Month
              <input
                type="month"
                name="month"
                pattern="\d{4}-\d{2}"
                placeholder="2026-01"
                value={unconfirmed?.month ?? ''}
                readonly={unconfirmed !== null}
                required
              />
            </label>
            <button name="what" value="close">
              Close month
            </button>
          </div>
          {unconfirmed === null ? null : (
            <label class="pick below">
              <input type="checkbox" name="open" value={String(unconfirmed.open)} required />
              <span>
                {plural(unconfirmed.open, 'matter is', 'matters are')} open. Close {monthLabel(unconfirmed.month)} all
                the same. <a href={page.links.needsYou()}>Decide on them</a>
              </span>
            </label>
          )}
        </form>
      ) : seesAll ? null : (
        <p class="soft">{forAll}</p>
      )}
    </Page>,
    unconfirmed !== null ? 409 : problem === null ? 200 : 422,
  );
};

/** `GET /months` */
export const listMonths: ScreenHandler = (context) => showMonths(context, null);

const unchanged = ({ month, closed }: ChangedPeriod): Html =>
  closed === null ? (
    <>{monthLabel(month)} is not closed. Nothing was changed.</>
  ) : (
    <>
      {monthLabel(month)} was closed before, by {closed.by} on <Moment at={closed.at} />. Nothing was changed.
    </>
  );

/** `POST /months`: closes or reopens a month. */
export const changeMonth: ScreenHandler = async (context) => {
  const form = await readForm(context);
  const month = form.one('month');
  const { user, links } = context.var.page;
  const { closedPeriods } = context.var.taxNexus;
  try {
    const changed =
      form.one('what') === 'reopen'
        ? await closedPeriods.reopen({ month, by: user.name, reason: form.one('reason') })
        : await closedPeriods.close({ month, by: user.name, open: Number(form.one('open')) });
    return changed.hasChanged
      ? context.redirect(links.months, 303)
      : await showMonths(context, null, null, unchanged(changed));
  } catch (error) {
    if (!(error instanceof TaxNexusError)) throw error;
    const { code, message, open } = error;
    if (open !== undefined)
      return showMonths(context, `${monthLabel(month)} was not closed. ${message}`, { month, open });
    if (code === 'INVALID' || code === 'RUN_STATE') return showMonths(context, message);
    throw error;
  }
};
