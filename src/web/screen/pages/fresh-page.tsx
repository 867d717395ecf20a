import type { FC } from 'hono/jsx';
import { Page, type Setting } from '../page.tsx';

export interface ChoosableStorefront {
  readonly name: string;
  readonly platform: string;
  /** IANA; null while the platform could not be asked. */
  readonly timeZone: string | null;
  readonly isChosen: boolean;
}

interface FreshPageProps {
  readonly at: Setting;
  readonly storefronts: readonly ChoosableStorefront[];
  readonly from: string;
  readonly to: string;
  /** What is wrong with what was chosen before. */
  readonly problem: string | null;
}

/** Which storefronts, and which days. */
export const FreshPage: FC<FreshPageProps> = ({ at, storefronts, from, to, problem }) => (
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
        {storefronts.map(({ name, platform, timeZone, isChosen }) => (
          <label class="pick">
            <input type="checkbox" name="storefront" value={name} checked={isChosen} />
            <span>
              {name}
              <br />
              <span class="soft small">
                {platform}, days counted in {timeZone ?? 'its own time zone (it could not be asked just now)'}
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
        <p class="soft small">
          Days of each storefront’s own calendar. A sale belongs to the day on which it was made there, whatever the
          clock says where you are.
        </p>
      </fieldset>
      <button class="main">Check</button>
    </form>
  </Page>
);
