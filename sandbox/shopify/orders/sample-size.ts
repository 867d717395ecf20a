/** Which sample is meant (seed, number of orders, days), and the time and id of each of its orders. */
import { type DateRange, intervalOf } from '../../../src/domain/date-range.ts';
import { seededRandom } from '../../seeded-random.ts';

export const sampleTimeZone = 'America/New_York';

/** The time of the sample, in ms: everything in it is earlier than `end`. */
export interface Calendar {
  readonly start: number;
  readonly end: number;
}

/** The days of the sample storefronts' sales, in their own time zone. */
export const sampleRange = { from: '2025-01-01', to: '2026-03-31' } as const;

export const calendarOf = (days: DateRange): Calendar => {
  const { start, end } = intervalOf(days, sampleTimeZone);
  return { start: Date.parse(start), end: Date.parse(end) };
};

export const sampleCalendar = calendarOf(sampleRange);

export const day = 86_400_000;

/** The same values give the same orders, byte for byte. */
export interface SampleSize {
  readonly seed: number;
  readonly orders: number;
  /** Default: the calendar of `sampleRange`. */
  readonly calendar?: Calendar;
  /** Some ordinary orders are so large that they reach thresholds of states. Default false. */
  readonly hasWholesale?: boolean;
}

/** When the order with this index was sold, in ms: spread over the calendar, later for each later index. */
export const soldAt = ({ seed, orders, calendar = sampleCalendar }: SampleSize, index: number): number => {
  const slot = (calendar.end - calendar.start) / orders;
  const into = 0.9 * seededRandom(seed, index, 1).next();
  return wholeSeconds(calendar.start + slot * (index + into));
};

/** When an order without special events was last changed: within three days. */
export const ordinarilyUpdatedAt = (size: SampleSize, index: number): number => {
  const after = seededRandom(size.seed, index, 2).next() * 3 * day;
  return Math.min(wholeSeconds(soldAt(size, index) + after), (size.calendar ?? sampleCalendar).end - 1000);
};

/** Ids look like real ones; the id beyond 2^53 would be wrong as a JavaScript number. */
const first = 5_400_000_000_000n;
const stride = 32_768n;
const beyond = 9_007_199_254_740_993n;

export const orderId = (index: number, isHuge: boolean): bigint =>
  isHuge ? beyond + 2n * BigInt(index) : first + stride * BigInt(index);

/** The index behind an id, if it has the form of the sample's ids. */
export const indexOfId = (id: bigint): number | undefined => {
  const [base, step] = id >= beyond ? [beyond, 2n] : [first, stride];
  return id >= base && (id - base) % step === 0n ? Number((id - base) / step) : undefined;
};

const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000) * 1000;
