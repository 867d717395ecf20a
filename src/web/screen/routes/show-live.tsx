import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError } from '../../../domain/sync-store.ts';
import { liveRunId } from '../../../domain/run.ts';
import { down, page, withState } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { notesOf } from '../notes-of.ts';
import { LiveSalesPage } from '../pages/live-sales-page.tsx';
import type { LiveSales } from '../parts/live-storefront.tsx';
import type { ScreenPorts, ScreenState } from '../screen-ports.ts';

/** So many differences of a storefront stand on the page itself; the rest is a page of its own. */
const maxShown = 10;

const readSales = async (
  { store, reviews, inbox }: ScreenState,
  storefront: string,
  ringing: number,
): Promise<E.Either<StoreError, LiveSales>> => {
  const id = liveRunId(storefront);
  const run = await store.findRun(O.some(id))();
  if (E.isLeft(run)) return run;
  const counts = await reviews.outcomeCounts(id)();
  if (E.isLeft(counts)) return counts;
  const outcomes = ['failed', 'held'] as const;
  const differences = await store.findLines(id, { outcomes }, { after: O.none, limit: maxShown })();
  if (E.isLeft(differences)) return differences;
  const closed = await store.findLines(
    id,
    { outcomes: ['held'], reason: 'period closed' },
    { after: O.none, limit: 1 },
  )();
  if (E.isLeft(closed)) return closed;
  const moved = await store.findLines(id, { hasAdjustments: true }, { after: O.none, limit: 1 })();
  if (E.isLeft(moved)) return moved;
  const notes = await notesOf({ inbox }, [storefront]);
  if (E.isLeft(notes)) return notes;
  return E.right({
    storefront,
    run: O.toNullable(run.right),
    counts: counts.right,
    differences: differences.right.lines,
    notes: notes.right,
    ringing,
    closed: closed.right.lines.flatMap(({ amounts }) => amounts?.month ?? []),
    isMoved: moved.right.lines.length > 0,
  });
};

const waitingFirst = (a: LiveSales, b: LiveSales): number =>
  Number(b.differences.length > 0) - Number(a.differences.length > 0);

/** `GET /live`: what webhooks and catch-up settled of each storefront, and what of it waits for a person. */
export const showLive = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, state) => {
    const waiting = await state.inbox.state();
    if (E.isLeft(waiting)) return down(visit, waiting.left);
    const ringing = new Map(waiting.right.map(({ storefront, due, deferred }) => [storefront, due + deferred]));
    const sales: LiveSales[] = [];
    for (const storefront of ports.storefronts()) {
      const read = await readSales(state, storefront, ringing.get(storefront) ?? 0);
      if (E.isLeft(read)) return down(visit, read.left);
      sales.push(read.right);
    }
    return page(visit, <LiveSalesPage at={visit.var.at} sales={sales.sort(waitingFirst)} />);
  });
