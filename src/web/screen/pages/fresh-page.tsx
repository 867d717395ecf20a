import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import { Page, type Setting } from '../page.tsx';
import { OtherDays } from '../parts/other-days.tsx';
import type { ProposedDays } from '../proposed-days.ts';
import { rangeLabel } from '../labels.ts';

export interface ChoosableStorefront {
  readonly name: string;
  readonly platform: string;
  /** IANA; null while the platform could not be asked. */
  readonly timeZone: string | null;
  readonly isChosen: boolean;
  /** The days that were synced so far; null before the first sync. */
  readonly synced: DateRange | null;
}

interface FreshPageProps {
  readonly at: Setting;
  readonly storefronts: readonly ChoosableStorefront[];
  readonly from: string;
  readonly to: string;
  readonly proposed: ProposedDays;
  /** What is wrong with what was chosen before. */
  readonly problem: string | null;
}

const proposals: readonly (readonly [name: keyof ProposedDays, words: string])[] = [
  ['again', 'Filled in: the days that were synced so far.'],
  ['onwards', 'Filled in: what follows the days that were synced so far.'],
  ['year', 'Filled in: the last twelve whole months.'],
];

/** Why the fields hold what they hold; nothing of days that a person chose. */
const filledIn = (proposed: ProposedDays, from: string, to: string): string =>
  proposals.find(([name]) => {
    const days = proposed[name];
    return days?.from === from && days.to === to;
  })?.[1] ?? '';

/** Which storefronts, and which days. */
export const FreshPage: FC<FreshPageProps> = ({ at, storefronts, from, to, proposed, problem }) => (
  <Page at={at} title="New sync">
    <h1>New historical sync</h1>
    <p class="soft">Step 1 of 3. Nothing is read or written yet.</p>
    {problem === null ? null : (
      <p class="note bad" role="alert">
        {problem}
      </p>
    )}
    <form class="card" method="get" action={at.links.check()}>
      <fieldset>
        <legend>Storefronts</legend>
        {storefronts.map(({ name, platform, timeZone, isChosen, synced }) => (
          <label class="pick">
            <input type="checkbox" name="storefront" value={name} checked={isChosen} />
            <span>
              {name}
              <br />
              <span class="soft small">
                {platform}, days counted in {timeZone ?? 'its own time zone (it could not be asked just now)'}
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
          Days of each storefront’s own calendar. A sale belongs to the day on which it was made there, whatever the
          clock says where you are. Days may be synced again at any time: what the service holds already stays as it is.
        </p>
      </fieldset>
      <button class="main">Check</button>
      <OtherDays proposed={proposed} shown={{ from, to }} action={at.links.fresh()} />
    </form>
  </Page>
);
