/** Lists of a run's transactions, and of the later changes of its sales, each with a link to its explanation. */
import type { FC } from 'hono/jsx';
import { isInformational, type ReportLine, type Adjustment, type Run } from '../../../domain/run.ts';
import { correctionWithin } from '../../../mapping/identity.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { whatWasSent } from '../../../reconcile/sent-of-record.ts';
import { type ReviewUrl, transactionReviewLink } from '../../../reconcile/review-link.ts';
import type { Note, Notes } from '../../../operations/lines.ts';
import { jurisdictionLabel, money, monthLabel, plural, dayOf } from '../labels.ts';
import type { Links } from '../links.ts';
import { OutcomeBadge } from './notices.tsx';
import { PlatformLink } from './platform-link.tsx';
import { NoteForm } from './forms.tsx';

export const noteText = ({ note, by }: Note): string => `note: ${note} (${by})`;

/** The place and the day of a sale, or its month while the day is unknown. */
export const placeAndTime = (
  { storefront, amounts, stated, occurredAt }: ReportLine,
  timeZones: Run['timeZones'],
): readonly string[] => {
  const jurisdiction = (amounts ?? stated)?.jurisdiction ?? null;
  const month = amounts === null ? [] : [monthLabel(amounts.month)];
  return [
    ...(jurisdiction === null ? [] : [jurisdictionLabel(jurisdiction)]),
    ...(occurredAt === undefined ? month : [dayOf(timeZones[storefront], occurredAt)]),
  ];
};

interface LineListProps {
  readonly links: Links;
  readonly runId: string;
  readonly lines: readonly ReportLine[];
  /** Notes of people, by storefront and line id. */
  readonly notes: Notes;
  /** Links each transaction in the service to its page there; default no links. */
  readonly reviewUrl?: ReviewUrl;
  /** By storefront, once known. Days are in the storefront's time zone. */
  readonly timeZones: Run['timeZones'];
  /** The list stands under its reason, which is not repeated. */
  readonly isUnderReason?: boolean;
}

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
        <a href={rest.links.runPage(rest.runId, 'lines', { outcome: ['failed', 'held'] })}>
          All {plural(total, 'sale')}
        </a>
      </p>
    ) : null}
  </>
);

interface AdjustmentListProps {
  readonly links: Links;
  readonly runId: string;
  readonly lines: readonly ReportLine[];
  /** Which adjustments are shown; default all. */
  readonly isListed?: (adjustment: Adjustment) => boolean;
  readonly notes: Notes;
  /** By storefront, once known. Days are in the storefront's time zone. */
  readonly timeZones: Run['timeZones'];
}

/** Refunds, edits and drift, by sale. */
export const AdjustmentList: FC<AdjustmentListProps> = ({ lines, isListed = () => true, ...rest }) => (
  <>
    {lines.map((line) => (
      <section class="apart" aria-label={line.name}>
        <h2>
          <a href={rest.links.runPage(rest.runId, 'line', { id: line.id, storefront: line.storefront })}>{line.name}</a>
        </h2>
        <ul class="plain list">
          {line.adjustments.filter(isListed).map((adjustment) => (
            <AdjustmentItem {...rest} line={line} adjustment={adjustment} />
          ))}
        </ul>
      </section>
    ))}
  </>
);

