/** The report of a run: first what to do next, then its figures, then links to the pages with details. */
import type { Child, FC } from 'hono/jsx';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import { countAll, type Run } from '../../../domain/run.ts';
import { describeNotReadAgain, describePruned, type Report } from '../../../reconcile/report.ts';
import { promptOf } from '../../../reconcile/review.ts';
import { count, grouped, needsYouLabel, plural, retryLabel } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import type { PageContext } from '../page.tsx';
import type { RunView } from '../../../operations/run-view.ts';
import { currencySums } from '../sums.ts';
import { Figures, WhyEnded } from './notices.tsx';
import { IfMay, CancelForm, RetryForm, StartForm } from './forms.tsx';
import { ConsideredSum } from './progress.tsx';
import { ratedLabel } from '../rates.ts';
import { describeNeed, openCount } from './open-groups.tsx';

/**
 * Sales that are missing from any filing until someone acts, as of now. A preview's sales are not listed for decisions, so its
 * report counts.
 */
export const waitingOf = ({ run, report, open }: RunView): number =>
  run.dryRun ? heldOf(report) : openCount(open, false);

/** Why fewer sales need you than the run left. */
export const Settled: FC<Pick<RunPageProps, 'view'>> = ({ view }) => {
  const settled = heldOf(view.report) - waitingOf(view);
  return settled <= 0 ? null : (
    <p class="soft">
      {count(settled)} of {plural(heldOf(view.report), 'sale')} failed or on hold: decided since, or part of a later
      sync.
    </p>
  );
};

/** `11 sales need you: 2,140.00 USD` */
export const needOf = (view: RunView): string =>
  view.run.dryRun ? `${needsYouLabel(waitingOf(view))}${amountsLabel(view.report.undecided)}` : describeNeed(view.open);

export interface RunPageProps {
  readonly page: PageContext;
  readonly view: RunView;
  /** How many sales were just retried; undefined without a retry. */
  readonly retried: number | undefined;
}

/** The result of the retry that led to this page. */
export const Retried: FC<Pick<RunPageProps, 'retried' | 'view'>> = ({ retried, view }) => {
  if (retried === undefined) return null;
  const waiting = waitingOf(view);
  return (
    <p class="note" role="status">
      {plural(retried, 'sale was', 'sales were')} read again.{' '}
      {waiting === 0 ? 'None needs you any longer.' : `${needsYouLabel(waiting)} now.`}
    </p>
  );
};

/** Details have separate pages. */
export const ReportContent: FC<RunPageProps> = ({ page: { links }, view, retried }) => {
  const { run, report, totals, summary, whyEnded } = view;
  const { dryRun, failed, succeeded, alreadyPresent, attempted, considered, skipped } = report;
  const planned = skipped['would be sent'] ?? 0;
  const waiting = waitingOf(view);
  const sums = currencySums(totals);
  const needs = links.runPage(run.id, 'needs');
  const linkTo = (query: Readonly<Record<string, string>>): string => links.runPage(run.id, 'lines', query);
  const changed = summary.adjustments.reduce((all, adjustment) => all + adjustment.count, 0);
  return (
    <>
      <Retried retried={retried} view={view} />
      {run.status === 'finished' ? null : <WhyEnded lines={whyEnded} />}
      <SignedOff view={view} />
      <Next links={links} view={view} isWhyKnown={whyEnded.length > 0} />
      <Figures
        figures={[
          {
            label: 'to send',
            value: dryRun ? planned : succeeded + failed,
            ...(dryRun && { link: linkTo({ reason: 'would be sent' }) }),
          },
          { label: 'sent', value: succeeded, link: linkTo({ outcome: 'succeeded' }) },
          { label: 'already in the service', value: alreadyPresent, link: linkTo({ outcome: 'alreadyPresent' }) },
          { label: 'need you', value: waiting, isBad: true, link: needs },
        ]}
      />
      <ConsideredSum
        considered={considered}
        attempted={attempted}
        skipped={countAll(skipped)}
        held={countAll(report.held)}
        planned={planned}
        older={report.olderSales}
      />
      {report.notReadAgain === 0 ? null : <p class="sum soft">{describeNotReadAgain(report.notReadAgain)}.</p>}
      {report.prunedAt === null ? null : <p class="sum soft">{describePruned(report.prunedAt)}.</p>}
      <Settled view={view} />
      <nav class="card" aria-label="Details">
        <ul class="plain list wraps">
          <Detail href={needs} label="What needs you, and what to check">
            {waiting === 0 ? 'nothing waits' : needOf(view)}
          </Detail>
          <Detail href={links.runPage(run.id, 'lines')} label={`All ${plural(considered, 'record')}`}>
            search, filter, explain one
          </Detail>
          <Detail href={links.runPage(run.id, 'sums')} label="Sums by month and state, reasons and files">
            {sums.length === 0 ? 'no sales in the service' : sums.slice(0, 2).map(ratedLabel).join('; ')}
            {sums.length > 2 ? `; ${plural(sums.length - 2, 'more currency', 'more currencies')}` : ''};{' '}
            {count(countAll(skipped) - planned)} skipped, {plural(changed, 'later change')}
          </Detail>
        </ul>
      </nav>
    </>
  );
};

