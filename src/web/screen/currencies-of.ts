import type { PlaceTotal } from '../../core/run.ts';
import { groupBy } from './sums.ts';

/** Currencies, the one with the most transactions first. */
export const currenciesOf = (parts: readonly PlaceTotal[]): readonly string[] =>
  [...groupBy(parts, ({ currency }) => currency)].sort((a, b) => b.sum.count - a.sum.count).map(({ key }) => key);
