import * as E from 'fp-ts/lib/Either.js';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import { down, page, withState } from '../answer.tsx';
import { monthRange } from '../calendar-days.ts';
import type { Answer, Visit } from '../env.ts';
import { readForm } from '../form.ts';
import { MonthsPage } from '../pages/months-page.tsx';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

const show = async (visit: Visit, { reviews }: ScreenState, problem: string | null): Promise<Response> => {
  const closed = await reviews.closedPeriods();
  if (E.isLeft(closed)) return down(visit, closed.left);
  const status = problem === null ? 200 : 422;
  return page(visit, <MonthsPage at={visit.var.at} closed={closed.right} problem={problem} />, status);
};

/** `GET /months`: which months are closed. */
export const listMonths = (ports: ScreenPorts): Answer => withState(ports, (visit, state) => show(visit, state, null));

/** `POST /months`: declares a month closed, or opens it again. */
export const changeMonth = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, state) => {
    const form = await readForm(visit);
    const month = form.one('month');
    if (monthRange(month) === undefined) return show(visit, state, 'Write the month as YYYY-MM, such as 2026-01.');
    const at = instantOfMilliseconds(ports.clock.now());
    const changed =
      form.one('what') === 'reopen'
        ? await state.reviews.reopenPeriod(month)()
        : await state.reviews.closePeriod({ month, by: visit.var.at.user.name, at })();
    return E.isLeft(changed) ? down(visit, changed.left) : visit.redirect(visit.var.at.links.months, 303);
  });
