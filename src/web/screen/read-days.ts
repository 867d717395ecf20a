import { setTimeout as wait } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { type DateRange, daysOf } from '../../domain/date-range.ts';
import type { StoreError } from '../../domain/sync-store.ts';
import { todayIn } from './calendar-days.ts';
import { shownDay, type ShownDay } from './day-state.ts';
import type { ScreenPorts, ScreenState } from './screen-ports.ts';

/** Days of a storefront for its calendar. */
export interface StorefrontDays {
  readonly storefront: string;
  /** IANA; null while the platform does not respond. */
  readonly timeZone: string | null;
  /** In the storefront's time zone; in UTC while that is unknown. */
  readonly today: string;
  readonly days: readonly ShownDay[];
}

/** Milliseconds that a page waits for a platform's response. */
const accountTimeout = 3_000;

/** The time zone in which a storefront counts its days; null while its platform does not respond. */
export const timeZoneOf = async (
  { connectorOf }: Pick<ScreenPorts, 'connectorOf'>,
  name: string,
): Promise<string | null> => {
  const connector = connectorOf(name);
  if (connector === undefined) return null;
  const account = await Promise.race([connector.account(), wait(accountTimeout, null, { ref: false })]);
  return account === null || E.isLeft(account) ? null : account.right.timeZone;
};

/** Reads the counts of days from the sync database. It asks no platform for numbers. */
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
  const byDay = new Map(counted.right.map((one) => [one.day, one]));
  const days = daysOf(range).map((day) => shownDay(day, byDay.get(day), today));
  return E.right({ storefront, timeZone, today, days });
};
