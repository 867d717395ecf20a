import { seededRandom } from '../../seeded-random.ts';
import { calendar, day } from './calendar.ts';

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
