import type { FC } from 'hono/jsx';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import type { Outcome, Run } from '../../../domain/run.ts';
import { reasonLabel } from '../../../reconcile/reason-labels.ts';
import type { Report } from '../../../reconcile/report.ts';
import { monthReviewLink } from '../../../reconcile/review-link.ts';
import { count, monthLabel, plural, retryLabel } from '../labels.ts';
import type { Links, Query } from '../links.ts';
import type { PageContext } from '../page.tsx';
import type { RunView } from '../run-view.ts';
import { countAll, isSent, newestMonths } from '../sums.ts';
import { Figures, WhyEnded } from './notices.tsx';
import { Decisions, Kinds, SignOffPart } from './review.tsx';
import { IfMay, CancelForm, RetryForm, StartForm } from './forms.tsx';
import { Jurisdictions, type Measure, MonthAndJurisdiction } from './totals.tsx';
import { OpenSales } from './lines.tsx';
import { AttemptFigures, ConsideredSum } from './progress.tsx';

/** `: 2,140.00 USD, 12.00 EUR`, or nothing. */
const amountsLabel = (amounts: Report['undecided']): string =>
  amounts.length === 0 ? '' : `: ${amounts.map(({ currency, total }) => `${total} ${currency}`).join(', ')}`;

/** Lines of the comparison on the page itself: three years of all states would be most of its size. */
const maxCompared = 600;

interface ReportContentProps {
  readonly page: PageContext;
  readonly view: RunView;
  readonly measure: Measure;
  readonly currency: string;
  /** Why it ended early, if known. */
  readonly whyEnded: readonly string[];
}

/** The report of a run, differences first; of a preview, what a sync would do. */
export const ReportContent: FC<ReportContentProps> = ({ page, view, measure, currency, whyEnded }) => {
  const { run, report, totals, refunds, differences, notes, closed, reviewUrl } = view;
  const { links } = page;
  const { dryRun, failed, alreadyPresent, attempted, considered, skipped } = report;
  const held = countAll(report.held);
  const planned = skipped['dry run'] ?? 0;
  const linkTo = (query: Query): string => links.runPage(run.id, 'entries', query);
  const linkToOutcome = (outcome: Outcome): string => linkTo({ outcome });
  const waiting = failed + held;
  const closedMonths = closedPeriodsWithin(run.range, closed);
  const month = run.range.to.slice(0, 7);
  const request = { storefronts: run.storefronts, ...run.range };
  const sent = totals.filter(isSent);
  const compared = newestMonths(sent, maxCompared);
  return (
    <>
      {run.status === 'finished' ? null : <WhyEnded lines={whyEnded} />}
      <Unfinished links={links} run={run} isWhyKnown={whyEnded.length > 0} closed={closedMonths} />
      {dryRun ? (
        <Figures
          figures={[
            { label: 'would be sent', value: planned, link: linkTo({ reason: 'dry run' }) },
            { label: 'already in the service', value: alreadyPresent, link: linkToOutcome('alreadyPresent') },
            { label: 'differ', value: failed, isBad: true, link: linkToOutcome('failed') },
            { label: 'on hold', value: held, link: linkToOutcome('held') },
          ]}
        />
      ) : (
        <AttemptFigures attempted={attempted} counts={report} linkTo={linkToOutcome} />
      )}
      <ConsideredSum
        considered={considered}
        attempted={attempted}
        skipped={countAll(skipped)}
        held={held}
        planned={planned}
      />
      {considered === 0 && run.status === 'finished' ? (
        <p class="note">
          The storefronts have no sales on these days.{' '}
          <IfMay links={links} right="operate">
            <a href={links.newSync({ storefront: run.storefronts, ...run.range })}>Choose other days</a>
          </IfMay>
        </p>
      ) : null}
      {dryRun && considered > 0 ? (
        <div class="note row spread">
          <span>Step 3 of 3. Nothing was sent. The numbers show what a sync of the same days would do now.</span>
          <StartForm links={links} request={request} mode="start" isMain closed={closedMonths} />
        </div>
      ) : null}
      <div class="card">
        <Reasons title="On hold" counts={report.held} linkTo={(reason) => linkTo({ outcome: 'held', reason })} />
        <Reasons
          title="Skipped, no action needed"
          counts={Object.fromEntries(Object.entries(skipped).filter(([reason]) => reason !== 'dry run'))}
          linkTo={(reason) => linkTo({ outcome: 'skipped', reason })}
        />
      </div>
      {differences.length === 0 ? null : (
        <section class="card" aria-labelledby="differences">
          <div class="row spread">
            <h2 id="differences">Failed and on hold{amountsLabel(report.undecided)}</h2>
            {run.status === 'running' || dryRun ? null : (
              <RetryForm links={links} runId={run.id} label={retryLabel(waiting)} closed={closedMonths} />
            )}
          </div>
          <OpenSales
            links={links}
            runId={run.id}
            lines={differences}
            notes={notes}
            timeZones={run.timeZones}
            total={waiting}
          />
        </section>
      )}
      <Kinds report={report} totals={totals} refunds={refunds} closed={closedMonths} linkTo={linkTo} />
      <Jurisdictions
        links={links}
        runId={run.id}
        totals={totals}
        measure={measure}
        currency={currency}
        title={dryRun ? 'In the service after a sync' : 'In the service'}
      />
      <Decisions links={links} report={report} />
      <section class="card" aria-labelledby="compare">
        <h2 id="compare">Compare by month and jurisdiction</h2>
        <details>
          <summary>{plural(compared.length, 'line')}</summary>
          {compared.length === sent.length ? null : (
            <p class="note">
              The newest months of {plural(sent.length, 'line')}. The report (JSON) below has all of them.
            </p>
          )}
          <MonthAndJurisdiction
            caption="By month and jurisdiction"
            totals={compared}
            refunds={refunds}
            linkTo={linkTo}
            reviewAt={(row) => (dryRun ? null : monthReviewLink(reviewUrl, row, run.range))}
          />
        </details>
        <p>
          <a href={linkTo({})}>All {plural(considered, 'record')}</a> ·{' '}
          <a href={linkTo({ moved: 'yes' })}>Refunds and later changes</a> ·{' '}
          <a href={links.calendar({ month, storefront: run.storefronts })}>Calendar of {monthLabel(month)}</a>
        </p>
      </section>
      {dryRun ? null : <SignOffPart page={page} view={view} />}
      <section class="card" aria-labelledby="files">
        <h2 id="files">Downloads</h2>
        <ul class="plain reasons">
          <li>
            <a href={links.runPage(run.id, 'entries.csv')}>All transactions (CSV)</a>
          </li>
          {dryRun ? null : (
            <li>
              <a href={links.runPage(run.id, 'entries.csv', { outcome: 'succeeded' })}>Sent by this run (CSV)</a>
              <span class="soft small">for undoing the run in the service</span>
            </li>
          )}
          <li>
            <a href={links.runPage(run.id, 'report.json')}>Report (JSON)</a>
          </li>
        </ul>
      </section>
    </>
  );
};

