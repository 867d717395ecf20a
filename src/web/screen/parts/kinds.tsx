import type { FC } from 'hono/jsx';
import type { OutcomeTotal, RefundTotal } from '../../../domain/review-store.ts';
import type { Report } from '../../../reconcile/report.ts';
import type { Query } from '../links.ts';
import { isTold } from '../is-sent.ts';
import { addUp } from '../sums.ts';
import { count, monthLabel } from '../labels.ts';

interface KindsProps {
  readonly report: Report;
  readonly totals: readonly OutcomeTotal[];
  readonly refunds: readonly RefundTotal[];
  /** Closed months that the days lie in, `YYYY-MM`. */
  readonly closed: readonly string[];
  /** Where such transactions are listed. */
  readonly linkTo: (query: Query) => string;
}

interface Kind {
  readonly words: string;
  readonly means: string;
  readonly number: number;
  readonly query: Query;
}

const kindsOf = ({ report, totals, refunds, closed }: Omit<KindsProps, 'linkTo'>): readonly Kind[] => {
  const noted = (finding: string): Pick<Kind, 'number' | 'query'> => ({
    number: report.findings[finding] ?? 0,
    query: { finding },
  });
  return [
    {
      words: 'Present but different',
      means: 'the service holds them with other money, place, day or exemption; nothing is changed there',
      ...noted('differs'),
    },
    {
      words: 'No tax, no exemption',
      means: 'in a state that has a sales tax, not exempt and not through a marketplace: was tax due?',
      ...noted('no tax, no exemption'),
    },
    { words: 'Marketplace', means: 'the marketplace collects and remits the tax', ...noted('marketplace sale') },
    { words: 'Exempt', means: 'sent with a purpose or an entity', ...noted('exempt sale') },
    { words: 'Exempt, nobody says why', means: 'sent without a reason', ...noted('exempt, reason unknown') },
    {
      words: 'Refunds after the sale',
      means: 'listed, and not sent',
      number: refunds.reduce((all, refund) => all + refund.count, 0),
      query: { moved: 'refund' },
    },
    ...closed.map((month) => ({
      words: `In ${monthLabel(month)}`,
      means: 'a closed month: its taxes are filed',
      number: addUp(totals.filter((total) => isTold(total) && total.month === month)).count,
      query: { month },
    })),
  ];
};

/** How many sales are of a kind that a bookkeeper asks for, each with the list behind it. Zero is an answer, too. */
export const Kinds: FC<KindsProps> = ({ linkTo, ...props }) => (
  <section class="card" aria-labelledby="kinds">
    <h2 id="kinds">Worth a look</h2>
    <dl class="kinds">
      {kindsOf(props).map(({ words, means, number, query }) => (
        <div>
          <dt>
            {number === 0 ? words : <a href={linkTo(query)}>{words}</a>}
            <span class="soft small">{means}</span>
          </dt>
          <dd>{count(number)}</dd>
        </div>
      ))}
    </dl>
  </section>
);
