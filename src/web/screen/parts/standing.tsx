/** The first card of the home page: how far the books are complete, what waits, and the one thing to do next. */
import type { FC } from 'hono/jsx';
import type { DateRange } from '../../../domain/date-range.ts';
import type { Run } from '../../../domain/run.ts';
import type { Standing } from '../../../operations/home.ts';
import { dayLabel, rangeLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { IfMay } from './forms.tsx';
import { WhyEnded } from './notices.tsx';
import { describeNeed, openCount, ToSend } from './open-groups.tsx';

interface StandingProps {
  readonly links: Links;
  readonly standing: Standing;
  /** The newest finished sync that is not signed off; null without one. */
  readonly toReview: Pick<Run, 'id' | 'range'> | null;
  /** By storefront, the days that syncs covered. */
  readonly synced: ReadonlyMap<string, DateRange>;
  /** Whether live sales arrive already. */
  readonly isLive: boolean;
}

export const StandingPart: FC<StandingProps> = (props) => {
  const { links, standing } = props;
  const { stopped, groups } = standing;
  return (
    <section class="card standing" aria-labelledby="standing">
      <h2 id="standing">{stopped === null ? describeNeed(groups) : 'The last sync stopped'}</h2>
      {stopped === null ? null : <WhyEnded lines={stopped.why} />}
      <ToSend links={links} groups={standing.toSend} />
      <Complete {...props} />
      <Next {...props} />
    </section>
  );
};

/** Shown before the first sync. */
export const NoSync: FC<{ readonly links: Links }> = ({ links }) => (
  <section class="card">
    <h2>No sync yet</h2>
    <p>
      A historical sync reads the past sales of your storefronts and sends what is missing in the Tax Nexus Service.
      Sales that are already in the service stay as they are.
    </p>
    <IfMay links={links} right="operate">
      <ol class="small">
        <li>Choose storefronts and days. The days that are missing are filled in.</li>
        <li>Look at the preview: it shows by month and state what would be sent, and sends nothing.</li>
        <li>Start the sync. What is in the service already stays as it is; nothing is sent twice.</li>
      </ol>
      <a class="button main" href={links.newSync()}>
        Choose storefronts and days
      </a>
    </IfMay>
  </section>
);

/** Shown while no storefront is configured. */
export const NoStorefront: FC = () => (
  <section class="card">
    <h2>No storefront yet</h2>
    <ol>
      <li>A developer connects a Shopify shop or a Stripe account (docs/getting-started-shopify.md).</li>
      <li>You check access and preview the past sales here.</li>
      <li>You start the sync, review it, and sign off.</li>
    </ol>
  </section>
);

/** The day up to which all sales are in the service, and what is missing after it. */
const Complete: FC<Pick<StandingProps, 'links' | 'standing' | 'synced'>> = ({ links, standing, synced }) => {
  const day = completeDay(standing);
  const all = standing.storefronts.flatMap((one) => (one.syncedFrom === null ? [] : one.storefront));
  const open = standing.storefronts.flatMap(({ storefront, next }) => (next === null ? [] : { storefront, ...next }));
  const short = open.filter(({ isCounted }) => isCounted);
  const [from] = open
    .filter((one) => !one.isCounted && one.day <= (synced.get(one.storefront)?.to ?? ''))
    .map((one) => one.day)
    .sort();
  return (
    <p>
      {day === null ? null : (
        <strong>
          Complete through {dayLabel(day)}
          {openCount(standing.groups, false) === 0 ? '' : ', but for the sales on hold or failed'}
          {all.length < standing.storefronts.length ? `: ${all.join(', ')}` : ''}.{' '}
        </strong>
      )}
      {short.map(({ storefront, day: missing }) => (
        <>
          Sales of {dayLabel(missing)} are missing in the service:{' '}
          <a href={links.calendar({ month: missing.slice(0, 7), storefront })}>{storefront}</a>.{' '}
        </>
      ))}
      {from === undefined ? null : (
        <>
          Not compared with the service from {dayLabel(from)} on
          <IfMay links={links} right="operate">
            : <a href={links.months({ year: from.slice(0, 4) })}>compare {from.slice(0, 4)}</a>
          </IfMay>
          .
        </>
      )}
    </p>
  );
};

/** The earliest day of the storefronts that are synced; null when one of them was never compared. */
const completeDay = ({ storefronts }: Standing): string | null => {
  const synced = storefronts.filter(({ syncedFrom }) => syncedFrom !== null);
  const days = synced.map(({ completeThrough }) => completeThrough);
  const [first = null] = days.includes(null) ? [] : [...days].sort();
  return first;
};

/** One sentence about what to do now. */
const Next: FC<StandingProps> = ({ links, standing: { storefronts, groups, toSend, stopped }, toReview, isLive }) => {
  if (stopped !== null)
    return (
      <p>
        Next:{' '}
        <a class="button main" href={links.run(stopped.runId)}>
          Look at the sync that stopped
        </a>
      </p>
    );
  const never = storefronts.filter(({ syncedFrom }) => syncedFrom === null).map(({ storefront }) => storefront);
  if (never.length > 0 && links.may('operate'))
    return (
      <p>
        Next:{' '}
        <a class="button main" href={links.newSync({ storefront: never })}>
          Sync the past sales of {never.join(', ')}
        </a>
      </p>
    );
  if (groups.some(({ isSent }) => !isSent))
    return (
      <p>
        Next:{' '}
        <a class="button main" href={links.needsYou()}>
          Decide on them
        </a>
      </p>
    );
  if (toSend.length > 0) return <p>Next: send what is decided.</p>;
  if (toReview !== null)
    return (
      <p>
        Next:{' '}
        <a class="button main" href={links.run(toReview.id)}>
          Review {rangeLabel(toReview.range)} and sign off
        </a>
      </p>
    );
  return isLive ? (
    <p class="soft">Nothing else to do now.</p>
  ) : (
    <p>
      Next: ask your developer to turn on live sales and the nightly comparison. New sales then follow by themselves,
      and each night shows whether any is missing.
    </p>
  );
};
