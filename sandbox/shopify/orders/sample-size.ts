import { seededRandom } from '../../seeded-random.ts';

/** The sample's time: 15 months of the shop's own days, from the first of 2025 to the last of March 2026. */
export const calendar = {
  timeZone: 'America/New_York',
  /** 2025-01-01, midnight in New York. */
  start: Date.parse('2025-01-01T05:00:00Z'),
  /** 2026-04-01, midnight in New York: nothing in the sample is later. */
  end: Date.parse('2026-04-01T04:00:00Z'),
} as const;

export const day = 86_400_000;

/** Which sample is meant: the same one gives the same orders, bytes and all. */
export interface SampleSize {
  readonly seed: number;
  readonly orders: number;
}

const wholeSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000) * 1000;

/** When the order of an index was sold, in ms: spread over the calendar, and later for every later index. */
export const soldAt = ({ seed, orders }: SampleSize, index: number): number => {
  const slot = (calendar.end - calendar.start) / orders;
  const into = 0.9 * seededRandom(seed, index, 1).next();
  return wholeSeconds(calendar.start + slot * (index + into));
};

/** When an order was last touched if nothing special happened to it: within three days. */
export const ordinarilyUpdatedAt = (size: SampleSize, index: number): number => {
  const after = seededRandom(size.seed, index, 2).next() * 3 * day;
  return Math.min(wholeSeconds(soldAt(size, index) + after), calendar.end - 1000);
};

/** Orders have ids like the real ones; the one beyond 2^53 would come out wrong as a JavaScript number. */
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
