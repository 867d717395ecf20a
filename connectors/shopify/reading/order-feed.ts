import type { Interval } from '../../../src/domain/date-range.ts';
import type { Window } from '../../../src/mapping/source-connector.ts';
import { isChangedWindow } from './changed-windows.ts';
import { changedOrdersPage, ordersPage } from '../documents/index.ts';
import { processedBetween } from './processed-between.ts';
import { timeBetween } from './time-between.ts';

/** By which of its times orders are found and listed. */
export interface OrderFeed {
  readonly document: string;
  readonly timeField: 'processedAt' | 'updatedAt';
  readonly filterOf: (interval: Interval) => string;
}

const made: OrderFeed = { document: ordersPage, timeField: 'processedAt', filterOf: processedBetween };
const changed: OrderFeed = { document: changedOrdersPage, timeField: 'updatedAt', filterOf: timeBetween('updated_at') };

/** Windows of a range list orders by when they were made, windows of changes by when they last changed. */
export const feedOf = (window: Window): OrderFeed => (isChangedWindow(window) ? changed : made);
