import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { FC } from 'hono/jsx';
import { liveRunId, type ReportLine, type Run, type RunSummary } from '../../../domain/run.ts';
import type { Instant } from '../../../domain/instant.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import { consideredOf } from '../../../pipeline/progress.ts';
import { type ScreenHandler, Page } from '../page.tsx';
import { count, dayOf, momentIn, plural, retryLabel, clocksLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { ConfirmClosed } from '../parts/forms.tsx';
import { OpenSales } from '../parts/lines.tsx';
import { Alert } from '../parts/notices.tsx';
import { sendRead, withState } from '../responses.tsx';
import { readAll, readDifferences, readNotes } from '../run-view.ts';
import type { AccountState } from '../../../operations/ports.ts';
import type { ScreenPorts } from '../screen-ports.ts';

interface LiveSales {
  readonly storefront: string;
  /** The live run; null before the first sale. */
  readonly run: Run | null;
  readonly counts: RunSummary['counts'];
  /** The first failed and held sales. */
  readonly differences: readonly ReportLine[];
  readonly notes: ReadonlyMap<string, string>;
  /** Resync requests: records that will be read again. */
  readonly requested: number;
  /** A month for which sales are held because it was closed; empty if there are none. */
  readonly closed: readonly string[];
  readonly hasAdjustments: boolean;
}

const firstOnly = { after: O.none, limit: 1 };

const readSales =
  (state: AccountState, requested: ReadonlyMap<string, number>) =>
  (storefront: string): TE.TaskEither<StoreError, LiveSales> => {
    const { store, reviews } = state;
    const id = liveRunId(storefront);
    return pipe(
      readAll({
        run: store.findRun(O.some(id)),
        counts: reviews.outcomeCounts(id),
        differences: readDifferences(state, id),
        closed: store.findLines(id, { outcomes: ['held'], reason: 'period closed' }, firstOnly),
        adjusted: store.findLines(id, { hasAdjustments: true }, firstOnly),
        notes: readNotes(state, [storefront]),
      }),
      TE.map(({ run, closed, adjusted, ...rest }) => ({
        ...rest,
        storefront,
        run: O.toNullable(run),
        requested: requested.get(storefront) ?? 0,
        closed: closed.lines.flatMap(({ amounts }) => amounts?.month ?? []),
        hasAdjustments: adjusted.lines.length > 0,
      })),
    );
  };

const needsPersonFirst = (a: LiveSales, b: LiveSales): number =>
  Number(b.differences.length > 0) - Number(a.differences.length > 0);

/** `GET /live`: the sales of each storefront from webhooks and catch-up, those that need a person first. */
export const showLive = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) =>
    sendRead(
      context,
      pipe(
        state.inbox.state,
        TE.map((inboxes) => new Map(inboxes.map(({ storefront, due, deferred }) => [storefront, due + deferred]))),
        TE.flatMap((requested) => TE.traverseSeqArray(readSales(state, requested))(ports.storefronts())),
        TE.map((found) => found.toSorted(needsPersonFirst)),
      ),
      (sales) => (
        <Page page={context.var.page} title="Live sales">
          <h1>Live sales</h1>
          <Silent
            who="The Tax Nexus Service"
            since={state.unreachableSince()}
            waiting={sales.reduce((sum, { requested }) => sum + requested, 0)}
          />
          {sales.map(({ storefront, requested }) => (
            <Silent who={storefront} since={ports.unreachableSince(storefront)} waiting={requested} />
          ))}
          <p class="soft">
            New sales, sent as they come in. Those that need your attention are first. A retry reads the records again
            within moments, in the process that takes new sales.
          </p>
          {sales.map((one) => (
            <LiveStorefront links={context.var.page.links} sales={one} />
          ))}
        </Page>
      ),
    ),
  );

interface SilentProps {
  /** The service, or a storefront. */
  readonly who: string;
  readonly since: Instant | null;
  /** How many records wait for it. */
  readonly waiting: number;
}

/** What waits for whom, while there is no answer. */
const Silent: FC<SilentProps> = ({ who, since, waiting }) =>
  since === null ? null : (
    <Alert>
      {who} has not answered since {momentIn(undefined, since)}. {plural(waiting, 'record waits', 'records wait')}.
      Nothing is lost: {waiting === 1 ? 'it is' : 'they are'} pushed once it answers.
    </Alert>
  );

/** The live sales of one storefront, those that need a person first. */
const LiveStorefront: FC<{ readonly links: Links; readonly sales: LiveSales }> = ({ links, sales }) => {
  const { storefront, run, counts, differences, notes, requested, closed, hasAdjustments } = sales;
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
  const waiting = counts.failed + counts.held;
  return (
    <section class="card" aria-label={storefront}>
      <div class="row spread">
        <h2>{storefront}</h2>
        {waiting === 0 || !links.may('operate') ? null : (
          <form method="post" action={links.runPage(run.id, 'retry')}>
            <ConfirmClosed closed={links.may('approve') ? closed : []} isOptional />
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
          <a href={links.runPage(run.id, 'entries')}>{plural(consideredOf(counts), 'sale')}</a> since{' '}
          {dayOf(run.timeZones[storefront], run.startedAt)}: {count(counts.succeeded + counts.alreadyPresent)} sent,{' '}
          {count(counts.skipped)} skipped. {clocksLabel([{ storefront, timeZone: run.timeZones[storefront] }])}
        </span>
        {hasAdjustments ? (
          <a class="small" href={links.runPage(run.id, 'entries', { moved: 'yes' })}>
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
