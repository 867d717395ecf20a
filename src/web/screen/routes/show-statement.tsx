import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ScreenHandler } from '../context.ts';
import { StatementPage } from '../pages/statement-page.tsx';
import { sendMessage, sendPage, sendUnavailable, withRun } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';
import { readStatement } from '../statement.ts';

/** `GET /runs/<id>/statement?number=1`: a signed statement, to be printed. */
export const showStatement = (ports: ScreenPorts): ScreenHandler =>
  withRun(ports, async (context, { reviews }, run) => {
    const signOffs = await reviews.signOffs(run.id)();
    if (E.isLeft(signOffs)) return sendUnavailable(context, signOffs.left);
    const signOff = signOffs.right[Number(context.req.query('number') ?? '1') - 1];
    const statement = signOff === undefined ? O.none : readStatement(signOff.statement);
    if (signOff === undefined || O.isNone(statement)) {
      return sendMessage(context, 'Statement not found', 'The run has no sign-off with this number.', 404);
    }
    return sendPage(
      context,
      <StatementPage page={context.var.page} run={run} signOff={signOff} statement={statement.value} />,
    );
  });
