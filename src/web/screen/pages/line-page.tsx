import type { FC } from 'hono/jsx';
import type { ReportLine, Run } from '../../../domain/run.ts';
import type { Explanation } from '../../../reconcile/explanation.ts';
import { reasonLabel } from '../../../reconcile/reason-labels.ts';
import { remedyOf } from '../../../reconcile/remedies.ts';
import { type ReviewUrl, transactionReviewLink } from '../../../reconcile/review-link.ts';
import { jurisdictionLabel, monthLabel, salesLabel } from '../labels.ts';
import { Page, type PageContext } from '../page.tsx';
import { AdjustmentList } from '../parts/adjustment-list.tsx';
import { OutcomeBadge } from '../parts/badges.tsx';
import { ExplainedPart } from '../parts/explained.tsx';
import { NoteForm, RetryForm } from '../parts/forms.tsx';
import { Settings } from '../parts/notices.tsx';

interface LinePageProps {
  readonly page: PageContext;
  readonly run: Run;
  readonly line: ReportLine;
  readonly notes: ReadonlyMap<string, string>;
  /** The sale as it is now; a message when it could not be read. */
  readonly explanation: Explanation | string;
  /** Closed months that a retry would send into, `YYYY-MM`. */
  readonly closed: readonly string[];
  readonly reviewUrl: ReviewUrl;
}

/** One transaction: its outcome, every number and decision, and what can be done. */
export const LinePage: FC<LinePageProps> = ({ page, run, line, notes, explanation, closed, reviewUrl }) => {
  const { links } = page;
  const { id, storefront, name, outcome, reason, message, amounts } = line;
  const note = notes.get(`${storefront} ${id}`);
  const reviewAt = transactionReviewLink(reviewUrl, line);
  const isOpen = outcome === 'failed' || outcome === 'held';
  return (
    <Page page={page} title={name}>
      <h1>{name}</h1>
      <p class="row">
        <OutcomeBadge outcome={outcome} reason={reason} />
        <span class="soft small">
          {storefront}
          {amounts === null ? '' : ` · ${jurisdictionLabel(amounts.jurisdiction)} · ${monthLabel(amounts.month)}`}
        </span>
        <a class="small" href={links.run(run.id)}>
          {run.kind === 'live' ? '' : 'Sync of '}
          {salesLabel(run)}
        </a>
        {reviewAt === null ? null : (
          <a class="small" href={reviewAt} rel="noreferrer">
            Review in the Tax Nexus Service
          </a>
        )}
      </p>
      {reason === null || reason === 'dry run' ? null : (
        <section class={`note ${outcome === 'failed' ? 'bad' : outcome === 'held' ? 'warn' : ''}`} aria-label="Reason">
          <p>
            <strong>{reasonLabel(reason)}</strong>
            {message === null ? '' : `: ${message}`}
          </p>
          {isOpen ? (
            <>
              <p>{remedyOf(reason).todo}</p>
              <Settings names={remedyOf(reason).settings ?? []} />
            </>
          ) : null}
        </section>
      )}
      {line.findings.map((finding) => (
        <div class="note">
          <p>
            <strong>{reasonLabel(finding)}</strong>: {remedyOf(finding).todoWhenSent ?? remedyOf(finding).todo}
          </p>
          <Settings names={remedyOf(finding).settings ?? []} />
        </div>
      ))}
      {isOpen ? (
        <div class="card row">
          {run.dryRun ? null : (
            <RetryForm links={links} runId={run.id} label="Retry this sale" lineId={id} isMain closed={closed} />
          )}
          {note === undefined ? (
            <NoteForm links={links} runId={run.id} storefront={storefront} id={id} about={name} />
          ) : (
            <span class="soft">note: {note}</span>
          )}
        </div>
      ) : null}
      {typeof explanation === 'string' ? (
        <p class="note warn" role="status">
          The sale could not be read from the platform now: {explanation}
        </p>
      ) : (
        <ExplainedPart explanation={explanation} shown={line} timeZone={run.timeZones[storefront]} />
      )}
      {line.adjustments.length === 0 ? null : (
        <section class="card" aria-labelledby="after">
          <h2 id="after">Later changes</h2>
          <AdjustmentList links={links} runId={run.id} lines={[line]} notes={notes} timeZones={run.timeZones} />
        </section>
      )}
    </Page>
  );
};
