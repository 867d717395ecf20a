/** The form for a new historical sync and its check: storefronts, days, and whether the platform and the service are ready. */
import * as E from 'fp-ts/lib/Either.js';
import type { FC } from 'hono/jsx';
import { type DateRange, parseDateRange } from '../../../domain/date-range.ts';
import type { CheckedPart } from '../../../operations/check.ts';
import type { ReadinessFinding } from '../../../mapping/source-connector.ts';
import type { Links } from '../links.ts';
import { closedMonthsIn } from './change-run.ts';
import { type ScreenContext, type ScreenHandler, Page } from '../page.tsx';
import { count, monthLabel, plural, rangeLabel } from '../labels.ts';
import { StartForm } from '../parts/forms.tsx';
import { Alert } from '../parts/notices.tsx';
import { timeZoneOf, type ProposedDays, proposedDays, syncedDays } from '../days.ts';
import { sendPage, sendPageInParts } from '../responses.tsx';

/** `GET /new`: which storefronts and days to sync. */
export const newSync: ScreenHandler = (context) => showForm(context, null);

/** `GET /check`: whether a run of these storefronts and days can start. */
export const check: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const chosen = context.req.queries('storefront') ?? [];
  const storefronts = taxNexus.pages.storefronts().filter((name) => chosen.includes(name));
  if (storefronts.length === 0) return showForm(context, 'Choose at least one storefront.');
  const range = parseDateRange(context.req.query('from') ?? '', context.req.query('to') ?? '');
  if (E.isLeft(range)) return showForm(context, `The days are not valid: ${range.left}.`);
  const closed = await closedMonthsIn(context, range.right);
  const request = { storefronts, ...range.right };
  // A silent platform or service may take longer than a minute.
  return sendPageInParts(context, {
    title: 'Check',
    opening: (
      <>
        <h1>{rangeLabel(range.right)}</h1>
        <p class="soft">Step 2 of 3. Nothing was sent.</p>
        <p class="note pending" role="status">
          Checking permissions, available history and number of records at {storefronts.join(', ')} and at the Tax Nexus
          Service …
        </p>
      </>
    ),
    content: async () => {
      const { isReady, parts } = await taxNexus.check({ storefronts });
      const { requestsPerMinute } = await taxNexus.pages.service();
      return (
        <Checked
          links={page.links}
          request={request}
          parts={parts}
          isReady={isReady}
          requestsPerMinute={requestsPerMinute}
          closed={closed}
        />
      );
    },
  });
};

interface StorefrontChoice {
  readonly name: string;
  readonly platform: string;
  /** IANA; null while the platform does not respond. */
  readonly timeZone: string | null;
  readonly isChosen: boolean;
  /** The days synced so far; null before the first sync. */
  readonly synced: DateRange | null;
}

