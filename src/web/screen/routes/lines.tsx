import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { stream } from 'hono/streaming';
import type { LineFilter } from '../../../domain/sync-store.ts';
import { readReport } from '../../../reconcile/read-report.ts';
import { csvHead, csvRows } from '../../report-csv.ts';
import { closedMonthOf, closedMonthsIn } from '../closed-periods.ts';
import type { ScreenContext, ScreenHandler } from '../context.ts';
import { filterOf, readLineQuery } from '../line-query.ts';
import { LinePage } from '../pages/line-page.tsx';
import { LinesPage } from '../pages/lines-page.tsx';
import { sendMessage, sendRead, sendUnavailable, withRun } from '../responses.tsx';
import { readAll, readNotes } from '../run-view.ts';
import type { ScreenPorts } from '../screen-ports.ts';

const linesPerPage = 50;

/** A position among the lines, as the store returns it. */
const positionOf = (after: string | undefined): O.Option<string> =>
  after !== undefined && /^\d{1,15}$/.test(after) ? O.some(after) : O.none;

/** `GET /runs/<id>/entries`: report lines, searched and filtered, a page at a time. */
export const listLines = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, (context, state, run) => {
    const query = readLineQuery(new URL(context.req.url).searchParams);
    const after = positionOf(context.req.query('after'));
    return sendRead(
      context,
      pipe(
        readAll({
          found: state.store.findLines(run.id, filterOf(query), { after, limit: linesPerPage }),
          notes: readNotes(state, run.storefronts),
        }),
        TE.map(({ found: { lines, next }, notes }) => (
          <LinesPage
            page={context.var.page}
            run={run}
            query={query}
            lines={lines}
            notes={notes}
            reviewUrl={state.reviewUrl}
            next={O.toNullable(next)}
          />
        )),
      ),
    );
  });

/** `GET /runs/<id>/entry?id=…`: one transaction, explained line by line. */
export const showLine = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    const filter = { id: context.req.query('id') ?? '', storefront: context.req.query('storefront') ?? '' };
    const found = await state.store.findLines(run.id, filter, { after: O.none, limit: 1 })();
    if (E.isLeft(found)) return sendUnavailable(context, found.left);
    const [line] = found.right.lines;
    if (line === undefined)
      return sendMessage(context, 'Transaction not found', 'The run has no transaction with this id.', 404);
    return sendRead(
      context,
      pipe(
        readAll({
          notes: readNotes(state, [line.storefront]),
          closed: run.kind === 'live' ? closedMonthOf(state, line) : closedMonthsIn(state, run.range),
          explanation: TE.fromTask(state.explain(line.storefront, line.sourceId)),
        }),
        TE.map(({ notes, closed, explanation }) => (
          <LinePage
            page={context.var.page}
            run={run}
            line={line}
            notes={notes}
            explanation={E.isLeft(explanation) ? explanation.left.message : explanation.right}
            reviewUrl={state.reviewUrl}
            closed={closed}
          />
        )),
      ),
    );
  });

const linesPerRead = 500;

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

/** `GET /runs/<id>/entries.csv`: one row per line, streamed page by page, so that a run of millions fits in memory. */
export const linesCsv = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, (context, { store }, run) => {
    const filter = filterOf(readLineQuery(new URL(context.req.url).searchParams));
    asFile(context, `tax-nexus-${run.id}${suffixOf(filter)}.csv`, 'text/csv; charset=utf-8');
    const response = stream(
      context,
      async (file) => {
        await file.write(csvHead());
        for (let after: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(after); isFirst = false) {
          if (file.aborted) return;
          const page = await store.findLines(run.id, filter, { after, limit: linesPerRead })();
          if (E.isLeft(page)) {
            // The status was sent already, so the file itself must show the problem.
            await file.write(`\nThis file is incomplete: ${page.left.message}\n`);
            return;
          }
          await file.write(csvRows(page.right.lines));
          after = page.right.next;
        }
      },
      () => {
        ports.log.warn('A download from the screen was interrupted.', { runId: run.id });
        return Promise.resolve();
      },
    );
    return Promise.resolve(response);
  });

/** `GET /runs/<id>/report.json`: the same report as from the command line and the plugin. */
export const reportJson = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, state, run) => {
    const report = await readReport(state)(O.some(run.id))();
    if (E.isLeft(report)) return sendUnavailable(context, report.left);
    if (O.isNone(report.right)) return sendMessage(context, 'Run not found', 'It was deleted a moment ago.', 404);
    asFile(context, `tax-nexus-${run.id}.json`, 'application/json');
    return context.body(JSON.stringify(report.right.value, null, 2));
  });
