/** The sales of a run as a list to search and filter, and the run's files: CSV of its lines, JSON of its report. */
import { stream } from 'hono/streaming';
import type { Adjustment, Outcome } from '../../../domain/run.ts';
import { maxSearchedForParts } from '../../../domain/search.ts';
import type { LineFilter } from '../../../domain/sync-store.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import { type ScreenContext, Page } from '../page.tsx';
import { jurisdictionLabel, monthLabel, outcomeLabel, wholeOnly } from '../labels.ts';
import type { Query } from '../links.ts';
import { AdjustmentList, LineList } from '../parts/lines.tsx';
import { RunTitle } from '../parts/notices.tsx';
import { RunTabs } from '../parts/run-tabs.tsx';
import { sendPage, withRun } from '../responses.tsx';

/** The query parameters of a list of report lines. */
interface LineQuery {
  readonly outcome: readonly Outcome[];
  readonly reason: string;
  readonly finding: string;
  /** A jurisdiction. */
  readonly place: string;
  readonly month: string;
  readonly text: string;
  /** `yes`: sales with adjustments. `refund`: sales with a refund that was not sent. Empty: all sales. */
  readonly moved: '' | 'yes' | 'refund';
}

const isOutcome = (value: string): value is Outcome => Object.hasOwn(outcomeLabel, value);

/** Ignores invalid values. */
const readLineQuery = (parameters: URLSearchParams): LineQuery => {
  const one = (name: string): string => (parameters.get(name) ?? '').slice(0, 200);
  const moved = one('moved');
  return {
    outcome: parameters.getAll('outcome').filter(isOutcome),
    reason: one('reason'),
    finding: one('finding'),
    place: one('place'),
    month: one('month'),
    text: one('text').trim(),
    moved: moved === 'yes' || moved === 'refund' ? moved : '',
  };
};

const filterOf = ({ outcome, reason, finding, place, month, text, moved }: LineQuery): LineFilter => ({
  ...(outcome.length > 0 && { outcomes: outcome }),
  ...(reason !== '' && { reason }),
  ...(finding !== '' && { finding }),
  ...(place !== '' && { jurisdiction: place }),
  ...(month !== '' && { month }),
  ...(text !== '' && { text }),
  ...(moved === 'yes' && { hasAdjustments: true }),
  ...(moved === 'refund' && { unsentAdjustment: moved }),
});

const linesPerPage = 50;

/** A position among the lines, as the store returns it. */
const positionOf = (after: string | undefined): string | null =>
  after !== undefined && /^\d{1,15}$/.test(after) ? after : null;

