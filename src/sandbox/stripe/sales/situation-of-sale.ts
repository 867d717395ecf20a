import { situationAt } from './situation-at.ts';

/**
 * What is special about the sample account's sale of an index; `ordinary` for most of them.
 *
 * @example
 * situationOfSale(11) // 'session with tax on top'
 */
export const situationOfSale = (index: number): string => situationAt(index)?.[0] ?? 'ordinary';