interface ReasonsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly linkTo: (reason: string) => string;
}

/** How many records were skipped or held, by reason, with a list for each. */
const Reasons: FC<ReasonsProps> = ({ title, counts, linkTo }) => {
  const reasons = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return (
    <section class="aside" aria-label={title}>
      <h2>
        {title} <span class="soft">{count(countAll(counts))}</span>
      </h2>
      {reasons.length === 0 ? (
        <span class="soft small">none</span>
      ) : (
        <ul class="plain chips">
          {reasons.map(([reason, number]) => (
            <li>
              <a href={linkTo(reason)}>
                {reasonLabel(reason)} <b>{count(number)}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

interface UnfinishedProps {
  readonly links: Links;
  readonly run: Run;
  readonly isWhyKnown: boolean;
  /** Closed months that it sends into, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const kept = 'Nothing that was sent is lost. Resume it to continue from there.';

const unfinishedTexts: Readonly<Record<Exclude<Run['status'], 'finished'>, string>> = {
  running: `The run is not finished. ${kept}`,
  interrupted: `The run is not finished: it was paused, or its process ended. ${kept}`,
  stopped: `The run is not finished: it was stopped by a problem. ${kept}`,
  cancelled:
    'The run was canceled and cannot be resumed, so sales of its days may be missing. What it had sent stays sent.',
};

/** What can be done about a run that has not finished. */
const Unfinished: FC<UnfinishedProps> = ({ links, run, isWhyKnown, closed }) => {
  if (run.status === 'finished') return null;
  const request = { storefronts: run.storefronts, ...run.range };
  const isCanceled = run.status === 'cancelled';
  const mode = run.dryRun ? 'preview' : isCanceled ? 'start' : 'resume';
  return (
    <div class="note warn">
      <p>{unfinishedTexts[run.status]}</p>
      {run.status === 'stopped' ? (
        <p>
          {isWhyKnown ? null : 'The process that ran it reported the problem; it is not known here. '}
          <a href={links.check({ storefront: run.storefronts, ...run.range })}>Check what stopped it</a>
        </p>
      ) : null}
      <div class="row tops">
        <StartForm links={links} request={request} mode={mode} isMain={!isCanceled} closed={closed} />
        {isCanceled ? null : <CancelForm links={links} runId={run.id} />}
      </div>
    </div>
  );
};
