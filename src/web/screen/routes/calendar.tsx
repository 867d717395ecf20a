import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type DateRange, daysOf, parseDateRange } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { monthRange, overBy, todayIn } from '../calendar-days.ts';
import { readForm, type ScreenContext, type ScreenHandler } from '../context.ts';
import { follow } from '../follow.tsx';
import { CalendarPage, CountingState } from '../pages/calendar-page.tsx';
import { YearPage } from '../pages/year-page.tsx';
import { readDays, type StorefrontDays, timeZoneOf } from '../read-days.ts';
import { sendMessage, sendRead, sendRefusal, withState } from '../responses.tsx';
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

/** Counting reads the platform, so it is limited to a month. */
const maxDays = 31;

/** `POST /calendar`: counts the past days of a storefront in the background. */
export const countDays = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, async (context) => {
    const form = await readForm(context);
    const storefront = form.one('storefront');
    if (!ports.storefronts().includes(storefront))
      return sendRefusal(context, 'This storefront is no longer configured.');
    const range = parseDateRange(form.one('from'), form.one('to'));
    if (E.isLeft(range)) return sendRefusal(context, `The days are not valid: ${range.left}.`);
    if (daysOf(range.right).length > maxDays) return sendRefusal(context, 'Count at most one month at a time.');
    const timeZone = await timeZoneOf(ports, storefront);
    if (timeZone === null)
      return sendRefusal(context, 'The platform did not return its time zone. Try again in a moment.');
    const over = overBy(todayIn(timeZone, ports.clock.now()), range.right);
    if (over === undefined) return sendRefusal(context, 'None of these days is over yet.');
    const begun = await ports.counts.begin(storefront, over)();
    if (E.isLeft(begun)) return sendRefusal(context, begun.left.message);
    if (!begun.right) return sendRefusal(context, 'A count is running already. Wait until it ends.');
    return context.redirect(context.var.page.links.calendar({ month: over.from.slice(0, 7), storefront }), 303);
  });

/** `GET /calendar/events`: the running count, until it ends. */
export const followCount =
  (ports: ScreenPorts): ScreenHandler =>
  (context) =>
    follow(ports, context, () => {
      const counting = ports.counts.now();
      return Promise.resolve(
        O.some(
          counting === undefined
            ? 'over'
            : { element: <CountingState counting={counting} />, announcement: 'counting' },
        ),
      );
    });
