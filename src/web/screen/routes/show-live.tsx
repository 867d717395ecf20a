import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { liveRunId } from '../../../sync/live/live-storefront.ts';
import { down, page, withState } from '../answer.tsx';
import type { Answer } from '../env.ts';
import { LiveSalesPage, type LiveSales } from '../pages/live-sales-page.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

/** `GET /live`: what webhooks and catch-up settled of each storefront, and what of it waits for a person. */
export const showLive = (ports: ScreenPorts): Answer =>
  withState(ports, async (visit, { book, reviews }) => {
    const sales: LiveSales[] = [];
    for (const storefront of ports.storefronts()) {
      const run = await book.findRun(O.some(liveRunId(storefront)))();
      if (E.isLeft(run)) return down(visit, run.left);
      const counts = await reviews.outcomeCounts(liveRunId(storefront))();
      if (E.isLeft(counts)) return down(visit, counts.left);
      const filter = { isMoved: true };
      const moved = await book.entries(liveRunId(storefront), filter, { after: O.none, limit: 1 })();
      if (E.isLeft(moved)) return down(visit, moved.left);
      sales.push({
        storefront,
        run: O.toNullable(run.right),
        counts: counts.right,
        isMoved: moved.right.entries.length > 0,
      });
    }
    return page(visit, <LiveSalesPage at={visit.var.at} sales={sales} />);
  });
