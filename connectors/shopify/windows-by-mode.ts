import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { DateRange } from '../../src/domain/date-range.ts';
import type { Clock } from '../../src/domain/environment.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { Window } from '../../src/mapping/source-connector.ts';
import type { Shop } from './account.ts';
import { beyondTheWall } from './reading/beyond-the-wall.ts';
import { bulkWindowsOf, countOrders } from './bulk/bulk-windows.ts';
import type { Ask } from './api/client.ts';
import type { ReadingMode } from './reading/reading-mode.ts';
import { windowsOf } from './reading/windows.ts';

/**
 * From so many orders on, an operation is faster than pages: on the standard plan 2,000 orders take about six minutes in
 * pages, and an operation about one.
 */
const manyOrders = 2_000;
/** Of a long range with many orders, months with fewer than this are read in pages all the same. */
const fewestInMonth = 250;

interface Ports {
  readonly ask: Ask;
  readonly shop: TE.TaskEither<SourceError, Shop>;
  readonly reading: ReadingMode;
  /** Asks the shop anew. */
  readonly look: TE.TaskEither<SourceError, Shop>;
  readonly now: Clock['now'];
}

/** The windows of a range, to be read in pages or by bulk operations: as the storefront says, or by the number of orders. */
export const windowsByMode =
  ({ ask, shop, reading, look, now }: Ports) =>
  (range: DateRange): TE.TaskEither<SourceError, readonly Window[]> =>
  async () => {
    const known = await shop();
    if (E.isLeft(known)) return known;
    const { timeZone } = known.right.account;
    if (!known.right.access.allOrders) {
      const refusal = beyondTheWall(range, timeZone, now());
      // The scope may have been granted since the first look.
      const latest = O.isSome(refusal) ? await look() : known;
      if (E.isLeft(latest)) return latest;
      if (O.isSome(refusal) && !latest.right.access.allOrders) return E.left(refusal.value);
    }
    const count = countOrders(ask, timeZone);
    if (reading === 'auto') {
      const orders = await count(range);
      if (E.isLeft(orders) && orders.left._tag !== 'SourceRefused') return orders;
      if (E.isLeft(orders) || (orders.right ?? 0) < manyOrders) return E.right(windowsOf(range, timeZone));
    }
    const fewest = reading === 'bulk' ? 1 : fewestInMonth;
    return reading === 'pages'
      ? E.right(windowsOf(range, timeZone))
      : bulkWindowsOf(count, range, { timeZone, fewest });
  };
