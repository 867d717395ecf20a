import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { FC } from 'hono/jsx';
import { type DateRange, daysOf, parseDateRange } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import {
  monthRange,
  monthsLater,
  overBy,
  todayIn,
  isCounted,
  type ShownDay,
  summarizeDays,
  readDays,
  type StorefrontDays,
  timeZoneOf,
} from '../days.ts';
import { countAfterSync, openingMonth } from '../count-after-sync.ts';
import { readForm, type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { follow, Following } from '../follow.tsx';
import { count, dayLabel, monthLabel, plural } from '../labels.ts';
import { StorefrontMonth } from '../parts/storefront-month.tsx';
import { sendFailure, sendMessage, sendRead, sendRefusal, sendUnavailable, withState } from '../responses.tsx';
import { readAll } from '../run-view.ts';
import type { CountPorts, AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';

const maxStorefronts = 6;
/** Newest runs that are searched for one that ended after a count. */
const newestRuns = 20;

/** Reads the days of the chosen storefronts; of the first ones if none is chosen. */
const readChosen = (
  ports: ScreenPorts,
  context: ScreenContext,
  state: AccountState,
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
      readAll({ closed: state.reviews.closedPeriods, shown: readChosen(ports, context, state, range) }),
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
          {counting === undefined ? null : (
            <Following
              page={page}
              events={links.calendarEvents}
              label="Counting"
              shown={<CountingState counting={counting} />}
            />
          )}
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

/** The months of a year, with their incomplete days. */
const showYear = (ports: ScreenPorts, context: ScreenContext, state: AccountState, text: string): Promise<Response> => {
  if (!/^\d{4}$/.test(text)) return sendMessage(context, 'Year not found', 'Enter it as YYYY, such as 2026.', 404);
  const year = Number(text);
  const { page } = context.var;
  const { links } = page;
  return sendRead(
    context,
    readChosen(ports, context, state, { from: `${text}-01-01`, to: `${text}-12-31` }),
    (chosen) => (
      <Page page={page} title={`Calendar of ${year}`}>
        <h1>{year}</h1>
        <nav class="chips" aria-label="Year">
          <a href={links.calendar({ year: String(year - 1) })} rel="prev">
            {year - 1}
          </a>
          <a href={links.calendar({ year: String(year + 1) })} rel="next">
            {year + 1}
          </a>
        </nav>
        <section class="card" aria-label="Months">
          <div class="scroll" role="region" tabindex={0} aria-label="Months of the storefronts">
            <table>
              <caption>Sales in the service, by month</caption>
              <thead>
                <tr>
                  <th scope="col">month</th>
                  {chosen.map(({ storefront }) => (
                    <th scope="col">{storefront}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {monthNumbers.map((number) => {
                  const month = `${year}-${number}`;
                  return (
                    <tr>
                      <th scope="row" class="nowrap">
                        <a href={links.calendar({ month })}>{monthLabel(month)}</a>
                      </th>
                      {chosen.map(({ storefront, days }) => (
                        <MonthCell
                          link={links.calendar({ month, storefront })}
                          label={`${monthLabel(month)}, ${storefront}`}
                          days={days.filter(({ day }) => day.startsWith(month))}
                        />
                      ))}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </section>
      </Page>
    ),
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

const CountingState: FC<{ readonly counting: NonNullable<ReturnType<CountPorts['now']>> }> = ({
  counting: { storefront, range },
}) => (
  <>
    <p>
      <span class="badge live">counting</span> {storefront}, {dayLabel(range.from)} to {dayLabel(range.to)}. The
      platform’s records are compared with the service’s list; nothing is sent.
    </p>
    <progress aria-label={`Counting ${storefront}`} />
  </>
);

const legend: readonly (readonly [sign: string, meaning: string])[] = [
  ['12', 'all 12 sales are in the service'],
  ['10/12 −2', '10 of 12: 2 are missing in the service'],
  ['12 !1', 'one differs, or is in the service only'],
  ['0', 'no sales'],
  ['?', 'not counted'],
];

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

interface MonthCellProps {
  readonly link: string;
  readonly label: string;
  readonly days: readonly ShownDay[];
}

const MonthCell: FC<MonthCellProps> = ({ link, label, days }) => {
  const counted = days.filter(isCounted).length;
  const gaps = summarizeDays(days).filter(({ tone }) => tone === 'bad' || tone === 'warn');
  const unknown = days.some(({ state }) => state === 'unknown') ? 'not counted' : 'upcoming';
  const result = gaps.map((gap) => gap.label).join(', ') || (counted > 0 ? 'complete' : unknown);
  return (
    <td>
      <a href={link} aria-label={`${label}: ${result}`}>
        <span class={`badge ${gaps[0]?.tone ?? (counted > 0 ? 'good' : '')}`}>{result}</span>
      </a>
      <span class="soft small">
        {' '}
        {counted === 0 ? '' : `${count(counted)} of ${plural(days.length, 'day')} counted`}
      </span>
    </td>
  );
};
