import type { FC } from 'hono/jsx';
import type { Adjustment, Run, ReportLine } from '../../../domain/run.ts';
import type { ReviewUrl } from '../../../reconcile/review-link.ts';
import { type LineQuery, queryOf } from '../line-query.ts';
import type { Query } from '../links.ts';
import { Page, type Setting } from '../page.tsx';
import { LineList } from '../parts/line-list.tsx';
import { AdjustmentList } from '../parts/adjustment-list.tsx';
import { RunTitle } from '../parts/run-title.tsx';
import { jurisdictionLabel, monthLabel, outcomeLabel } from '../labels.ts';

interface LinesPageProps {
  readonly at: Setting;
  readonly run: Run;
  readonly query: LineQuery;
  readonly entries: readonly ReportLine[];
  readonly notes: ReadonlyMap<string, string>;
  readonly reviewUrl: ReviewUrl;
  /** Where the following page begins; null on the last one. */
  readonly next: string | null;
}

const describeAdjustments: Readonly<Record<LineQuery['moved'], string>> = {
  '': '',
  yes: 'changed after the sale',
  refund: 'refunded after the sale',
};

const isListed =
  (moved: LineQuery['moved']) =>
  ({ kind, sent }: Adjustment): boolean =>
    moved === 'yes' || (kind === moved && !sent);

/** What the list is narrowed down to, each with the way back. */
const narrowed = (query: LineQuery): readonly (readonly [words: string, without: Query])[] => {
  const all = queryOf(query);
  const words: readonly (readonly [keyof LineQuery, string])[] = [
    ['reason', query.reason],
    ['finding', query.finding],
    ['place', jurisdictionLabel(query.place)],
    ['month', query.month === '' ? '' : monthLabel(query.month)],
    ['moved', describeAdjustments[query.moved]],
  ];
  return words.filter(([, value]) => value !== '').map(([name, value]) => [value, { ...all, [name]: '' }]);
};

const chips: readonly (readonly [words: string, outcome: LineQuery['outcome']])[] = [
  ['All', []],
  ['To look at', ['failed', 'held']],
  [outcomeLabel.succeeded, ['succeeded']],
  [outcomeLabel.alreadyPresent, ['alreadyPresent']],
  [outcomeLabel.failed, ['failed']],
  [outcomeLabel.held, ['held']],
  [outcomeLabel.skipped, ['skipped']],
];

/** The transactions and records of a run, to search and to narrow down, a page at a time. */
export const LinesPage: FC<LinesPageProps> = ({
  at: { links, ...at },
  run,
  query,
  entries: lines,
  notes,
  reviewUrl,
  next,
}) => {
  const here = (change: Query): string => links.of(run.id, 'entries', { ...queryOf(query), ...change });
  return (
    <Page at={{ links, ...at }} title="Transactions">
      <RunTitle run={run} title={query.moved === '' ? 'Transactions of' : 'After the sale,'} />
      <p>
        {run.kind === 'live' ? (
          <a href={links.live}>All live sales</a>
        ) : (
          <a href={links.run(run.id)}>Back to the report</a>
        )}
      </p>
      <nav class="chips" aria-label="Outcome">
        {chips.map(([words, outcome]) => (
          <a
            href={here({ outcome: [...outcome] })}
            {...(outcome.join() === query.outcome.join() && { 'aria-current': 'true' })}
          >
            {words}
          </a>
        ))}
      </nav>
      <form class="row ends" method="get" action={links.of(run.id, 'entries')} role="search">
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
      {narrowed(query).length === 0 ? null : (
        <nav class="chips" aria-label="Narrowed down to">
          {narrowed(query).map(([words, without]) => (
            <a href={links.of(run.id, 'entries', without)} aria-label={`no longer only ${words}`}>
              {words} ×
            </a>
          ))}
        </nav>
      )}
      <section class="card" aria-label="Transactions">
        {lines.length === 0 ? (
          <p class="soft">There is none like this in the run.</p>
        ) : query.moved === '' ? (
          <LineList links={links} runId={run.id} entries={lines} notes={notes} reviewUrl={reviewUrl} />
        ) : (
          <AdjustmentList
            links={links}
            runId={run.id}
            entries={lines}
            isListed={isListed(query.moved)}
            notes={notes}
            timeZones={run.timeZones}
          />
        )}
      </section>
      <p class="row">
        {next === null ? null : (
          <a class="button" href={here({ after: next })} rel="next">
            Next page
          </a>
        )}
        <a href={links.of(run.id, 'entries.csv', queryOf(query))}>These as CSV</a>
      </p>
    </Page>
  );
};
