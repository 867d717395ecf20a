/** The page of one transaction of a run: its outcome and reason, what a person can do, and the explanation of each number. */
import * as E from 'fp-ts/lib/Either.js';
import { dayIn } from '../../../domain/date-range.ts';
import { webAddress } from '../../../domain/fields.ts';
import { orRefusal } from '../../../operations/tax-nexus-error.ts';
import type { ReportLine, Run } from '../../../domain/run.ts';
import { reasonTitle, remedyOf } from '../../../reconcile/reasons/reasons.ts';
import { transactionReviewLink } from '../../../reconcile/review-link.ts';
import { closedMonthsIn } from './change-run.ts';
import type { ScreenContext } from '../page.tsx';
import { money, outcomeLabel, salesLabel } from '../labels.ts';
import { DecidedList } from '../parts/decided.tsx';
import { AdjustmentList, noteText, placeAndTime } from '../parts/lines.tsx';
import { OutcomeBadge, ReasonLink, Settings } from '../parts/notices.tsx';
import { PlatformLink } from '../parts/platform-link.tsx';
import { Requests } from '../parts/requests.tsx';
import { SentOfSale } from '../parts/sent.tsx';
import { ExplainedPart } from '../parts/explained.tsx';
import { NoteForm, RetryForm } from '../parts/forms.tsx';
import { sendMessage, sendPageInParts, withRun } from '../responses.tsx';
import { isAtWork, showProgress } from './show-run.tsx';

/** The result of a retry. `was`: the reason before it. */
const describeRetry = ({ kind }: Run, { outcome, reason }: ReportLine, was: string): string => {
  if (outcome === 'succeeded' || outcome === 'alreadyPresent') return `Read again: ${outcomeLabel[outcome]}.`;
  if (reason !== null && reason !== was) return `Read again: now ${outcomeLabel[outcome]}. ${reasonTitle(reason)}.`;
  return kind === 'live'
    ? 'It is being read again. Reload this page in a moment to see what was found.'
    : `Read again: nothing has changed. It is still ${outcome === 'failed' ? 'not sent' : outcomeLabel[outcome]}.`;
};

/** The month of a sale, `YYYY-MM`, if it is closed; for a sale whose day is unknown, the closed months among its run's days. */
const closedMonthsOf = async (
  context: ScreenContext,
  { kind, range, timeZones }: Run,
  { amounts, occurredAt, storefront }: ReportLine,
): Promise<readonly string[]> => {
  const day = occurredAt === undefined ? undefined : dayIn(timeZones[storefront] ?? 'UTC', occurredAt);
  const own = amounts?.month ?? day?.slice(0, 7);
  if (own === undefined && kind !== 'live') return closedMonthsIn(context, range);
  const closed = await context.var.taxNexus.closedPeriods.list();
  return closed.flatMap(({ month }) => (month === own ? month : []));
};

/** The total with tax, where it is known. */
const totalOf = ({ amounts, stated }: ReportLine): readonly string[] => {
  const { currency, total } = amounts ?? stated ?? { currency: '', total: null };
  return total === null ? [] : [`${money(currency, total)} ${currency}`];
};

