import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { stream } from 'hono/streaming';
import type { LineFilter } from '../../../domain/sync-store.ts';
import { readReport } from '../../../reconcile/read-report.ts';
import { csvHead, csvRows } from '../../report-csv.ts';
import type { ScreenContext, ScreenHandler } from '../context.ts';
import { filterOf, readLineQuery } from '../line-query.ts';
import { sendMessage, sendUnavailable, withRun } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

const pageSize = 500;

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
          const page = await store.findLines(run.id, filter, { after, limit: pageSize })();
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
