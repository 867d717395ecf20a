import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Run } from '../../../domain/run.ts';
import { down, message, page, withState } from '../answer.tsx';
import { monthRange, overBy, todayIn } from '../calendar-days.ts';
import type { Answer, Visit } from '../env.ts';
import { CalendarPage } from '../pages/calendar-page.tsx';
import { type CalendarYear, YearPage } from '../pages/year-page.tsx';
import type { CalendarMonth } from '../parts/storefront-month.tsx';
import { readDays, type StorefrontDays } from '../read-days.ts';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

/** So many storefronts stand on one page, unless some are chosen. */
const maxStorefronts = 6;
/** So many of the newest runs are looked at for one that ended since. */
const newestRuns = 20;

const chosenOf = (ports: ScreenPorts, visit: Visit): readonly string[] => {
  const asked = visit.req.queries('storefront') ?? [];
  const chosen = ports.storefronts().filter((name) => asked.includes(name));
  return (chosen.length === 0 ? ports.storefronts() : chosen).slice(0, maxStorefronts);
};

/** Whether a run may have filled the gaps of these days after they were counted. */
const hasSynced =
  ({ storefront, days }: StorefrontDays) =>
  ({ storefronts, range, dryRun, finishedAt }: Run): boolean =>
    !dryRun &&
    storefronts.includes(storefront) &&
    days.some(
      ({ day, state, counted }) =>
        state === 'short' && day >= range.from && day <= range.to && (finishedAt ?? '') > (counted?.countedAt ?? ''),
    );

const showMonth = async (ports: ScreenPorts, visit: Visit, state: ScreenState): Promise<Response> => {
  // The month of the newest day that is over, wherever that is.
  const yesterday = todayIn('UTC', ports.clock.now() - 86_400_000);
  const month = visit.req.query('month') ?? yesterday.slice(0, 7);
  const range = monthRange(month);
  if (range === undefined)
    return message(visit, 'There is no such month', 'Write it as YYYY-MM, such as 2026-01.', 404);
  const runs = await state.reviews.listRuns({ before: O.none, limit: newestRuns })();
  if (E.isLeft(runs)) return down(visit, runs.left);
  const closed = await state.reviews.closedPeriods();
  if (E.isLeft(closed)) return down(visit, closed.left);
  const months: CalendarMonth[] = [];
  for (const storefront of chosenOf(ports, visit)) {
    const read = await readDays(ports, state, storefront, range);
    if (E.isLeft(read)) return down(visit, read.left);
    const { today, ...shown } = read.right;
    months.push({
      ...shown,
      countable: overBy(today, range) ?? null,
      isSyncedSince: runs.right.runs.some(hasSynced(read.right)),
      failure: ports.counts.failure(storefront) ?? null,
    });
  }
  return page(
    visit,
    <CalendarPage
      at={visit.var.at}
      month={month}
      storefronts={months}
      all={ports.storefronts()}
      counting={ports.counts.now()}
      closed={closed.right.map((one) => one.month)}
    />,
  );
};

const showYear = async (ports: ScreenPorts, visit: Visit, state: ScreenState, text: string): Promise<Response> => {
  if (!/^\d{4}$/.test(text)) return message(visit, 'There is no such year', 'Write it as YYYY, such as 2026.', 404);
  const years: CalendarYear[] = [];
  for (const storefront of chosenOf(ports, visit)) {
    const read = await readDays(ports, state, storefront, { from: `${text}-01-01`, to: `${text}-12-31` });
    if (E.isLeft(read)) return down(visit, read.left);
    years.push(read.right);
  }
  return page(visit, <YearPage at={visit.var.at} year={Number(text)} storefronts={years} />);
};

/** `GET /calendar?month=2026-03` and `GET /calendar?year=2026`: what was counted of each day. */
export const showCalendar = (ports: ScreenPorts): Answer =>
  withState(ports, (visit, state) => {
    const year = visit.req.query('year');
    return year === undefined ? showMonth(ports, visit, state) : showYear(ports, visit, state, year);
  });
