import type { FC } from 'hono/jsx';
import type { Outcome, Run } from '../../../domain/run.ts';
import type { Links, Query } from '../links.ts';
import { closedPeriodsWithin } from '../../../domain/review-store.ts';
import type { Setting } from '../page.tsx';
import { Decisions } from './decisions.tsx';
import { LineList } from './line-list.tsx';
import { Figures } from './figures.tsx';
import { Kinds } from './kinds.tsx';
import { MonthAndPlace } from './month-and-jurisdiction.tsx';
import { type Measure, Places } from './jurisdictions.tsx';
import { monthReviewLink } from '../../../reconcile/review-link.ts';
import { RetryForm } from './retry-form.tsx';
import { RunForm } from './run-form.tsx';
import { SignOffPart } from './sign-off.tsx';
import { WhyEnded } from './why-ended.tsx';
import type { RunView } from '../run-view.ts';
import { isTold } from '../is-sent.ts';
import { count, monthLabel, plural } from '../labels.ts';
import { CancelForm } from './cancel-form.tsx';

interface ReportContentProps {
  readonly at: Setting;
  readonly view: RunView;
  readonly measure: Measure;
  readonly currency: string;
  /** Why it ended before its time, as far as this process knows. */
  readonly whyEnded: readonly string[];
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, number) => all + number, 0);

/** What a run came to, differences first; of a preview, what it would come to. */
export const ReportContent: FC<ReportContentProps> = ({ at, view, measure, currency, whyEnded }) => {
  const { run, report, totals, refunds, differences, notes, signOffs, closed, reviewUrl } = view;
  const { links } = at;
  const { dryRun, succeeded, failed, alreadyPresent, attempted, considered, skipped, held } = report;
  const planned = skipped['dry run'] ?? 0;
  const lines = (query: Query): string => links.of(run.id, 'entries', query);
  const of = (outcome: Outcome): string => lines({ outcome });
  const waiting = failed + sumOf(held);
  const touched = closedPeriodsWithin(run.range, closed);
  const month = run.range.to.slice(0, 7);
  const request = { storefronts: run.storefronts, ...run.range };
  return (
    <>
      {run.status === 'finished' ? null : <WhyEnded lines={whyEnded} />}
      <Unfinished links={links} run={run} isWhyKnown={whyEnded.length > 0} closed={touched} />
      <Figures
        figures={
          dryRun
            ? [
                { words: 'would be pushed', value: planned, link: lines({ reason: 'dry run' }) },
                { words: 'already present', value: alreadyPresent, link: of('alreadyPresent') },
                { words: 'differ', value: failed, isBad: true, link: of('failed') },
                { words: 'held', value: sumOf(held), link: of('held') },
              ]
            : [
                { words: 'attempted', value: attempted },
                { words: 'succeeded', value: succeeded, link: of('succeeded') },
                { words: 'failed', value: failed, isBad: true, link: of('failed') },
                { words: 'already present', value: alreadyPresent, link: of('alreadyPresent') },
              ]
        }
      />
      <p class="sum soft">
        {count(considered)} considered = {count(attempted)} attempted + {count(sumOf(skipped))} skipped +{' '}
        {count(sumOf(held))} held
        {planned === 0 ? '' : `; ${count(planned)} of the skipped would be pushed`}
      </p>
      {considered === 0 && run.status === 'finished' ? (
        <p class="note">
          The storefronts have no sale on these days.{' '}
          <a href={links.fresh({ storefront: run.storefronts, ...run.range })}>Choose other days</a>
        </p>
      ) : null}
      {dryRun && considered > 0 ? (
        <div class="note row spread">
          <span>
            Step 3 of 3. Nothing was written at the service. These numbers are what a sync of the same days would do
            now.
          </span>
          <RunForm links={links} request={request} mode="start" isMain closed={touched} />
        </div>
      ) : null}
      <div class="card">
        <Reasons title="Held" counts={held} linkTo={(reason) => lines({ outcome: 'held', reason })} />
        <Reasons
          title="Skipped, rightly"
          counts={Object.fromEntries(Object.entries(skipped).filter(([reason]) => reason !== 'dry run'))}
          linkTo={(reason) => lines({ outcome: 'skipped', reason })}
        />
      </div>
      {differences.length === 0 ? null : (
        <section class="card" aria-labelledby="differences">
          <div class="row spread">
            <h2 id="differences">Waiting for you</h2>
            {run.status === 'running' || dryRun ? null : (
              <RetryForm links={links} runId={run.id} words={`Retry all ${plural(waiting, 'sale')}`} closed={touched} />
            )}
          </div>
          <LineList links={links} runId={run.id} entries={differences} notes={notes} />
          {waiting > differences.length ? (
            <p class="below">
              <a href={lines({ outcome: ['failed', 'held'] })}>All {plural(waiting, 'sale')}</a>
            </p>
          ) : null}
        </section>
      )}
      <Kinds report={report} totals={totals} refunds={refunds} closed={touched} linkTo={lines} />
      <Places
        links={links}
        runId={run.id}
        totals={totals}
        measure={measure}
        currency={currency}
        title={dryRun ? 'What the service would hold' : 'In the service'}
      />
      <Decisions links={links} runId={run.id} report={report} />
      <section class="card" aria-labelledby="compare">
        <h2 id="compare">To compare, month by month and place by place</h2>
        <details>
          <summary>{plural(totals.filter(isTold).length, 'line')}</summary>
          <MonthAndPlace
            caption="Month by month, place by place"
            totals={totals.filter(isTold)}
            refunds={refunds}
            linkTo={lines}
            reviewAt={(line) => (dryRun ? null : monthReviewLink(reviewUrl, line, run.range))}
          />
        </details>
        <p>
          <a href={lines({})}>All {plural(considered, 'record')}</a> ·{' '}
          <a href={lines({ moved: 'yes' })}>refunds and changes after the sale</a> ·{' '}
          <a href={links.calendar({ month, storefront: run.storefronts })}>Calendar of {monthLabel(month)}</a>
        </p>
      </section>
      {dryRun ? null : <SignOffPart at={at} report={report} signOffs={signOffs} />}
      <Files links={links} runId={run.id} isPreview={dryRun} />
    </>
  );
};

