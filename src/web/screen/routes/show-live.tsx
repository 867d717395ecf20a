import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { liveRunId } from '../../../domain/run.ts';
import type { StoreError } from '../../../domain/sync-store.ts';
import type { ScreenHandler } from '../context.ts';
import { type LiveSales, LiveSalesPage } from '../pages/live-sales-page.tsx';
import { sendRead, withState } from '../responses.tsx';
import { readAll, readDifferences, readNotes } from '../run-view.ts';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

const firstOnly = { after: O.none, limit: 1 };

const readSales =
  (state: ScreenState, requested: ReadonlyMap<string, number>) =>
  (storefront: string): TE.TaskEither<StoreError, LiveSales> => {
    const { store, reviews } = state;
    const id = liveRunId(storefront);
    return pipe(
      readAll({
        run: store.findRun(O.some(id)),
        counts: reviews.outcomeCounts(id),
        differences: readDifferences(state, id),
        closed: store.findLines(id, { outcomes: ['held'], reason: 'period closed' }, firstOnly),
        adjusted: store.findLines(id, { hasAdjustments: true }, firstOnly),
        notes: readNotes(state, [storefront]),
      }),
      TE.map(({ run, closed, adjusted, ...rest }) => ({
        ...rest,
        storefront,
        run: O.toNullable(run),
        requested: requested.get(storefront) ?? 0,
        closed: closed.lines.flatMap(({ amounts }) => amounts?.month ?? []),
        hasAdjustments: adjusted.lines.length > 0,
      })),
    );
  };

const needsPersonFirst = (a: LiveSales, b: LiveSales): number =>
  Number(b.differences.length > 0) - Number(a.differences.length > 0);

/** `GET /live`: the sales of each storefront from webhooks and catch-up, those that need a person first. */
export const showLive = (ports: ScreenPorts): ScreenHandler =>
  withState(ports, (context, state) =>
    sendRead(
      context,
      pipe(
        state.inbox.state,
        TE.map((inboxes) => new Map(inboxes.map(({ storefront, due, deferred }) => [storefront, due + deferred]))),
        TE.flatMap((requested) => TE.traverseSeqArray(readSales(state, requested))(ports.storefronts())),
        TE.map((sales) => (
          <LiveSalesPage
            page={context.var.page}
            sales={sales.toSorted(needsPersonFirst)}
            unreachableSince={state.unreachableSince()}
          />
        )),
      ),
    ),
  );
