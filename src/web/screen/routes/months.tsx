import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import { monthRange } from '../calendar-days.ts';
import { readForm, type ScreenContext, type ScreenHandler } from '../context.ts';
import { MonthsPage } from '../pages/months-page.tsx';
import { sendPage, sendUnavailable, withState } from '../responses.tsx';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

const showMonths = async (
  context: ScreenContext,
  { reviews }: ScreenState,
  problem: string | null,
): Promise<Response> => {
  const closed = await reviews.closedPeriods();
  if (E.isLeft(closed)) return sendUnavailable(context, closed.left);
  const page = <MonthsPage page={context.var.page} closed={closed.right} problem={problem} />;
  return sendPage(context, page, problem === null ? 200 : 422);
};

/** `GET /months`: the closed months. */
export const listMonths = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) => showMonths(context, state, null));

/** `POST /months`: closes or reopens a month. */
export const changeMonth = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context, state) => {
    const form = await readForm(context);
    const month = form.one('month');
    if (monthRange(month) === undefined)
      return showMonths(context, state, 'Enter the month as YYYY-MM, such as 2026-01.');
    const { user, links } = context.var.page;
    const at = instantOfMilliseconds(ports.clock.now());
    const changed =
      form.one('what') === 'reopen'
        ? await state.reviews.reopenPeriod(month)()
        : await state.reviews.closePeriod({ month, by: user.name, at })();
    return E.isLeft(changed) ? sendUnavailable(context, changed.left) : context.redirect(links.months, 303);
  });
