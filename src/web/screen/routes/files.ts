import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { stream } from 'hono/streaming';
import { readReport } from '../../../reconcile/read-report.ts';
import { csvHead, csvRows } from '../../report-csv.ts';
import { down, message, withRun } from '../answer.tsx';
import type { LineFilter } from '../../../domain/sync-store.ts';
import { filterOf, readLineQuery } from '../line-query.ts';
import type { Answer, Visit } from '../env.ts';
import type { ScreenPorts } from '../screen-ports.ts';

const pageSize = 500;

const asFile = (visit: Visit, name: string, type: string): void => {
  visit.header('content-type', type);
  visit.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`);
};

/** Two files of one run must not bear one name: a part is not to be taken for the whole. */
const partOf = (filter: LineFilter): string => {
  const chosen = Object.keys(filter).length;
  if (chosen === 0) return '';
  const isCreated = chosen === 1 && filter.outcomes?.length === 1 && filter.outcomes[0] === 'succeeded';
  return isCreated ? '-created' : '-part';
};

/** `GET /runs/<id>/entries.csv`: a line for each entry, page by page, so that a run of millions never stands in memory. */
export const linesCsv = (ports: ScreenPorts): Answer =>
  withRun(ports, (visit, { store }, run) => {
    const filter = filterOf(readLineQuery(new URL(visit.req.url).searchParams));
    asFile(visit, `tax-nexus-${run.id}${partOf(filter)}.csv`, 'text/csv; charset=utf-8');
    const answer = stream(
      visit,
      async (file) => {
        await file.write(csvHead());
        for (let after: O.Option<string> = O.none, isFirst = true; isFirst || O.isSome(after); isFirst = false) {
          if (file.aborted) return;
          const page = await store.findLines(run.id, filter, { after, limit: pageSize })();
          if (E.isLeft(page)) {
            // The head of the answer is gone: all that is left is to say so where nobody overlooks it.
            await file.write(`\nThis file is incomplete: ${page.left.message}\n`);
            return;
          }
          await file.write(csvRows(page.right.lines));
          after = page.right.next;
        }
      },
      () => {
        ports.log.warn('a download of the screen broke off', { runId: run.id });
        return Promise.resolve();
      },
    );
    return Promise.resolve(answer);
  });

/** `GET /runs/<id>/report.json`: the report, in the words of every other face. */
export const reportJson = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, state, run) => {
    const report = await readReport(state)(O.some(run.id))();
    if (E.isLeft(report)) return down(visit, report.left);
    if (O.isNone(report.right)) return message(visit, 'There is no such run', 'It was here a moment ago.', 404);
    asFile(visit, `tax-nexus-${run.id}.json`, 'application/json');
    return visit.body(JSON.stringify(report.right.value, null, 2));
  });
