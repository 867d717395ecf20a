/** The home page: how far the books are complete, what waits for a person, the year's sales, and states near their threshold. */
import type { Run } from '../../../domain/run.ts';
import type { ShownRun } from '../../../operations/pages.ts';
import { openingMonth } from '../count-after-sync.ts';
import { monthRange, syncedDays } from '../days.ts';
import { IfMay } from '../parts/forms.tsx';
import { NoStorefront, NoSync, StandingPart } from '../parts/standing.tsx';
import { HappenedCard, NeedsYouCard, NexusCard, YearCard } from '../parts/home-cards.tsx';
import type { ScreenHandler } from '../page.tsx';
import { sendPageInParts } from '../responses.tsx';

/** Enough runs to find one that is not signed off. */
const newest = 12;

/** `GET /` */
export const showHome: ScreenHandler = async (context) => {
  const { page, host, taxNexus } = context.var;
  const { links } = page;
  const { pages } = taxNexus;
  const hasStorefront = pages.storefronts().length > 0;
  const { runs } = await pages.runs(undefined, newest);
  const standing = await pages.standing();
  const isLive = await pages.isLive();
  const synced = await syncedDays(pages);
  const hasSales = runs.length > 0 || standing.groups.length > 0;
  const year = await pages.lastMonths();
  const decided = await pages.decided();
  const seesAll = await pages.seesAll();
  /** The last month that is synced. */
  const lastMonth = openingMonth(
    runs.map(({ run }) => run),
    pages.storefronts(),
    host.clock.now(),
  );
  return sendPageInParts(context, {
    title: 'Home',
    opening: (
      <>
        <div class="row spread">
          <h1>Home</h1>
          {hasStorefront ? (
            <IfMay links={links} right="operate">
              <a class="button" href={links.newSync()}>
                New sync
              </a>
            </IfMay>
          ) : null}
        </div>
        {hasStorefront ? null : <NoStorefront />}
        {hasSales ? <StandingPart {...{ links, standing, isLive, synced }} toReview={toReview(runs)} /> : null}
        {hasStorefront && runs.length === 0 ? <NoSync links={links} /> : null}
        {hasSales ? (
          <>
            <YearCard links={links} year={year} standing={standing} />
            <div class="grid top">
              <NeedsYouCard links={links} groups={standing.groups} />
              <HappenedCard links={links} runs={runs} decided={decided} />
            </div>
          </>
        ) : null}
      </>
    ),
    // Thresholds of millions of sales take a while after a sync.
    content: async () => (
      <>
        {hasSales && seesAll ? <NexusCard links={links} states={await pages.nexusStates()} /> : null}
        {hasSales ? (
          <p>
            <a href={links.period({ ...monthRange(lastMonth) })}>Statement and files for your accountant</a>
          </p>
        ) : null}
      </>
    ),
  });
};

/** The newest finished sync without a sign-off. */
const toReview = (runs: readonly ShownRun[]): Run | null =>
  runs.find(({ run, signed }) => run.status === 'finished' && !run.dryRun && signed === null)?.run ?? null;
