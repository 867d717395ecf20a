/** The calendar of a month, where a bookkeeper sees for each day whether all sales are in the service, and counts days. */
import * as E from 'fp-ts/lib/Either.js';
import { daysOf, monthsLater, parseDateRange } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import { monthRange, overBy, todayIn, readChosenDays, type StorefrontDays, timeZoneOf } from '../days.ts';
import { countAfterSync, maxRuns, openingMonth } from '../count-after-sync.ts';
import { readForm, type ScreenHandler, Page } from '../page.tsx';
import { follow } from '../follow.tsx';
import { monthLabel } from '../labels.ts';
import { Counting, CountingState } from '../parts/counting.tsx';
import { MonthTabs } from '../parts/month-tabs.tsx';
import { StorefrontMonth } from '../parts/storefront-month.tsx';
import { sendMessage, sendPage, sendRefusal } from '../responses.tsx';

const legend: readonly (readonly [sign: string, meaning: string])[] = [
  ['12', 'all 12 sales are in the service'],
  ['10/12 −2', '10 of 12: 2 are missing in the service'],
  ['12 !1', 'one differs, or is in the service only'],
  ['12 +1', 'one more is on hold or left out'],
  ['0', 'no sales'],
  ['?', 'not counted'],
];

export const showCalendar: ScreenHandler = async (context) => {
  const { page, host, taxNexus } = context.var;
  const { links } = page;
  const { storefronts, newestRuns, counting: count } = taxNexus.pages;
  const runs = await newestRuns(maxRuns);
  const all = storefronts();
  const month = context.req.query('month') ?? openingMonth(runs, all, host.clock.now());
  const range = monthRange(month);
  if (range === undefined) return sendMessage(context, 'Month not found', 'Enter it as YYYY-MM, such as 2026-01.', 404);
  const closed = await taxNexus.closedPeriods.list();
  const shown = await readChosenDays(context, range);
  await countAfterSync(context, shown, runs);
  const counting = count.now();
  const chosen = shown.map(({ storefront }) => storefront);
  const linkTo = (months: number): string =>
    links.calendar({
      month: monthsLater(month, months),
      ...(chosen.length < all.length && { storefront: chosen }),
    });
  return sendPage(
    context,
    <Page page={page} title={`Calendar of ${monthLabel(month)}`} {...(counting !== undefined && { refresh: 3 })}>
      <MonthTabs links={links} current="calendar" />
      <h1>{monthLabel(month)}</h1>
      <p class="soft">
        Sales sent to the service, by day. Counting compares the platform with the service, day by day once the day is
        over, and sends nothing.
      </p>
      <nav class="chips" aria-label="Month">
        <a href={linkTo(-1)} rel="prev">
          {monthLabel(monthsLater(month, -1))}
        </a>
        <a href={linkTo(1)} rel="next">
          {monthLabel(monthsLater(month, 1))}
        </a>
        <a href={links.months({ year: month.slice(0, 4) })}>All of {month.slice(0, 4)}</a>
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
            failure: count.failure(days.storefront) ?? null,
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
    </Page>,
  );
};

/** Counting reads the platform, so it is limited to a month. */
const maxDays = 31;

/** `POST /calendar`: counts the past days of a storefront in the background. */
export const countDays: ScreenHandler = async (context) => {
  const {
    host,
    page,
    taxNexus: { pages },
  } = context.var;
  const form = await readForm(context);
  const storefront = form.one('storefront');
  if (!pages.storefronts().includes(storefront))
    return sendRefusal(context, 'This storefront is no longer configured.');
  const range = parseDateRange(form.one('from'), form.one('to'));
  if (E.isLeft(range)) return sendRefusal(context, `The days are not valid: ${range.left}.`);
  if (daysOf(range.right).length > maxDays) return sendRefusal(context, 'Count at most one month at a time.');
  const timeZone = await timeZoneOf(pages, storefront);
  if (timeZone === null)
    return sendRefusal(context, 'The platform did not return its time zone. Try again in a moment.');
  const over = overBy(todayIn(timeZone, host.clock.now()), range.right);
  if (over === undefined) return sendRefusal(context, 'None of these days is over yet.');
  if (!(await pages.counting.begin(storefront, over)))
    return sendRefusal(context, 'A count is running already. Wait until it ends.');
  return context.redirect(page.links.calendar({ month: over.from.slice(0, 7), storefront }), 303);
};

/** `GET /calendar/events`: the running count, until it ends. */
export const followCount: ScreenHandler = (context) =>
  follow(context, () => {
    const counting = context.var.taxNexus.pages.counting.now();
    return Promise.resolve(
      counting === undefined ? 'over' : { element: <CountingState counting={counting} />, announcement: 'counting' },
    );
  });

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
