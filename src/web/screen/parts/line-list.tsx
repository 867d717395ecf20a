import type { FC } from 'hono/jsx';
import { isInformational, type ReportLine } from '../../../domain/run.ts';
import { laterKindOf } from '../../../mapping/identity.ts';
import { reasonLabel } from '../../../reconcile/reason-labels.ts';
import { type ReviewUrl, transactionReviewLink } from '../../../reconcile/review-link.ts';
import { jurisdictionLabel, money, monthLabel, plural } from '../labels.ts';
import type { Links } from '../links.ts';
import { OutcomeBadge } from './badges.tsx';

interface LineListProps {
  readonly links: Links;
  readonly runId: string;
  readonly lines: readonly ReportLine[];
  /** Notes of people, by storefront and line id. */
  readonly notes: ReadonlyMap<string, string>;
  /** Links each transaction in the service to its page there; default no links. */
  readonly reviewUrl?: ReviewUrl;
}

const subtitleOf = ({ id, storefront, kind, amounts }: ReportLine): string =>
  [
    storefront,
    ...(kind === 'refund' ? [laterKindOf(id) ?? kind] : []),
    ...(amounts === null ? [] : [jurisdictionLabel(amounts.jurisdiction), monthLabel(amounts.month)]),
  ].join(' · ');

const Findings: FC<Pick<ReportLine, 'findings'>> = ({ findings }) => {
  const toCheck = findings.filter((finding) => !isInformational(finding));
  const kinds = findings.filter(isInformational);
  return (
    <>
      {toCheck.length === 0 ? null : <p class="small">check this: {toCheck.map(reasonLabel).join(', ')}</p>}
      {kinds.length === 0 ? null : <p class="small soft">{kinds.map(reasonLabel).join(', ')}</p>}
    </>
  );
};

const LineItem: FC<Omit<LineListProps, 'lines'> & { readonly line: ReportLine }> = ({
  links,
  runId,
  line,
  notes,
  reviewUrl = null,
}) => {
  const { id, storefront, name, outcome, reason, message, amounts } = line;
  const reviewAt = transactionReviewLink(reviewUrl, line);
  const note = notes.get(`${storefront} ${id}`);
  return (
    <li>
      <div class="what">
        <a href={links.runPage(runId, 'entry', { id, storefront })}>{name}</a>{' '}
        <OutcomeBadge outcome={outcome} reason={reason} />
        <p class="soft small">{subtitleOf(line)}</p>
        {reason !== null && reason !== 'dry run' ? (
          <p class="small">
            <strong>{reasonLabel(reason)}</strong>
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
        {note === undefined ? null : <p class="small soft">note: {note}</p>}
      </div>
      {amounts === null ? null : (
        <div class="num">
          {money(amounts.currency, amounts.total)} {amounts.currency}
          <p class="soft small">tax {money(amounts.currency, amounts.taxCollected)}</p>
        </div>
      )}
    </li>
  );
};

/** Transactions and records, each with a link to its explanation. */
export const LineList: FC<LineListProps> = ({ lines, ...rest }) => (
  <ul class="plain list">
    {lines.map((line) => (
      <LineItem line={line} {...rest} />
    ))}
  </ul>
);

/** The first failed and held sales of a run, with a link to all if there are more. */
export const OpenSales: FC<LineListProps & { readonly total: number }> = ({ total, ...rest }) => (
  <>
    <LineList {...rest} />
    {total > rest.lines.length ? (
      <p class="below">
        <a href={rest.links.runPage(rest.runId, 'entries', { outcome: ['failed', 'held'] })}>
          All {plural(total, 'sale')}
        </a>
      </p>
    ) : null}
  </>
);