/** `GET /runs/<id>/lines`: report lines, searched and filtered, a page at a time. */
export const listLines = withRun(async (context, run) => {
  const query = readLineQuery(new URL(context.req.url).searchParams);
  const after = positionOf(context.req.query('after'));
  const {
    page,
    taxNexus: { pages },
  } = context.var;
  const { links } = page;
  const filters = filtersOf(query);
  const linkTo = (change: Query): string => links.runPage(run.id, 'lines', { ...query, ...change });
  const { lines, next, notes } = await pages.lines(run.id, filterOf(query), after, linesPerPage);
  const { reviewUrl } = await pages.service();
  return sendPage(
    context,
    <Page page={page} title="Transactions">
      <RunTitle run={run} title={query.moved === '' ? 'Transactions of' : 'Refunds and later changes of'} />
      <RunTabs links={links} run={run} current="lines" />
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
      <form class="row ends" method="get" action={links.runPage(run.id, 'lines')} role="search">
        {Object.entries({ ...query, text: '' }).flatMap(([name, value]) =>
          (typeof value === 'string' ? [value] : value)
            .filter((one) => one !== '')
            .map((one) => <input type="hidden" name={name} value={one} />),
        )}
        <label>
          Number, id, state or amount
          <input type="search" name="text" value={query.text} maxlength={100} />
        </label>
        <button>Search</button>
      </form>
      {filters.length === 0 ? null : (
        <nav class="chips" aria-label="Filters">
          {filters.map(([label, without]) => (
            <a href={links.runPage(run.id, 'lines', without)} aria-label={`Remove filter: ${label}`}>
              {label} ×
            </a>
          ))}
        </nav>
      )}
      <section class="card" aria-label="Transactions">
        {lines.length === 0 ? (
          <p class="soft">
            No matching transactions in this run.
            {query.text === '' ? '' : ` ${wholeOnly(maxSearchedForParts.lines)}`}
          </p>
        ) : query.moved === '' ? (
          <LineList
            links={links}
            runId={run.id}
            lines={lines}
            notes={notes}
            timeZones={run.timeZones}
            reviewUrl={reviewUrl}
          />
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
        <a href={links.runPage(run.id, 'lines.csv', { ...query })}>Download as CSV</a>
      </p>
    </Page>,
  );
});

const adjustmentLabels: Readonly<Record<LineQuery['moved'], string>> = {
  '': '',
  yes: 'changed later',
  refund: 'refunded later',
};

const isListed =
  (moved: LineQuery['moved']) =>
  ({ kind, sent }: Adjustment): boolean =>
    moved === 'yes' || (kind === moved && !sent);

const filtersOf = (query: LineQuery): readonly (readonly [label: string, without: Query])[] => {
  const labels: readonly (readonly [keyof LineQuery, string])[] = [
    ['reason', reasonTitle(query.reason)],
    ['finding', reasonTitle(query.finding)],
    ['place', jurisdictionLabel(query.place)],
    ['month', query.month === '' ? '' : monthLabel(query.month)],
    ['moved', adjustmentLabels[query.moved]],
  ];
  return labels.filter(([, label]) => label !== '').map(([name, label]) => [label, { ...query, [name]: '' }]);
};

const chips: readonly (readonly [label: string, outcome: LineQuery['outcome']])[] = [
  ['All', []],
  ['Needs attention', ['failed', 'held']],
  ...(['succeeded', 'alreadyPresent', 'failed', 'held', 'skipped'] as const).map(
    (outcome) => [outcomeLabel[outcome], [outcome]] as const,
  ),
];

const asFile = (context: ScreenContext, name: string, type: string): void => {
  context.header('content-type', type);
  context.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`);
};

/** The name of a file shows whether it holds only a part of the run. */
const suffixOf = (filter: LineFilter): string => {
  const parameters = Object.keys(filter).length;
  if (parameters === 0) return '';
  const isCreated = parameters === 1 && filter.outcomes?.length === 1 && filter.outcomes[0] === 'succeeded';
  return isCreated ? '-created' : '-part';
};

/** `GET /runs/<id>/lines.csv`: one row per line, streamed page by page, so that a run of millions fits in memory. */
export const linesCsv = withRun((context, run) => {
  const filter = filterOf(readLineQuery(new URL(context.req.url).searchParams));
  asFile(context, `tax-nexus-${run.id}${suffixOf(filter)}.csv`, 'text/csv; charset=utf-8');
  const { host, taxNexus } = context.var;
  return stream(
    context,
    async (file) => {
      try {
        for await (const page of taxNexus.historicalSync.csv(run.id, filter)) {
          if (file.aborted) return;
          await file.write(page);
        }
      } catch (error) {
        if (!(error instanceof TaxNexusError)) throw error;
        // The status was sent already, so the file itself must show the problem.
        await file.write(`\nThis file is incomplete: ${error.message}\n`);
      }
    },
    () => {
      host.log.warn('A download from the screen was interrupted.', { runId: run.id });
      return Promise.resolve();
    },
  );
});

/** `GET /runs/<id>/report.json`: the same report as from the command line and the plugin. */
export const reportJson = withRun(async (context, run) => {
  const report = await context.var.taxNexus.historicalSync.report(run.id);
  asFile(context, `tax-nexus-${run.id}.json`, 'application/json');
  return context.body(JSON.stringify(report, null, 2));
});
