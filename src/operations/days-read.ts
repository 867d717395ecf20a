/** Which days of a storefront were read, by syncs and live work, so that a day without sales differs from an unread one. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DateRange } from '../domain/date-range.ts';
import type { ReadDaysOptions } from '../domain/review-store.ts';
import { liveRunId } from '../domain/run.ts';
import type { AccountState } from './ports.ts';
import { fromStore, type Operation } from './state.ts';

export const daysRead = (
  { store, reviews }: Pick<AccountState, 'store' | 'reviews'>,
  storefront: string,
  today: string,
  options?: ReadDaysOptions,
): Operation<readonly DateRange[]> =>
  pipe(
    fromStore(reviews.readDays(storefront, options)),
    TE.bindTo('synced'),
    TE.bind('live', () => fromStore(store.findRun(O.some(liveRunId(storefront))))),
    TE.map(({ synced, live }) =>
      O.isNone(live) ? synced : [...synced, { from: live.value.startedAt.slice(0, 10), to: today }],
    ),
  );
