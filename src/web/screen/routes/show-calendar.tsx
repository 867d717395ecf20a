import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { monthRange, overBy, todayIn } from '../calendar-days.ts';
import type { ScreenContext, ScreenHandler } from '../context.ts';
import { CalendarPage } from '../pages/calendar-page.tsx';
import { YearPage } from '../pages/year-page.tsx';
import { readDays, type StorefrontDays } from '../read-days.ts';
import { sendMessage, sendRead, withState } from '../responses.tsx';
import { readAll } from '../run-view.ts';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

/** Storefronts on one page. */
const maxStorefronts = 6;
/** Newest runs that are searched for one that ended after a count. */
const newestRuns = 20;

/** Reads the days of the chosen storefronts; of the first ones if none is chosen. */
const readChosen = (
  ports: ScreenPorts,
  context: ScreenContext,
  state: ScreenState,
  range: DateRange,
): TE.TaskEither<StoreError, readonly StorefrontDays[]> => {
  const asked = context.req.queries('storefront') ?? [];
  const chosen = ports.storefronts().filter((name) => asked.includes(name));
  const shown = (chosen.length === 0 ? ports.storefronts() : chosen).slice(0, maxStorefronts);
  return TE.traverseSeqArray((storefront: string) => () => readDays(ports, state, storefront, range))(shown);
};

/** Whether a run may have sent missing sales of these days after they were counted. */
const mayHaveFilled =
  ({ storefront, days }: StorefrontDays) =>
  ({ storefronts, range, dryRun, finishedAt }: Run): boolean =>
    !dryRun &&
    storefronts.includes(storefront) &&
    days.some(
      ({ day, state, counted }) =>
        state === 'short' && day >= range.from && day <= range.to && (finishedAt ?? '') > (counted?.countedAt ?? ''),
    );

const showMonth = (ports: ScreenPorts, context: ScreenContext, state: ScreenState): Promise<Response> => {
  const yesterday = todayIn('UTC', ports.clock.now() - 86_400_000);
  const month = context.req.query('month') ?? yesterday.slice(0, 7);
  const range = monthRange(month);
  if (range === undefined) return sendMessage(context, 'Month not found', 'Enter it as YYYY-MM, such as 2026-01.', 404);
  return sendRead(
    context,
    pipe(
      readAll({
        found: state.reviews.listRuns({ before: O.none, limit: newestRuns }),
        closed: state.reviews.closedPeriods,
        chosen: readChosen(ports, context, state, range),
      }),
      TE.map(({ found, closed, chosen }) => (
        <CalendarPage
          page={context.var.page}
          month={month}
          storefronts={chosen.map((days) => ({
            ...days,
            countable: overBy(days.today, range) ?? null,
            isSyncedSince: found.runs.some(mayHaveFilled(days)),
            failure: ports.counts.failure(days.storefront) ?? null,
          }))}
          all={ports.storefronts()}
          counting={ports.counts.now()}
          closed={closed.map((period) => period.month)}
        />
      )),
    ),
  );
};

const showYear = (ports: ScreenPorts, context: ScreenContext, state: ScreenState, year: string): Promise<Response> =>
  /^\d{4}$/.test(year)
    ? sendRead(
        context,
        pipe(
          readChosen(ports, context, state, { from: `${year}-01-01`, to: `${year}-12-31` }),
          TE.map((chosen) => <YearPage page={context.var.page} year={Number(year)} storefronts={chosen} />),
        ),
      )
    : sendMessage(context, 'Year not found', 'Enter it as YYYY, such as 2026.', 404);

/** `GET /calendar?month=2026-03` and `GET /calendar?year=2026`: the counts of each day. */
export const showCalendar = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) => {
    const year = context.req.query('year');
    return year === undefined ? showMonth(ports, context, state) : showYear(ports, context, state, year);
  });
