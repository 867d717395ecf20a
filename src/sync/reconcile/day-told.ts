import * as O from 'fp-ts/lib/Option.js';
import type { Comparison } from './comparison.ts';
import { isDay, momentOf, type Told } from './told.ts';

/** The day of a transaction as the service has it; null when the service does not show it. */
export const dayTold = ({ dayOf }: Pick<Comparison, 'dayOf'>, told: Told): string | null => {
  const moment = momentOf(told);
  if (O.isNone(moment)) return null;
  return isDay(moment.value) ? moment.value : dayOf(moment.value);
};
