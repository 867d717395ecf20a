import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { down, page, withState } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { type ListedRun, RunsPage } from '../pages/runs-page.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

/** Each run costs a count of its own. */
const runsOnPage = 12;

/** `GET /`: all runs. */
export const listRuns = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, { reviews }) => {
    const before = O.fromNullable(visit.req.query('before'));
    const found = await reviews.listRuns({ before, limit: runsOnPage })();
    if (E.isLeft(found)) return down(visit, found.left);
    const runs: ListedRun[] = [];
    for (const run of found.right.runs) {
      const counts = await reviews.outcomeCounts(run.id)();
      if (E.isLeft(counts)) return down(visit, counts.left);
      const signOffs = await reviews.signOffs(run.id)();
      if (E.isLeft(signOffs)) return down(visit, signOffs.left);
      runs.push({ run, counts: counts.right, isSigned: signOffs.right.length > 0 });
    }
    return page(visit, <RunsPage at={visit.var.at} runs={runs} next={O.toNullable(found.right.next)} />);
  });
