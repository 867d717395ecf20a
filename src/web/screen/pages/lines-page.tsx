import type { FC } from 'hono/jsx';
import type { Adjustment, ReportLine, Run } from '../../../domain/run.ts';
import { reasonLabel } from '../../../reconcile/reason-labels.ts';
import type { ReviewUrl } from '../../../reconcile/review-link.ts';
import { jurisdictionLabel, monthLabel, outcomeLabel } from '../labels.ts';
import { type LineQuery, queryOf } from '../line-query.ts';
import type { Query } from '../links.ts';
import { Page, type PageContext } from '../page.tsx';
import { AdjustmentList } from '../parts/adjustment-list.tsx';
import { LineList } from '../parts/line-list.tsx';
import { RunTitle } from '../parts/run-title.tsx';

interface LinesPageProps {
  readonly page: PageContext;
  readonly run: Run;
  readonly query: LineQuery;
  readonly lines: readonly ReportLine[];
  readonly notes: ReadonlyMap<string, string>;
  readonly reviewUrl: ReviewUrl;
  /** Position of the next page; null on the last one. */
  readonly next: string | null;
}

const adjustmentLabels: Readonly<Record<LineQuery['moved'], string>> = {
  '': '',
  yes: 'changed later',
  refund: 'refunded later',
};

const isListed =
  (moved: LineQuery['moved']) =>
  ({ kind, sent }: Adjustment): boolean =>
    moved === 'yes' || (kind === moved && !sent);

/** The filters of the list, each with the query without it. */
const filtersOf = (query: LineQuery): readonly (readonly [label: string, without: Query])[] => {
  const labels: readonly (readonly [keyof LineQuery, string])[] = [
    ['reason', reasonLabel(query.reason)],
    ['finding', reasonLabel(query.finding)],
    ['place', jurisdictionLabel(query.place)],
    ['month', query.month === '' ? '' : monthLabel(query.month)],
    ['moved', adjustmentLabels[query.moved]],
  ];
  return labels.filter(([, label]) => label !== '').map(([name, label]) => [label, { ...queryOf(query), [name]: '' }]);
};

const chips: readonly (readonly [label: string, outcome: LineQuery['outcome']])[] = [
  ['All', []],
  ['Needs attention', ['failed', 'held']],
  ...(['succeeded', 'alreadyPresent', 'failed', 'held', 'skipped'] as const).map(
    (outcome) => [outcomeLabel[outcome], [outcome]] as const,
  ),
];

/** The transactions and records of a run, searched and filtered, a page at a time. */
export const LinesPage: FC<LinesPageProps> = ({ page, run, query, lines, notes, reviewUrl, next }) => {
  const { links } = page;
  const filters = filtersOf(query);
  const linkTo = (change: Query): string => links.runPage(run.id, 'entries', { ...queryOf(query), ...change });
  return (
    <Page page={page} title="Transactions">
      <RunTitle run={run} title={query.moved === '' ? 'Transactions of' : 'Refunds and later changes of'} />
      <p>
        {run.kind === 'live' ? (
          <a href={links.live}>All live sales</a>
        ) : (
          <a href={links.run(run.id)}>Back to the report</a>
        )}
      </p>
      <nav class="chips" aria-label="Outcome">
        {chips.map(([label, outcome]) => (
          <a
            href={linkTo({ outcome: [...outcome] })}
            {...(outcome.join() === query.outcome.join() && { 'aria-current': 'true' })}
          >
            {label}
          </a>
        ))}
      </nav>
      <form class="row ends" method="get" action={links.runPage(run.id, 'entries')} role="search">
        {Object.entries(queryOf({ ...query, text: '' })).flatMap(([name, value]) =>
          (typeof value === 'string' ? [value] : (value ?? []))
            .filter((one) => one !== '')
            .map((one) => <input type="hidden" name={name} value={one} />),
        )}
        <label>
          Number or id
          <input type="search" name="text" value={query.text} maxlength={100} />
        </label>
        <button>Search</button>
      </form>
      {filters.length === 0 ? null : (
        <nav class="chips" aria-label="Filters">
          {filters.map(([label, without]) => (
            <a href={links.runPage(run.id, 'entries', without)} aria-label={`Remove filter: ${label}`}>
              {label} ×
            </a>
          ))}
        </nav>
      )}
      <section class="card" aria-label="Transactions">
        {lines.length === 0 ? (
          <p class="soft">No matching transactions in this run.</p>
        ) : query.moved === '' ? (
          <LineList links={links} runId={run.id} lines={lines} notes={notes} reviewUrl={reviewUrl} />
        ) : (
          <AdjustmentList
            links={links}
            runId={run.id}
            lines={lines}
            isListed={isListed(query.moved)}
            notes={notes}
            timeZones={run.timeZones}
          />
        )}
      </section>
      <p class="row">
        {next === null ? null : (
          <a class="button" href={linkTo({ after: next })} rel="next">
            Next page
          </a>
        )}
        <a href={links.runPage(run.id, 'entries.csv', queryOf(query))}>Download as CSV</a>
      </p>
    </Page>
  );
};
