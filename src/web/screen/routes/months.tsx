/** The months of a year, one row a storefront, and closing them. */
import { monthsLater, wholeMonth } from '../../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import type { ChangedPeriod } from '../../../operations/closed-periods/change-month.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import { countAfterSync, maxRuns } from '../count-after-sync.ts';
import { monthRange, readChosenDays } from '../days.ts';
import { Icon } from '../icons.tsx';
import { monthLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import { type Html, readForm, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { Closing } from '../parts/closing.tsx';
import { Counting } from '../parts/counting.tsx';
import { MonthsTable } from '../parts/months-table.tsx';
import { MonthTabs } from '../parts/month-tabs.tsx';
import { Alert } from '../parts/notices.tsx';
import { sendMessage, sendPage } from '../responses.tsx';

/** `GET /months?year=2026`: where each month stands. Begins to count what syncs of the year covered. */
export const listMonths: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const { links } = page;
  const { counting, monthRows, newestRuns } = taxNexus.pages;
  const today = todayOf(context.var);
  const year = context.req.query('year') ?? monthsLater(today.slice(0, 7), -1).slice(0, 4);
  if (!/^\d{4}$/.test(year)) return sendMessage(context, 'Year not found', 'Enter it as YYYY, such as 2026.', 404);
  const states = await taxNexus.closedPeriods.months();
  const chosen = await readChosenDays(context, { from: `${year}-01-01`, to: `${year}-12-31` });
  await countAfterSync(context, chosen, await newestRuns(maxRuns));
  const rows = await monthRows(year);
  const years = [...new Set([today.slice(0, 4), year, ...states.map(({ month }) => month.slice(0, 4))])].sort();
  return sendPage(
    context,
    <Page page={page} title="Months" {...(counting.now() !== undefined && { refresh: 3 })}>
      <h1>Months</h1>
      <MonthTabs links={links} current="months" />
      {years.length < 2 ? null : (
        <nav class="chips" aria-label="Year">
          {years.map((one) => (
            <a href={links.months({ year: one })} {...(one === year && { 'aria-current': 'true' })}>
              {one}
            </a>
          ))}
        </nav>
      )}
      <Counting page={page} counting={counting.now()} />
      {chosen.map(({ storefront }) => {
        const failure = counting.failure(storefront);
        return failure === undefined ? null : <Alert>{`${storefront}: the last count failed. ${failure}`}</Alert>;
      })}
      <section class="card flush" aria-label="Months of storefronts">
        {rows.length === 0 ? (
          <div class="empty">
            <Icon name="calendar" />
            <p>No sales of {year} were synced.</p>
          </div>
        ) : (
          <MonthsTable links={links} rows={rows} states={states} />
        )}
      </section>
    </Page>,
  );
};

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
      ? context.redirect(links.period({ ...wholeMonth(month) }), 303)
      : await showRefused(context, { month, notice: unchanged(changed) });
  } catch (error) {
    if (!(error instanceof TaxNexusError)) throw error;
    const { code, message, open } = error;
    if (open !== undefined)
      return showRefused(context, { month, problem: `${monthLabel(month)} was not closed. ${message}`, open });
    if (code === 'INVALID' || code === 'RUN_STATE') return showRefused(context, { month, problem: message });
    throw error;
  }
};

const todayOf = ({ host }: ScreenContext['var']): string => instantOfMilliseconds(host.clock.now()).slice(0, 10);

interface Refused {
  readonly month: string;
  readonly problem?: string;
  readonly notice?: Html;
  /** How many matters are open, for a person to confirm. */
  readonly open?: number;
}

/** Why a month was not closed or opened again, with the form again. */
const showRefused = async (context: ScreenContext, { month, problem, notice, open }: Refused): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const range = monthRange(month);
  const states = await taxNexus.closedPeriods.months();
  return sendPage(
    context,
    <Page page={page} title="Months">
      <p class="small">
        <a href={range === undefined ? page.links.months() : page.links.period({ ...range })}>
          {range === undefined ? 'Months' : `Statement of ${monthLabel(month)}`}
        </a>
      </p>
      <h1>{monthLabel(month)}</h1>
      {problem === undefined ? null : <Alert>{problem}</Alert>}
      {notice === undefined ? null : (
        <p class="note" role="status">
          {notice}
        </p>
      )}
      {range === undefined ? null : (
        <Closing
          links={page.links}
          month={month}
          state={states.find((one) => one.month === month)}
          isOver={range.to < todayOf(context.var)}
          seesAll={await taxNexus.pages.seesAll()}
          {...(open !== undefined && { open })}
        />
      )}
    </Page>,
    open !== undefined ? 409 : problem === undefined ? 200 : 422,
  );
};

const unchanged = ({ month, closed }: ChangedPeriod): Html =>
  closed === null ? (
    <>{monthLabel(month)} is not closed. Nothing was changed.</>
  ) : (
    <>
      {monthLabel(month)} was closed before, by {closed.by} on <Moment at={closed.at} />. Nothing was changed.
    </>
  );
