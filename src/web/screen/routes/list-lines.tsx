import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { down, message, page, withRun } from '../answer.tsx';
import { filterOf, readLineQuery } from '../line-query.ts';
import type { Answer } from '../env.ts';
import { closedMonthOf, closedMonthsIn } from '../closed-periods.ts';
import { notesOf } from '../notes-of.ts';
import { LinesPage } from '../pages/lines-page.tsx';
import { EntryPage } from '../pages/line-page.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

const entriesOnPage = 50;

/** A place among the entries, as a book hands it out. */
const placeIn = (after: string | undefined): O.Option<string> =>
  after !== undefined && /^\d{1,15}$/.test(after) ? O.some(after) : O.none;

/** `GET /runs/<id>/entries`: searched, narrowed down, a page at a time. */
export const listLines = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, state, run) => {
    const query = readLineQuery(new URL(visit.req.url).searchParams);
    const after = placeIn(visit.req.query('after'));
    const found = await state.store.findLines(run.id, filterOf(query), { after, limit: entriesOnPage })();
    if (E.isLeft(found)) return down(visit, found.left);
    const notes = await notesOf(state, run.storefronts);
    if (E.isLeft(notes)) return down(visit, notes.left);
    const { lines, next } = found.right;
    return page(
      visit,
      <LinesPage
        at={visit.var.at}
        run={run}
        query={query}
        entries={lines}
        notes={notes.right}
        reviewUrl={state.reviewUrl}
        next={O.toNullable(next)}
      />,
    );
  });

/** `GET /runs/<id>/entry?id=…`: one transaction, explained line by line. */
export const showLine = (ports: ScreenPorts): Answer =>
  withRun(ports, async (visit, state, run) => {
    const filter = { id: visit.req.query('id') ?? '', storefront: visit.req.query('storefront') ?? '' };
    const found = await state.store.findLines(run.id, filter, { after: O.none, limit: 1 })();
    if (E.isLeft(found)) return down(visit, found.left);
    const [line] = found.right.lines;
    if (line === undefined) return message(visit, 'There is no such transaction', 'The run does not hold it.', 404);
    const notes = await notesOf(state, [line.storefront]);
    if (E.isLeft(notes)) return down(visit, notes.left);
    const closed = await (run.kind === 'live' ? closedMonthOf(state, line) : closedMonthsIn(state, run.range));
    if (E.isLeft(closed)) return down(visit, closed.left);
    const explanation = await state.explain(line.storefront, line.sourceId)();
    return page(
      visit,
      <EntryPage
        at={visit.var.at}
        run={run}
        entry={line}
        notes={notes.right}
        explanation={E.isLeft(explanation) ? explanation.left.message : explanation.right}
        reviewUrl={state.reviewUrl}
        closed={closed.right}
      />,
    );
  });
