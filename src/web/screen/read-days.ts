import * as E from 'fp-ts/lib/Either.js';
import type { DailyCount } from '../../domain/review-store.ts';
import { type DateRange, daysOf } from '../../domain/date-range.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { todayIn } from './calendar-days.ts';
import { shownDay, type ShownDay } from './day-state.ts';
import type { ScreenPorts, ScreenState } from './screen-ports.ts';
import { timeZoneOf } from './time-zone-of.ts';

/** Days of a storefront as its calendar shows them. */
export interface StorefrontDays {
  readonly storefront: string;
  /** IANA; null while the platform could not be asked. */
  readonly timeZone: string | null;
  /** The day that is not over yet; that of UTC while the time zone is not known. */
  readonly today: string;
  readonly days: readonly ShownDay[];
}

/** Reads what was counted of the days of a range, from the sync database alone: no platform is asked for a number. */
export const readDays = async (
  ports: ScreenPorts,
  { reviews }: Pick<ScreenState, 'reviews'>,
  storefront: string,
  range: DateRange,
): Promise<E.Either<StoreError, StorefrontDays>> => {
  const [counted, timeZone] = await Promise.all([
    reviews.dailyCounts(storefront, range)(),
    timeZoneOf(ports, storefront),
  ]);
  if (E.isLeft(counted)) return counted;
  const today = todayIn(timeZone ?? 'UTC', ports.clock.now());
  const byDay = new Map<string, DailyCount>(counted.right.map((one) => [one.day, one]));
  return E.right({
    storefront,
    timeZone,
    today,
    days: daysOf(range).map((day) => shownDay(day, byDay.get(day), today)),
  });
};