const LineItem: FC<Omit<LineListProps, 'lines'> & { readonly line: ReportLine }> = ({
  links,
  runId,
  line,
  notes,
  reviewUrl = null,
  timeZones,
  isUnderReason = false,
}) => {
  const { id, storefront, name, outcome, reason, message } = line;
  const reviewAt = transactionReviewLink(reviewUrl, line);
  const note = notes.get(`${storefront} ${id}`);
  const url = needsLink(line) ? links.record(line) : null;
  return (
    <li>
      <div class="what">
        <a href={links.runPage(runId, 'line', { id, storefront })}>{name}</a>{' '}
        {isUnderReason ? null : <OutcomeBadge outcome={outcome} reason={reason} />}
        <p class="soft small">{subtitleOf(line, timeZones)}</p>
        {isUnderReason ? <p class="small">{message}</p> : null}
        {!isUnderReason && reason !== null && reason !== 'would be sent' ? (
          <p class="small">
            <strong>{reasonTitle(reason)}</strong>
            {message === null ? '' : `: ${message}`}
          </p>
        ) : null}
        <Findings findings={line.findings} />
        {reviewAt === null && url === null ? null : (
          <p class="row small">
            <PlatformLink url={url} lineId={id} name={name} />
            {reviewAt === null ? null : (
              <a href={reviewAt} rel="noreferrer" aria-label={`Review ${name} in the Tax Nexus Service`}>
                Review in the service
              </a>
            )}
          </p>
        )}
        {note === undefined ? null : <p class="small soft">{noteText(note)}</p>}
      </div>
      <LineMoney {...line} />
    </li>
  );
};

/** Whether a person may want to look at the sale at its platform: it is held, failed, differs or is flagged. */
const needsLink = ({ outcome, findings }: ReportLine): boolean =>
  outcome === 'held' || outcome === 'failed' || findings.some((finding) => !isInformational(finding));

const subtitleOf = (line: ReportLine, timeZones: Run['timeZones']): string =>
  [line.storefront, ...roleOf(line), ...placeAndTime(line, timeZones)].join(' · ');

const roleOf = ({ id, kind }: Pick<ReportLine, 'id' | 'kind'>): readonly string[] =>
  kind === 'refund' || correctionWithin(id) !== undefined ? [whatWasSent(id)] : [];

const Findings: FC<Pick<ReportLine, 'findings'>> = ({ findings }) => {
  const toCheck = findings.filter((finding) => !isInformational(finding));
  const kinds = findings.filter(isInformational);
  return (
    <>
      {toCheck.length === 0 ? null : <p class="small">check this: {toCheck.map(reasonTitle).join(', ')}</p>}
      {kinds.length === 0 ? null : <p class="small soft">{kinds.map(reasonTitle).join(', ')}</p>}
    </>
  );
};

/** The amount of a line; of an excluded record, the total on the platform. */
const LineMoney: FC<Pick<ReportLine, 'amounts' | 'stated'>> = ({ amounts, stated }) => {
  if (amounts !== null)
    return (
      <div class="num">
        {money(amounts.currency, amounts.total)} {amounts.currency}
        <p class="soft small">tax {money(amounts.currency, amounts.taxCollected)}</p>
      </div>
    );
  return stated === undefined || stated.total === null ? null : (
    <div class="num">
      {money(stated.currency, stated.total)} {stated.currency}
    </div>
  );
};

const AdjustmentItem: FC<
  Omit<AdjustmentListProps, 'lines' | 'isListed'> & { readonly line: ReportLine; readonly adjustment: Adjustment }
> = ({ links, runId, notes, timeZones, line: { id, storefront }, adjustment }) => {
  const { kind, occurredAt, currency, amount, sent, message } = adjustment;
  // The id under which a reconciliation finds the note.
  const noteId = `${id}/${adjustment.id}`;
  const note = notes.get(`${storefront} ${noteId}`);
  return (
    <li>
      <div class="what">
        <span class={`badge ${kind === 'drift' ? 'warn' : ''}`}>{kind}</span> {dayOf(timeZones[storefront], occurredAt)}
        {sent ? ', sent as a separate transaction' : ''}
        <p class="small">{message}</p>
        {note === undefined ? (
          <NoteForm links={links} runId={runId} storefront={storefront} id={noteId} about={`${kind} of ${id}`} />
        ) : (
          <p class="small soft">{noteText(note)}</p>
        )}
      </div>
      <span class="num">
        {money(currency, amount)} {currency}
      </span>
    </li>
  );
};
