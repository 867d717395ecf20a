import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { closedMonthOf, closedMonthsIn } from '../closed-periods.ts';
import type { ScreenHandler } from '../context.ts';
import { filterOf, readLineQuery } from '../line-query.ts';
import { LinePage } from '../pages/line-page.tsx';
import { LinesPage } from '../pages/lines-page.tsx';
import { sendMessage, sendRead, sendUnavailable, withRun } from '../responses.tsx';
import { readAll, readNotes } from '../run-view.ts';
import type { ScreenPorts } from '../screen-ports.ts';

const pageSize = 50;

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
          found: state.store.findLines(run.id, filterOf(query), { after, limit: pageSize }),
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
