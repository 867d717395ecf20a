/** The page of sales that arrive by webhooks and catch-up, for each storefront, with a warning while one does not respond. */
import type { FC } from 'hono/jsx';
import type { Instant } from '../../../domain/instant.ts';
import type { LiveSales } from '../../../operations/run-view.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { type ScreenHandler, Page } from '../page.tsx';
import { count, dayOf, plural, retryLabel, clocksLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import { ActivityTabs } from '../parts/activity-tabs.tsx';
import { ConfirmClosed } from '../parts/forms.tsx';
import { OpenSales } from '../parts/lines.tsx';
import { Alert } from '../parts/notices.tsx';
import { sendPage } from '../responses.tsx';

/** `GET /live`: storefronts whose sales need a person come first. */
export const showLive: ScreenHandler = async (context) => {
  const { pages } = context.var.taxNexus;
  const sales = (await pages.liveSales()).toSorted(needsPersonFirst);
  const service = await pages.service();
  return sendPage(
    context,
    <Page page={context.var.page} title="Live sales">
      <h1>Live sales</h1>
      <ActivityTabs links={context.var.page.links} current="live" />
      <Silent
        who="The Tax Nexus Service"
        since={service.unreachableSince}
        waiting={sales.reduce((sum, { requested }) => sum + requested, 0)}
      />
      {sales.map(({ storefront, requested }) => (
        <Silent who={storefront} since={pages.unreachableSince(storefront)} waiting={requested} />
      ))}
      <p class="soft">
        New sales, sent as they come in. Those that need your attention are first. A retry reads the records again
        within moments, in the process that takes new sales.
      </p>
      {sales.map((one) => (
        <LiveStorefront links={context.var.page.links} sales={one} />
      ))}
    </Page>,
  );
};

const needsPersonFirst = (a: LiveSales, b: LiveSales): number =>
  Number(b.differences.length > 0) - Number(a.differences.length > 0);

interface SilentProps {
  /** The service, or a storefront. */
  readonly who: string;
  readonly since: Instant | null;
  /** How many records wait for it. */
  readonly waiting: number;
}

/** Warns that records wait because the service or a platform does not respond. */
const Silent: FC<SilentProps> = ({ who, since, waiting }) =>
  since === null ? null : (
    <Alert>
      {who} has not answered since <Moment at={since} />. {plural(waiting, 'record waits', 'records wait')}. Nothing is
      lost: {waiting === 1 ? 'it is' : 'they are'} pushed once it answers.
    </Alert>
  );

/** The live sales of one storefront, those that need a person first. */
const LiveStorefront: FC<{ readonly links: Links; readonly sales: LiveSales }> = ({ links, sales }) => {
  const { storefront, run, counts, waiting, differences, notes, requested, closed, hasAdjustments } = sales;
  if (run === null) {
    return (
      <section class="card" aria-label={storefront}>
        <h2>{storefront}</h2>
        <p class="soft">
          {requested === 0 ? 'No live sales yet.' : `No live sales yet; ${plural(requested, 'record')} to be read.`}
        </p>
      </section>
    );
  }
  return (
    <section class="card" aria-label={storefront}>
      <div class="row spread">
        <h2>{storefront}</h2>
        {waiting === 0 || !links.may('operate') ? null : (
          <form method="post" action={links.runPage(run.id, 'retry')}>
            <ConfirmClosed links={links} closed={closed} />
            <button aria-label={`${retryLabel(waiting)} of ${storefront}`}>{retryLabel(waiting)}</button>
          </form>
        )}
      </div>
      <p class="row">
        {waiting === 0 ? (
          <span class="badge good">no action needed</span>
        ) : (
          <span class="badge warn">{count(waiting)} failed or on hold</span>
        )}
        {requested === 0 ? null : <span class="badge live">{plural(requested, 'record')} to be read again</span>}
        <span class="soft small">
          <a href={links.runPage(run.id, 'lines')}>{plural(consideredOf(counts), 'sale')}</a> since{' '}
          {dayOf(run.timeZones[storefront], run.startedAt)}: {count(counts.succeeded + counts.alreadyPresent)} sent,{' '}
          {count(counts.skipped)} skipped. {clocksLabel([{ storefront, timeZone: run.timeZones[storefront] }])}
        </span>
        {hasAdjustments ? (
          <a class="small" href={links.runPage(run.id, 'lines', { moved: 'yes' })}>
            Refunds and later changes
          </a>
        ) : null}
      </p>
      <OpenSales
        links={links}
        runId={run.id}
        lines={differences}
        notes={notes}
        timeZones={run.timeZones}
        total={waiting}
      />
    </section>
  );
};
