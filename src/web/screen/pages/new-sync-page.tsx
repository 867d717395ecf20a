import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import { rangeLabel } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { Alert } from '../parts/notices.tsx';
import type { ProposedDays } from '../synced-days.ts';

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

/** Fills in other days and keeps the chosen storefronts. It follows the main button, because Enter presses the first one. */
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

export interface StorefrontChoice {
  readonly name: string;
  readonly platform: string;
  /** IANA; null while the platform does not respond. */
  readonly timeZone: string | null;
  readonly isChosen: boolean;
  /** The days synced so far; null before the first sync. */
  readonly synced: DateRange | null;
}

interface NewSyncPageProps {
  readonly page: PageContext;
  readonly storefronts: readonly StorefrontChoice[];
  readonly from: string;
  readonly to: string;
  readonly proposed: ProposedDays;
  /** What is wrong with the previous choice. */
  readonly problem: string | null;
}

const proposals: readonly (readonly [name: keyof ProposedDays, text: string])[] = [
  ['again', 'Default: the days synced so far.'],
  ['onwards', 'Filled in: the days after the last synced day.'],
  ['year', 'Default: the last 12 full months.'],
];

/** Where the days come from; empty for days that the user entered. */
const filledIn = (proposed: ProposedDays, from: string, to: string): string =>
  proposals.find(([name]) => {
    const days = proposed[name];
    return days?.from === from && days.to === to;
  })?.[1] ?? '';

/** The form of a new sync: storefronts and days. */
export const NewSyncPage: FC<NewSyncPageProps> = ({ page, storefronts, from, to, proposed, problem }) => (
  <Page page={page} title="New sync">
    <h1>New historical sync</h1>
    <p class="soft">Step 1 of 3. Nothing is read or written yet.</p>
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
            <input type="date" name="from" value={from} required />
          </label>
          <label>
            Last day, included
            <input type="date" name="to" value={to} required />
          </label>
        </div>
        <p class="small">{filledIn(proposed, from, to)}</p>
        <p class="soft small">
          Days are in each storefront’s time zone. You can sync the same days again at any time: what is already in the
          service stays as it is.
        </p>
      </fieldset>
      <button class="main">Check</button>
      <OtherDays proposed={proposed} shown={{ from, to }} action={page.links.newSync()} />
    </form>
  </Page>
);