/** Shows the form with the choices so far. With a problem it has status 422. */
const showForm = async (context: ScreenContext, problem: string | null): Promise<Response> => {
  const { page, host, taxNexus } = context.var;
  const { pages } = taxNexus;
  const { from, to, days } = context.req.query();
  const chosen = context.req.queries('storefront') ?? [];
  const synced = await syncedDays(pages);
  const storefronts = await Promise.all(
    (await taxNexus.storefronts.list()).map(async ({ name, platform }): Promise<StorefrontChoice> => ({
      name,
      platform,
      timeZone: await timeZoneOf(pages, name),
      isChosen: chosen.length === 0 || chosen.includes(name),
      synced: synced.get(name) ?? null,
    })),
  );
  const syncedOfChosen = storefronts.flatMap((one) => (one.isChosen ? (one.synced ?? []) : []));
  const proposed = proposedDays(syncedOfChosen, host.clock.now());
  const filledIn = days === 'again' || days === 'onwards' || days === 'year' ? proposed[days] : undefined;
  const usual = proposed.again ?? proposed.year;
  const shown = filledIn ?? { from: from ?? usual.from, to: to ?? usual.to };
  return sendPage(
    context,
    <Page page={page} title="New sync">
      <h1>New historical sync</h1>
      <p class="soft">
        Step 1 of 3. Nothing is read or written yet.
        {pages.mayImport() ? (
          <>
            {' '}
            <a href={page.links.import}>Import a CSV file</a> instead, for sales that a platform no longer returns.
          </>
        ) : null}
      </p>
      {problem === null ? null : <Alert>{problem}</Alert>}
      <form class="card" method="get" action={page.links.check()}>
        <fieldset>
          <legend>Storefronts</legend>
          {storefronts.map(({ name, platform, timeZone, isChosen, synced }) => (
            <label class="pick">
              <input type="checkbox" name="storefront" value={name} checked={isChosen} />
              <span>
                {name}
                <br />
                <span class="soft small">
                  {platform}, time zone {timeZone ?? 'unknown, because the platform did not respond'}
                  <br />
                  {synced === null ? 'not synced yet' : `synced so far: ${rangeLabel(synced)}`}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Days</legend>
          <div class="fields">
            <label>
              First day
              <input type="date" name="from" value={shown.from} required />
            </label>
            <label>
              Last day, included
              <input type="date" name="to" value={shown.to} required />
            </label>
          </div>
          <p class="small">{whichDays(proposed, shown)}</p>
          <p class="soft small">
            Days are in each storefront’s time zone. You can sync the same days again at any time: what is already in
            the service stays as it is.
          </p>
        </fieldset>
        <button class="main">Check</button>
        <OtherDays proposed={proposed} shown={shown} action={page.links.newSync()} />
      </form>
    </Page>,
    problem === null ? 200 : 422,
  );
};

const proposals: readonly (readonly [name: keyof ProposedDays, text: string])[] = [
  ['again', 'Default: the days synced so far.'],
  ['onwards', 'Filled in: the days after the last synced day.'],
  ['year', 'Default: the last 12 full months.'],
];

/** Where the days come from; empty for days that the user entered. */
const whichDays = (proposed: ProposedDays, { from, to }: DateRange): string =>
  proposals.find(([name]) => {
    const days = proposed[name];
    return days?.from === from && days.to === to;
  })?.[1] ?? '';

interface OtherDaysProps {
  readonly proposed: ProposedDays;
  /** The days in the form now. */
  readonly shown: DateRange;
  /** Address of the form, which is shown again with other days. */
  readonly action: string;
}

const buttons: readonly (readonly [name: keyof ProposedDays, label: string])[] = [
  ['again', 'Use the days synced so far'],
  ['onwards', 'Continue after the last synced day'],
  ['year', 'Use the last 12 months'],
];

/**
 * Fills in other days and keeps the chosen storefronts. The buttons follow the main button, because Enter presses the first one.
 */
const OtherDays: FC<OtherDaysProps> = ({ proposed, shown, action }) => {
  const others = buttons.flatMap(([name, label]) => {
    const days = proposed[name];
    return days === undefined || (days.from === shown.from && days.to === shown.to) ? [] : [{ name, label, days }];
  });
  if (others.length === 0) return null;
  return (
    <fieldset class="below">
      <legend class="small">Or use other days</legend>
      <div class="row">
        {others.map(({ name, label, days }) => (
          <button name="days" value={name} formaction={action} formnovalidate>
            <span>
              {label}
              <br />
              <span class="soft small">{rangeLabel(days)}</span>
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
};

interface CheckedProps {
  readonly links: Links;
  readonly request: { readonly storefronts: readonly string[] } & DateRange;
  readonly parts: readonly CheckedPart[];
  readonly isReady: boolean;
  readonly requestsPerMinute: number | null;
  /** Closed months among the days, `YYYY-MM`. */
  readonly closed: readonly string[];
}

/** The result of the check, with the buttons that start a preview or a sync. */
const Checked: FC<CheckedProps> = ({ links, request, parts, isReady, requestsPerMinute, closed }) => {
  const records = parts.reduce((all, part) => all + (part.records ?? 0), 0);
  return (
    <>
      <div class="grid top three">
        {parts.map((part) => (
          <CheckedCard part={part} />
        ))}
      </div>
      {!isReady ? (
        <Alert>The sync cannot start. Solve the problems above, then check again.</Alert>
      ) : (
        <p class="note">{durationLabel(records, requestsPerMinute)}</p>
      )}
      {closed.length === 0 ? null : (
        <p class="note warn" role="alert">
          These days are in {plural(closed.length, 'closed month')} ({closed.map(monthLabel).join(', ')}). Their sales
          stay on hold: if they were sent now, they would change what was filed.
        </p>
      )}
      <div class="row">
        {!isReady ? null : (
          <>
            <StartForm links={links} request={request} mode="preview" isMain />
            <StartForm links={links} request={request} mode="start" closed={closed} />
          </>
        )}
        <a href={links.newSync({ ...request, storefront: request.storefronts })}>Choose other days</a>
      </div>
    </>
  );
};

/** Problems and warnings are shown; passed checks can be opened. */
const CheckedCard: FC<{ readonly part: CheckedPart }> = ({ part: { subject, findings, records } }) => {
  const fine = findings.filter(({ level }) => level === 'fine');
  const rest = findings.filter(({ level }) => level !== 'fine');
  return (
    <section class="card">
      <h2>
        {subject === 'service' ? 'Tax Nexus Service' : subject}{' '}
        {rest.length === 0 ? <span class="badge good">ready</span> : null}
      </h2>
      {rest.length === 0 ? null : <FindingList findings={rest} />}
      {records === null ? null : <p class="soft">{plural(records, 'record')} in its whole history</p>}
      {fine.length === 0 ? null : (
        <details>
          <summary>{plural(fine.length, 'check')} passed</summary>
          <FindingList findings={fine} />
        </details>
      )}
    </section>
  );
};

const levels: Readonly<Record<ReadinessFinding['level'], readonly [label: string, tone: string]>> = {
  fine: ['ok', 'good'],
  warns: ['warning', 'warn'],
  stops: ['problem', 'bad'],
};

const FindingList: FC<{ readonly findings: readonly ReadinessFinding[] }> = ({ findings }) => (
  <ul class="plain why">
    {findings.map(({ level, subject, message }) => (
      <li>
        <span class={`badge ${levels[level][1]}`}>{levels[level][0]}</span> <strong>{subject}</strong>
        <p class="small">{message}</p>
      </li>
    ))}
  </ul>
);

const durationLabel = (records: number, requestsPerMinute: number | null): string => {
  if (requestsPerMinute === null)
    return 'The duration depends on the rate limit of the service, which is not known yet.';
  const minutes = Math.max(1, Math.ceil(records / requestsPerMinute));
  const duration = minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
  return `At ${count(requestsPerMinute)} requests per minute, the whole history would take about ${duration}; fewer days take less.`;
};
