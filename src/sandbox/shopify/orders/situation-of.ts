import { situationAt } from './situation-at.ts';

/**
 * What is special about the sample order of an index; `ordinary` for most of them.
 *
 * @example
 * situationOf(2) // 'discount on a line'
 */
export const situationOf = (index: number): string => situationAt(index)?.[0] ?? 'ordinary';