/** How many sales the run left failed or on hold. */
const heldOf = ({ failed, held }: Report): number => failed + countAll(held);

/** `: 2,140.00 USD, 12.00 EUR`, or nothing. */
const amountsLabel = (amounts: Report['undecided']): string =>
  amounts.length === 0 ? '' : `: ${amounts.map(({ currency, total }) => `${grouped(total)} ${currency}`).join(', ')}`;

interface NextProps {
  readonly links: Links;
  readonly view: RunView;
  readonly isWhyKnown: boolean;
}

const SignedOff: FC<Pick<NextProps, 'view'>> = ({ view: { signOffs } }) => {
  const last = signOffs.at(-1);
  return last === undefined ? null : (
    <p>
      <span class="badge good">signed off</span> by {last.by} on <Moment at={last.at} />
    </p>
  );
};

/** What to do now, in one sentence, with its button. */
const Next: FC<NextProps> = ({ links, view, isWhyKnown }) => {
  const { run, report, closed, open, signOffs } = view;
  const closedMonths = closedPeriodsWithin(run.range, closed);
  const waiting = waitingOf(view);
  const needs = links.runPage(run.id, 'needs');
  const request = { storefronts: run.storefronts, ...run.range };
  if (run.status !== 'finished')
    return <Unfinished links={links} run={run} isWhyKnown={isWhyKnown} closed={closedMonths} />;
  if (report.considered === 0)
    return (
      <NextCard title="The storefronts have no sales on these days.">
        <IfMay links={links} right="operate">
          <a class="button" href={links.newSync({ storefront: run.storefronts, ...run.range })}>
            Choose other days
          </a>
        </IfMay>
      </NextCard>
    );
  if (run.dryRun)
    return (
      <NextCard
        title={`Next: start the sync. It would send ${plural(report.skipped['would be sent'] ?? 0, 'sale')}.`}
        text={`Step 3 of 3. Nothing was sent. The numbers show what a sync of the same days would do now.${waiting === 0 ? '' : ` ${needsYouLabel(waiting)}: they would not be sent.`}`}
      >
        <StartForm links={links} request={request} mode="start" isMain closed={closedMonths} />
        {waiting === 0 ? null : <a href={needs}>See why</a>}
      </NextCard>
    );
  if (waiting > 0)
    return (
      <NextCard
        title={`Next: ${needOf(view)}`}
        text="They are not in the service. Correct them at the platform, then retry; or decide what happens to them."
      >
        <a class="button main" href={needs}>
          {waiting === 1 ? 'See what it needs' : 'See what they need'}
        </a>
        {waiting < heldOf(report) ? null : (
          <RetryForm links={links} runId={run.id} label={retryLabel(waiting)} count={waiting} closed={closedMonths} />
        )}
      </NextCard>
    );
  const toCheck = openCount(open, true);
  const last = signOffs.at(-1);
  if (last !== undefined)
    return (
      <NextCard title="Nothing else to do.">
        <a href={links.runPage(run.id, 'sign-off')}>Statement</a>
      </NextCard>
    );
  return (
    <NextCard
      title={
        toCheck === 0
          ? 'Next: review and sign off.'
          : `Next: check ${plural(toCheck, 'sale or change', 'sales and changes')} in the service, then sign off.`
      }
      text={promptOf(run, report.succeeded + report.alreadyPresent, 0, report.review.url)}
    >
      {toCheck === 0 ? null : (
        <a class="button" href={needs}>
          See what to check
        </a>
      )}
      <a class="button main" href={links.runPage(run.id, 'sign-off')}>
        Review and sign off
      </a>
    </NextCard>
  );
};

interface UnfinishedProps {
  readonly links: Links;
  readonly run: Run;
  readonly isWhyKnown: boolean;
  /** Closed months among its days, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const kept = 'Nothing that was sent is lost. Resume it to continue from there.';

const unfinishedTexts: Readonly<Record<Exclude<Run['status'], 'finished'>, string>> = {
  running: `The run is not finished. ${kept}`,
  paused: `The run is not finished: it was paused, or its process ended. ${kept}`,
  stopped: `The run is not finished: it was stopped by a problem. ${kept}`,
  canceled:
    'The run was canceled and cannot be resumed, so sales of its days may be missing. What it had sent stays sent.',
};

/** What can be done about a run that has not finished. */
const Unfinished: FC<UnfinishedProps> = ({ links, run, isWhyKnown, closed }) => {
  if (run.status === 'finished') return null;
  const request = { storefronts: run.storefronts, ...run.range };
  const isCanceled = run.status === 'canceled';
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

const NextCard: FC<{ readonly title: string; readonly text?: string; readonly children?: Child }> = ({
  title,
  text,
  children,
}) => (
  <section class="card" aria-labelledby="next">
    <h2 id="next">{title}</h2>
    {text === undefined ? null : <p>{text}</p>}
    <div class="row tops">{children}</div>
  </section>
);

const Detail: FC<{ readonly href: string; readonly label: string; readonly children?: Child }> = ({
  href,
  label,
  children,
}) => (
  <li>
    <div class="what">
      <a href={href}>{label}</a>
    </div>
    <span class="soft small">{children}</span>
  </li>
);