/** `GET /runs/<id>/line?id=…` */
export const showLine = withRun(async (context, run) => {
  const { page, taxNexus } = context.var;
  const { pages } = taxNexus;
  const retried = context.req.query('retried');
  if (retried !== undefined && run.kind !== 'live' && isAtWork(pages, run)) return showProgress(context, run);
  const filter = { id: context.req.query('id') ?? '', storefront: context.req.query('storefront') ?? '' };
  const {
    lines: [line],
    notes,
  } = await pages.lines(run.id, filter, null, 1);
  if (line === undefined)
    return sendMessage(context, 'Transaction not found', 'The run has no transaction with this id.', 404);
  const { links } = page;
  const { id, storefront, name, outcome, reason, message } = line;
  const reviewAt = transactionReviewLink((await pages.service()).reviewUrl, line);
  const isOpen = outcome === 'failed' || outcome === 'held';
  const closed = await closedMonthsOf(context, run, line);
  const decided = await orRefusal(pages.decided({ lineId: id }));
  const isLeftOut = E.isRight(decided) && decided.right.some(({ action }) => action === 'leave out');
  const note = notes.get(`${storefront} ${id}`);
  const url = links.record(line);
  const opening = (
    <>
      <h1>{name}</h1>
      {retried === undefined ? null : (
        <p class="note" role="status">
          {describeRetry(run, line, retried)}
        </p>
      )}
      <p class="row">
        <OutcomeBadge outcome={outcome} reason={reason} />
        <span class="soft small">
          {[...totalOf(line), storefront, ...placeAndTime(line, run.timeZones)].join(' · ')}
        </span>
        <a class="small" href={links.run(run.id)}>
          {run.kind === 'live' ? '' : 'Sync of '}
          {salesLabel(run)}
        </a>
        <PlatformLink url={url} lineId={id} name={name} />
        {reviewAt === null ? null : (
          <a class="small" href={reviewAt} rel="noreferrer">
            Review in the Tax Nexus Service
          </a>
        )}
      </p>
      {reason === null || reason === 'would be sent' ? null : (
        <section class={`note ${outcome === 'failed' ? 'bad' : outcome === 'held' ? 'warn' : ''}`} aria-label="Reason">
          <p>
            <ReasonLink links={links} reason={reason} />
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
            <ReasonLink links={links} reason={finding} />: {remedyOf(finding).todoWhenSent ?? remedyOf(finding).todo}
          </p>
          <Settings names={remedyOf(finding).settings ?? []} />
        </div>
      ))}
      {E.isRight(decided) && decided.right.length > 0 ? (
        <section class="card" aria-label="Decisions">
          <DecidedList links={links} decided={decided.right} lineId={id} />
        </section>
      ) : null}
      {isOpen ? (
        <div class="card row">
          {run.dryRun || E.isLeft(decided) || decided.right.length > 0 ? null : (
            <a class="button" href={links.needsYou({ what: reason ?? '', line: id })}>
              Decide
            </a>
          )}
          {run.dryRun || isLeftOut ? null : (
            <RetryForm links={links} runId={run.id} label="Retry this sale" line={line} isMain closed={closed} />
          )}
          {note === undefined ? (
            <NoteForm links={links} runId={run.id} storefront={storefront} id={id} about={name} />
          ) : (
            <span class="soft">{noteText(note)}</span>
          )}
        </div>
      ) : null}
      {line.adjustments.length === 0 ? null : (
        <section class="card" aria-labelledby="after">
          <h2 id="after">Later changes</h2>
          <AdjustmentList links={links} runId={run.id} lines={[line]} notes={notes} timeZones={run.timeZones} />
        </section>
      )}
      <p class="note pending" role="status">
        Reading the sale from {storefront}, to explain each number …
      </p>
    </>
  );
  // A silent platform may take longer than a minute, so the page first shows everything that the sync database knows.
  return sendPageInParts(context, {
    title: name,
    opening,
    content: async () => {
      const explanation = await orRefusal(taxNexus.explain(storefront, line.sourceId));
      const audit = E.isRight(explanation) ? explanation.right.audit : await pages.audit(storefront, line.sourceId);
      const timeZone = run.timeZones[storefront];
      const address = E.isLeft(explanation) ? null : webAddress(explanation.right.url);
      return (
        <>
          {E.isLeft(explanation) ? (
            <p class="note warn" role="status">
              The sale could not be read from the platform now: {explanation.left.message}
            </p>
          ) : (
            <ExplainedPart explanation={explanation.right} shown={line} timeZone={timeZone} />
          )}
          {url === null && address !== null ? (
            <p>
              <PlatformLink url={address} lineId={id} name={name} />
            </p>
          ) : null}
          {E.isLeft(explanation) ? null : <SentOfSale sent={explanation.right.sent} timeZone={timeZone} />}
          <Requests audit={audit} timeZone={timeZone} />
        </>
      );
    },
  });
});
