/** The page of a run that lists what a person must decide or correct: each reason once, with its remedy and its sales. */
import type { FC } from 'hono/jsx';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import { findingKind } from '../../../domain/run.ts';
import { reasonTitle, remedyOf } from '../../../reconcile/reasons/reasons.ts';
import type { Report } from '../../../reconcile/report.ts';
import { count, plural, retryLabel } from '../labels.ts';
import type { Query } from '../links.ts';
import { RetryForm } from './forms.tsx';
import { LineList } from './lines.tsx';
import { Settings } from './notices.tsx';
import { needOf, Retried, type RunPageProps, Settled, waitingOf } from './report-content.tsx';
import { Kinds } from './review.tsx';

export const NeedsContent: FC<RunPageProps> = (props) => {
  const { page, view } = props;
  const { run, report, closed } = view;
  const { links } = page;
  const waiting = waitingOf(view);
  const closedMonths = closedPeriodsWithin(run.range, closed);
  const linkTo = (query: Query): string => links.runPage(run.id, 'lines', query);
  return (
    <>
      <Retried {...props} />
      <section class="card" aria-labelledby="waiting">
        <div class="row spread">
          <h2 id="waiting">{waiting === 0 ? 'Failed and on hold' : needOf(view)}</h2>
          {waiting === 0 || run.dryRun ? null : (
            <RetryForm
              links={links}
              runId={run.id}
              label={retryLabel(waiting)}
              page="needs"
              count={waiting}
              closed={closedMonths}
            />
          )}
        </div>
        {waiting === 0 ? <p class="soft">{describeEmpty(report)}</p> : null}
        <Settled view={view} />
        {waitingReasons(view).map((waitingReason) => (
          <Reason {...props} {...waitingReason} />
        ))}
      </section>
      <Checks view={view} linkTo={linkTo} help={links.help} />
      <Kinds
        report={report}
        totals={view.totals}
        closed={closedMonths}
        linkTo={linkTo}
        isListed={(finding) => checksOf(view).some(({ what }) => what === finding)}
      />
    </>
  );
};

/** A live run never finishes. A run that ended early has not read all sales. */
const describeEmpty = ({ kind, status, dryRun }: Report): string =>
  kind !== 'live' && status !== 'finished'
    ? 'Nothing among the sales read so far. Not all sales were read.'
    : `Nothing. Every sale ${dryRun ? 'would be' : 'is'} sent or needs no action.`;

interface WaitingReason {
  readonly reason: string;
  readonly number: number;
}

/** A preview stores no matters, so its own counts are used. */
const waitingReasons = ({ run, summary, open }: RunPageProps['view']): readonly WaitingReason[] =>
  run.dryRun
    ? Object.entries({ ...summary.failed, ...summary.held }).map(([reason, number]) => ({ reason, number }))
    : open.flatMap(({ what, isSent, count: number }) => (isSent ? [] : [{ reason: what, number }]));

type ReasonProps = RunPageProps & WaitingReason;

/** One reason, with its remedy and its sales. */
const Reason: FC<ReasonProps> = ({ page: { links }, view, reason, number }) => {
  const { run, differences, notes } = view;
  const { todo, settings = [] } = remedyOf(reason);
  const shown = differences.filter((line) => (line.reason ?? '') === reason);
  const all = links.runPage(run.id, 'lines', { outcome: ['failed', 'held'], reason });
  return (
    <section class="apart" aria-label={reasonTitle(reason)}>
      <h3>
        <a href={all}>{reasonTitle(reason)}</a> <span class="soft">{count(number)}</span>
      </h3>
      <p class="small">
        {todo}{' '}
        <a href={links.help(findingKind(reason))} aria-label={`Help: ${reasonTitle(reason)}`}>
          Help
        </a>
        {run.dryRun ? null : (
          <>
            {' · '}
            <a href={links.needsYou({ what: reason })} aria-label={`Decide: ${reasonTitle(reason)}`}>
              Decide
            </a>
          </>
        )}
      </p>
      <Settings names={settings} />
      <LineList links={links} runId={run.id} lines={shown} notes={notes} timeZones={run.timeZones} isUnderReason />
      {number > shown.length ? (
        <p class="below">
          <a href={all}>All {plural(number, 'sale')}</a>
        </p>
      ) : null}
    </section>
  );
};

interface ChecksProps {
  readonly view: RunPageProps['view'];
  readonly linkTo: (query: Query) => string;
  readonly help: (reason: string) => string;
}

const Checks: FC<ChecksProps> = ({ view, linkTo, help }) => {
  const checks = checksOf(view);
  return checks.length === 0 ? null : (
    <section class="card" aria-labelledby="decide">
      <h2 id="decide">Check these</h2>
      <ul class="plain list">
        {checks.map(({ what, count: number, message, settings }) => (
          <li>
            <div class="what">
              <a href={linkTo(what === 'drift' ? { moved: 'yes' } : { finding: what })}>{reasonTitle(what)}</a>
              <p class="small">
                {message}{' '}
                <a href={help(findingKind(what))} aria-label={`Help: ${reasonTitle(what)}`}>
                  Help
                </a>
              </p>
              <Settings names={settings} />
            </div>
            <span class="num">{count(number)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

type Checked = Report['review']['decide'][number];

/** Findings about sales that are in the service. A review lists the failed and held ones first, one entry for each reason. */
const checksOf = ({ report, summary }: Pick<RunPageProps['view'], 'report' | 'summary'>): readonly Checked[] =>
  report.review.decide.slice(Object.keys(summary.failed).length + Object.keys(summary.held).length);
