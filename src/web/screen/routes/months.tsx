import * as E from 'fp-ts/lib/Either.js';
import { wholeMonth } from '../../../domain/date-range.ts';
import { type ChangedPeriod, closePeriod, reopenPeriod } from '../../../operations/review.ts';
import { readForm, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { momentLabel, monthLabel, plural } from '../labels.ts';
import { Alert } from '../parts/notices.tsx';
import { sendFailure, sendPage, sendUnavailable, withState } from '../responses.tsx';
import type { AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';

/** A month that was to be closed, and how much of it is open. */
interface Unconfirmed {
  readonly month: string;
  readonly open: number;
}

const forAll = 'Months are closed for all storefronts together, by someone who may see all of them.';

/** Months whose taxes are filed. A sync into one of them needs confirmation. */
const showMonths = async (
  context: ScreenContext,
  { reviews, seesAll: seen }: AccountState,
  problem: string | null,
  unconfirmed: Unconfirmed | null = null,
  notice: string | null = null,
): Promise<Response> => {
  const closed = await reviews.closedPeriods();
  if (E.isLeft(closed)) return sendUnavailable(context, closed.left);
  const sees = await seen();
  if (E.isLeft(sees)) return sendUnavailable(context, sees.left);
  const seesAll = sees.right;
  const { page } = context.var;
  const mayClose = seesAll && page.links.may('approve');
  return sendPage(
    context,
    <Page page={page} title="Closed months">
      <h1>Closed months</h1>
      <p class="soft">
        Close a month once its taxes are filed. A sync into a closed month then needs confirmation. Dates of sales never
        change.
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
      <section class="card" aria-label="Closed months">
        {closed.right.length === 0 ? (
          <p class="soft">No month is closed.</p>
        ) : (
          <ul class="plain list">
            {closed.right.map(({ month, by, at: since }) => (
              <li>
                <div class="what">
                  <a href={page.links.period({ ...wholeMonth(month) })}>{monthLabel(month)}</a>
                  <p class="soft small">
                    closed {seesAll ? `by ${by} ` : ''}on <time datetime={since}>{momentLabel(since)}</time>
                  </p>
                </div>
                {mayClose ? (
                  <form method="post" action={page.links.months}>
                    <input type="hidden" name="month" value={month} />
                    <button name="what" value="reopen" aria-label={`Reopen ${monthLabel(month)}`}>
                      Reopen
                    </button>
                  </form>
                ) : null}
              </li>
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
                the same. <a href={page.links.inbox()}>Decide on them</a>
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

/** `GET /months`: the closed months. */
export const listMonths = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) => showMonths(context, state, null));

const unchanged = ({ month, closed }: ChangedPeriod): string =>
  closed === null
    ? `${monthLabel(month)} is not closed. Nothing was changed.`
    : `${monthLabel(month)} was closed before, by ${closed.by} on ${momentLabel(closed.at)}. Nothing was changed.`;

/** `POST /months`: closes or reopens a month. */
export const changeMonth = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context, state) => {
    const form = await readForm(context);
    const month = form.one('month');
    const { user, links } = context.var.page;
    const open = Number(form.one('open'));
    const changed =
      form.one('what') === 'reopen'
        ? await reopenPeriod(ports, month)()
        : await closePeriod(ports, month, { by: user.name, open })();
    if (E.isRight(changed))
      return changed.right.hasChanged
        ? context.redirect(links.months, 303)
        : showMonths(context, state, null, null, unchanged(changed.right));
    if (changed.left.open !== undefined)
      return showMonths(context, state, `${monthLabel(month)} was not closed.`, { month, open: changed.left.open });
    return changed.left.code === 'INVALID'
      ? showMonths(context, state, changed.left.message)
      : sendFailure(context, changed.left);
  });
