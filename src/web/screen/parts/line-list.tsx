import type { FC } from 'hono/jsx';
import { isInformational, type ReportLine } from '../../../domain/run.ts';
import { laterKindOf } from '../../../mapping/identity.ts';
import { type ReviewUrl, transactionReviewLink } from '../../../reconcile/review-link.ts';
import type { Links } from '../links.ts';
import { jurisdictionLabel, money, monthLabel } from '../labels.ts';
import { OutcomeBadge } from './status-badge.tsx';

interface LineListProps {
  readonly links: Links;
  readonly runId: string;
  readonly entries: readonly ReportLine[];
  /** Notes of people, by the entry's id. */
  readonly notes: ReadonlyMap<string, string>;
  /** Leads each transaction that the service holds to its page there. Left out where none of them is held there. */
  readonly reviewUrl?: ReviewUrl;
}

const whereAndWhen = ({ id, storefront, kind, amounts }: ReportLine): string =>
  [
    storefront,
    ...(kind === 'refund' ? [laterKindOf(id) ?? kind] : []),
    ...(amounts === null ? [] : [jurisdictionLabel(amounts.jurisdiction), monthLabel(amounts.month)]),
  ].join(' · ');

const Findings: FC<Pick<ReportLine, 'findings'>> = ({ findings }) => {
  const look = findings.filter((finding) => !isInformational(finding));
  const kinds = findings.filter(isInformational);
  return (
    <>
      {look.length === 0 ? null : <p class="small">look at this: {look.join(', ')}</p>}
      {kinds.length === 0 ? null : <p class="small soft">{kinds.join(', ')}</p>}
    </>
  );
};

/** Transactions and records, one a line; each leads to its explanation. */
export const LineList: FC<LineListProps> = ({ links, runId, entries: lines, notes, reviewUrl = null }) => (
  <ul class="plain list">
    {lines.map((line) => {
      const { id, storefront, name, outcome, reason, message, amounts } = line;
      const reviewAt = transactionReviewLink(reviewUrl, line);
      const note = notes.get(`${storefront} ${id}`);
      return (
        <li>
          <div class="what">
            <a href={links.of(runId, 'entry', { id, storefront })}>{name}</a>{' '}
            <OutcomeBadge outcome={outcome} reason={reason} />
            <p class="soft small">{whereAndWhen(line)}</p>
            {reason !== null && reason !== 'dry run' ? (
              <p class="small">
                <strong>{reason}</strong>
                {message === null ? '' : `: ${message}`}
              </p>
            ) : null}
            <Findings findings={line.findings} />
            {reviewAt === null ? null : (
              <p class="small">
                <a href={reviewAt} rel="noreferrer" aria-label={`Review ${name} in the Tax Nexus Service`}>
                  Review in the service
                </a>
              </p>
            )}
            {note === undefined ? null : <p class="small soft">noted: {note}</p>}
          </div>
          {amounts === null ? null : (
            <div class="num">
              {money(amounts.currency, amounts.total)} {amounts.currency}
              <p class="soft small">tax {money(amounts.currency, amounts.taxCollected)}</p>
            </div>
          )}
        </li>
      );
    })}
  </ul>
);
