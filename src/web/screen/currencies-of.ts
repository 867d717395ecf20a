import type { JurisdictionTotal } from '../../domain/run.ts';
import { groupBy } from './sums.ts';

/** Currencies, the one with the most transactions first. */
export const currenciesOf = (parts: readonly JurisdictionTotal[]): readonly string[] =>
  [...groupBy(parts, ({ currency }) => currency)].sort((a, b) => b.sum.count - a.sum.count).map(({ key }) => key);
