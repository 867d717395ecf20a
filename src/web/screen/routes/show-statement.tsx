import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { down, message, page, withRun } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { StatementPage } from '../pages/statement-page.tsx';
import type { ScreenPorts } from '../screen-ports.ts';
import { readStatement } from '../statement.ts';

/** `GET /runs/<id>/statement?number=1`: what was signed, to be printed. */
export const showStatement = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, { reviews }, run) => {
    const signOffs = await reviews.signOffs(run.id)();
    if (E.isLeft(signOffs)) return down(visit, signOffs.left);
    const signOff = signOffs.right[Number(visit.req.query('number') ?? '1') - 1];
    const statement = signOff === undefined ? O.none : readStatement(signOff.statement);
    if (signOff === undefined || O.isNone(statement)) {
      return message(visit, 'There is no such statement', 'The run has not been signed off that often.', 404);
    }
    return page(visit, <StatementPage at={visit.var.at} run={run} signOff={signOff} statement={statement.value} />);
  });
