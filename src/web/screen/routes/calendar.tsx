import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { daysOf, parseDateRange } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import { monthRange, monthsLater, overBy, todayIn, readChosenDays, type StorefrontDays, timeZoneOf } from '../days.ts';
import { countAfterSync, newestRuns, openingMonth } from '../count-after-sync.ts';
import { readForm, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { follow } from '../follow.tsx';
import { monthLabel } from '../labels.ts';
import { Counting, CountingState } from '../parts/counting.tsx';
import { StorefrontMonth } from '../parts/storefront-month.tsx';
import { sendFailure, sendMessage, sendRead, sendRefusal, sendUnavailable, withState } from '../responses.tsx';
import { readAll } from '../run-view.ts';
import type { AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';
import { showYear } from './calendar-year.tsx';

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

const showMonth = async (ports: ScreenPorts, context: ScreenContext, state: AccountState): Promise<Response> => {
  const found = await state.reviews.listRuns({ before: O.none, limit: newestRuns })();
  if (E.isLeft(found)) return sendUnavailable(context, found.left);
  const { runs } = found.right;
  const all = ports.storefronts();
  const month = context.req.query('month') ?? openingMonth(runs, all, ports.clock.now());
  const range = monthRange(month);
  if (range === undefined) return sendMessage(context, 'Month not found', 'Enter it as YYYY-MM, such as 2026-01.', 404);
  const { page } = context.var;
  const { links } = page;
  return sendRead(
    context,
    pipe(
      readAll({ closed: state.reviews.closedPeriods, shown: readChosenDays(ports, context, state, range) }),
      TE.tapTask(
        ({ shown }) =>
          () =>
            countAfterSync(ports, context, shown, runs),
      ),
    ),
    ({ closed, shown }) => {
      const counting = ports.counts.now();
      const chosen = shown.map(({ storefront }) => storefront);
      const linkTo = (months: number): string =>
        links.calendar({
          month: monthsLater(month, months),
          ...(chosen.length < all.length && { storefront: chosen }),
        });
      return (
        <Page page={page} title={`Calendar of ${monthLabel(month)}`} {...(counting !== undefined && { refresh: 3 })}>
          <h1>{monthLabel(month)}</h1>
          <p class="soft">
            Sales sent to the service, by day. Counting compares the platform with the service, day by day once the day
            is over, and sends nothing.
          </p>
          <nav class="chips" aria-label="Month">
            <a href={linkTo(-1)} rel="prev">
              {monthLabel(monthsLater(month, -1))}
            </a>
            <a href={linkTo(1)} rel="next">
              {monthLabel(monthsLater(month, 1))}
            </a>
            <a href={links.calendar({ year: month.slice(0, 4) })}>All of {month.slice(0, 4)}</a>
            {all.length < 2
              ? null
              : all.map((name) => (
                  <a
                    href={links.calendar({ month, storefront: name })}
                    {...(chosen.length === 1 && chosen[0] === name && { 'aria-current': 'true' })}
                  >
                    {name}
                  </a>
                ))}
          </nav>
          <Counting page={page} counting={counting} />
          {shown.map((days) => (
            <StorefrontMonth
              links={links}
              month={month}
              shown={{
                ...days,
                countable: overBy(days.today, range) ?? null,
                isSyncedSince: runs.some(mayHaveFilled(days)),
                failure: ports.counts.failure(days.storefront) ?? null,
              }}
              isCounting={counting !== undefined}
              closed={closed.map((period) => period.month)}
            />
          ))}
          <dl class="legend small soft" aria-label="Signs">
            {legend.map(([sign, meaning]) => (
              <div>
                <dt>{sign}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Page>
      );
    },
  );
};

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
    if (E.isLeft(begun)) return sendFailure(context, begun.left);
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

const legend: readonly (readonly [sign: string, meaning: string])[] = [
  ['12', 'all 12 sales are in the service'],
  ['10/12 −2', '10 of 12: 2 are missing in the service'],
  ['12 !1', 'one differs, or is in the service only'],
  ['0', 'no sales'],
  ['?', 'not counted'],
];
