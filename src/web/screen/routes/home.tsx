import type { Run } from '../../../domain/run.ts';
import type { ShownRun } from '../../../operations/pages.ts';
import { openingMonth } from '../count-after-sync.ts';
import { monthRange, syncedDays } from '../days.ts';
import { IfMay } from '../parts/forms.tsx';
import { NoStorefront, NoSync, StandingPart } from '../parts/standing.tsx';
import { type ScreenHandler, Page } from '../page.tsx';
import { sendPage } from '../responses.tsx';

/** Enough to find one that is not signed off. */
const newest = 12;

/** `GET /`: where the account stands, and what to do next. */
export const showHome: ScreenHandler = async (context) => {
  const {
    page,
    host,
    taxNexus: { pages },
  } = context.var;
  const hasStorefront = pages.storefronts().length > 0;
  const { runs } = await pages.runs(undefined, newest);
  const standing = await pages.standing();
  const isLive = await pages.isLive();
  const synced = await syncedDays(pages);
  /** The last month that is synced. */
  const lastMonth = openingMonth(
    runs.map(({ run }) => run),
    pages.storefronts(),
    host.clock.now(),
  );
  return sendPage(
    context,
    <Page page={page} title="Home">
      <div class="row spread">
        <h1>Home</h1>
        {hasStorefront ? (
          <IfMay links={page.links} right="operate">
            <a class="button" href={page.links.newSync()}>
              New sync
            </a>
          </IfMay>
        ) : null}
      </div>
      {hasStorefront ? null : <NoStorefront />}
      {runs.length === 0 && standing.groups.length === 0 ? null : (
        <StandingPart
          links={page.links}
          standing={standing}
          toReview={toReview(runs)}
          isLive={isLive}
          synced={synced}
        />
      )}
      {runs.length === 0 ? (
        hasStorefront ? (
          <NoSync links={page.links} />
        ) : null
      ) : (
        <p>
          <a href={page.links.period({ ...monthRange(lastMonth) })}>Statement and files for your accountant</a>
        </p>
      )}
    </Page>,
  );
};

/** The newest finished sync without a sign-off. */
const toReview = (runs: readonly ShownRun[]): Run | null =>
  runs.find(({ run, signed }) => run.status === 'finished' && !run.dryRun && signed === null)?.run ?? null;
