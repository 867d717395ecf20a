/** The end of a sync: the kinds of sales that a bookkeeper checks, and the form with which a person signs the run off. */
import type { FC } from 'hono/jsx';
import { promptOf } from '../../../reconcile/review.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { count, monthLabel, plural } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Query } from '../links.ts';
import { addUp, isSent } from '../sums.ts';
import type { PageContext } from '../page.tsx';
import type { RunView } from '../../../operations/run-view.ts';
import { openCount, ToSend } from './open-groups.tsx';

interface KindsProps extends Pick<RunView, 'report' | 'totals'> {
  /** Closed months of the run, `YYYY-MM`. */
  readonly closed: readonly string[];
  /** Lists the transactions of a query. */
  readonly linkTo: (query: Query) => string;
  /** Whether the page lists the sales of a finding already. */
  readonly isListed: (finding: string) => boolean;
}

/** Zeros are shown, too. */
export const Kinds: FC<KindsProps> = ({ linkTo, isListed, ...props }) => (
  <section class="card" aria-labelledby="kinds">
    <h2 id="kinds">Also counted</h2>
    <dl class="kinds">
      {kindsOf(props)
        .filter(({ finding }) => finding === undefined || !isListed(finding))
        .map(({ label, meaning, number, query }) => (
          <div>
            <dt>
              {number === 0 ? label : <a href={linkTo(query)}>{label}</a>}
              <span class="soft small">{meaning}</span>
            </dt>
            <dd>{count(number)}</dd>
          </div>
        ))}
    </dl>
  </section>
);

/** The prompt, the earlier sign-offs, and the form. */
export const SignOffPart: FC<{ readonly page: PageContext; readonly view: RunView }> = ({ page, view }) => {
  const { links, user } = page;
  const { run, signOffs, report, open } = view;
  const { runId, review, status } = report;
  const matters = openCount(open, true) + openCount(open, false);
  return (
    <section class="card" aria-labelledby="review">
      <h2 id="review">Review and sign off</h2>
      <p>{promptOf(run, report.succeeded + report.alreadyPresent, 0, review.url)}</p>
      {review.url === null ? null : (
        <p>
          <a href={review.url} rel="noreferrer">
            Open the {review.service}
          </a>
        </p>
      )}
      {signOffs.length === 0 ? null : (
        <ul class="plain list">
          {signOffs.map(({ by, at, note }, index) => (
            <li>
              <div class="what">
                <span class="badge good">signed off</span> by {by} on <Moment at={at} />
                {note === '' ? null : <p class="small">{note}</p>}
              </div>
              <a href={links.runPage(runId, 'statement', { number: String(index + 1) })}>Statement</a>
            </li>
          ))}
        </ul>
      )}
      <ToSend links={links} groups={view.toSend} />
      {!links.may('approve') ? null : status === 'finished' ? (
        <form method="post" action={links.runPage(runId, 'sign-off')}>
          <label>
            Note (shown on the statement)
            <textarea name="note" maxlength={2000} />
          </label>
          {matters === 0 ? null : (
            <label class="pick">
              <input type="checkbox" name="open" value={String(matters)} required />
              <span>
                {plural(matters, 'matter is', 'matters are')} open:{' '}
                {open.map(({ what, count: number }) => `${reasonTitle(what)} (${count(number)})`).join(', ')}. Sign off
                all the same. <a href={links.needsYou()}>Decide on them</a>
              </span>
            </label>
          )}
          <p class="soft small">
            A sign-off stores the current counts and totals with the name {user.name}. They never change afterwards.
          </p>
          <button class={signOffs.length === 0 ? 'main' : ''}>Sign off</button>
        </form>
      ) : (
        <p class="soft">You can sign off once the run is finished.</p>
      )}
    </section>
  );
};

interface Kind {
  readonly label: string;
  readonly meaning: string;
  readonly number: number;
  readonly query: Query;
  readonly finding?: string;
}

const kindsOf = ({ report, totals, closed }: Omit<KindsProps, 'linkTo' | 'isListed'>): readonly Kind[] => {
  const ofFinding = (finding: string, label: string, meaning: string): Kind => ({
    label,
    meaning,
    number: report.findings[finding] ?? 0,
    query: { finding },
    finding,
  });
  return [
    ofFinding(
      'differs',
      'Differs',
      'the service holds another amount, jurisdiction, day or exemption; nothing is changed there',
    ),
    ofFinding(
      'no tax collected',
      'No tax collected',
      'in a state with sales tax, not exempt and not through a marketplace: was tax due?',
    ),
    ofFinding('channel with open liability', 'Channel to decide', 'sent as your own sales: who remits the tax?'),
    ofFinding('marketplace sale', 'Marketplace', 'the marketplace collects and remits the tax'),
    ofFinding('exempt sale', 'Exempt', 'sent with a purpose or an entity'),
    ofFinding('exempt, no reason given', 'Exempt, no reason given', 'sent without a reason'),
    {
      label: 'Refunded later',
      meaning: 'listed, not sent',
      number: report.adjustments.reduce(
        (all, { kind, sent, count: number }) => (kind === 'refund' && !sent ? all + number : all),
        0,
      ),
      query: { moved: 'refund' },
    },
    ...closed.map((month) => ({
      label: `In ${monthLabel(month)}`,
      meaning: 'a closed month: its taxes are filed',
      number: addUp(totals.filter((total) => isSent(total) && total.month === month)).count,
      query: { month },
    })),
  ];
};
