import type { Interval } from '../../../src/domain/date-range.ts';
import { timeBetween } from './time-between.ts';

/** The search filter of the orders of a range of time. */
export const processedBetween: (interval: Interval) => string = timeBetween('processed_at');
