import type { FC } from 'hono/jsx';
import type { OutcomeTotal, RefundTotal } from '../../../domain/review-store.ts';
import type { Report } from '../../../reconcile/report.ts';
import { count, monthLabel } from '../labels.ts';
import type { Query } from '../links.ts';
import { addUp, isSent } from '../sums.ts';

interface KindsProps {
  readonly report: Report;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** Closed months of the run, `YYYY-MM`. */
  readonly closed: readonly string[];
  /** Lists the transactions of a query. */
  readonly linkTo: (query: Query) => string;
}

interface Kind {
  readonly label: string;
  readonly meaning: string;
  readonly number: number;
  readonly query: Query;
}

const kindsOf = ({ report, totals, refunds, closed }: Omit<KindsProps, 'linkTo'>): readonly Kind[] => {
  const ofFinding = (finding: string, label: string, meaning: string): Kind => ({
    label,
    meaning,
    number: report.findings[finding] ?? 0,
    query: { finding },
  });
  return [
    ofFinding(
      'differs',
      'Differs',
      'the service holds another amount, jurisdiction, day or exemption; nothing is changed there',
    ),
    ofFinding(
      'no tax, no exemption',
      'No tax collected',
      'in a state with sales tax, not exempt and not through a marketplace: was tax due?',
    ),
    ofFinding('channel with open liability', 'Channel to decide', 'sent as your own sales: who remits the tax?'),
    ofFinding('marketplace sale', 'Marketplace', 'the marketplace collects and remits the tax'),
    ofFinding('exempt sale', 'Exempt', 'sent with a purpose or an entity'),
    ofFinding('exempt, reason unknown', 'Exempt, no reason given', 'sent without a reason'),
    {
      label: 'Refunded later',
      meaning: 'listed, not sent',
      number: refunds.reduce((all, refund) => all + refund.count, 0),
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

/** How many sales are of each kind that a bookkeeper checks, each with its list. Zero is shown, too. */
export const Kinds: FC<KindsProps> = ({ linkTo, ...props }) => (
  <section class="card" aria-labelledby="kinds">
    <h2 id="kinds">Check these</h2>
    <dl class="kinds">
      {kindsOf(props).map(({ label, meaning, number, query }) => (
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