/** What can be taken along. */
const Files: FC<{ readonly links: Links; readonly runId: string; readonly isPreview: boolean }> = ({
  links,
  runId,
  isPreview,
}) => (
  <section class="card" aria-labelledby="files">
    <h2 id="files">To take along</h2>
    <ul class="plain reasons">
      <li>
        <a href={links.of(runId, 'entries.csv')}>Every transaction, as CSV</a>
      </li>
      {isPreview ? null : (
        <li>
          <a href={links.of(runId, 'entries.csv', { outcome: 'succeeded' })}>What this run created, as CSV</a>
          <span class="soft small">the list to undo it by at the service</span>
        </li>
      )}
      <li>
        <a href={links.of(runId, 'report.json')}>The report, as JSON</a>
      </li>
    </ul>
  </section>
);

interface ReasonsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly linkTo: (reason: string) => string;
}

/** How many were set aside, by reason; each reason leads to what it stands for. */
const Reasons: FC<ReasonsProps> = ({ title, counts, linkTo }) => {
  const reasons = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const all = reasons.reduce((sum, [, number]) => sum + number, 0);
  return (
    <section class="aside" aria-label={title}>
      <h2>
        {title} <span class="soft">{count(all)}</span>
      </h2>
      {reasons.length === 0 ? (
        <span class="soft small">none</span>
      ) : (
        <ul class="plain chips">
          {reasons.map(([reason, number]) => (
            <li>
              <a href={linkTo(reason)}>
                {reason} <b>{count(number)}</b>
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
  /** Whether the page says what ended it. */
  readonly isWhyKnown: boolean;
  /** Closed months that it tells into, `YYYY-MM`. */
  readonly closed: readonly string[];
}

const kept = 'What was settled is kept; it goes on where it was.';

const words: Readonly<Record<Exclude<Run['status'], 'finished'>, string>> = {
  running: `It is not finished. ${kept}`,
  interrupted: `It is not finished. It was paused, or its process was ended. ${kept}`,
  stopped:
    'It is not finished. It was stopped: what was settled is kept, and once the cause is mended, it goes on where it was.',
  cancelled:
    'It was cancelled. What was settled until then is kept, and nobody goes on with it: sales of its days may be missing.',
};

/** What can be done about a run that did not come to its end; nothing about one that did. */
const Unfinished: FC<UnfinishedProps> = ({ links, run, isWhyKnown, closed }) => {
  if (run.status === 'finished') return null;
  const request = { storefronts: run.storefronts, ...run.range };
  const isCancelled = run.status === 'cancelled';
  const onward = run.dryRun ? 'preview' : isCancelled ? 'start' : 'resume';
  return (
    <div class="note warn">
      <p>{words[run.status]}</p>
      {run.status === 'stopped' ? (
        <p>
          {isWhyKnown ? null : 'What stopped it was told where it ran, and is not known here. '}
          <a href={links.check({ storefront: run.storefronts, ...run.range })}>Check what is in its way</a>
        </p>
      ) : null}
      <div class="row tops">
        <RunForm links={links} request={request} mode={onward} isMain={!isCancelled} closed={closed} />
        {isCancelled ? null : <CancelForm links={links} runId={run.id} />}
      </div>
    </div>
  );
};
