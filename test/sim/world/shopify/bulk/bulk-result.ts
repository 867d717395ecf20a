import type { Order } from '../order.ts';
import type { BulkFate } from './bulk-fate.ts';
import { bulkLines } from './bulk-lines.ts';

/** The file that an operation has written, and what is announced about it. */
export interface BulkResult {
  readonly bytes: Buffer;
  readonly lines: number;
  readonly orders: number;
}

const isChild = (line: string): boolean => line.includes('"__parentId":');
const isHead = (line: string): boolean => !isChild(line);

/** How much of its lines an operation writes that fails before it is through. */
const shares: Readonly<Record<string, number>> = { 'fails half way': 0.4, 'runs out of time': 0.7 };

const writtenBy = (lines: readonly string[], fate: BulkFate): readonly string[] =>
  lines.slice(0, Math.floor(lines.length * (shares[fate ?? ''] ?? 1)));

const spoilt = (lines: readonly string[], fate: BulkFate): string => {
  if (fate === 'loses lines') return lines.slice(0, Math.floor(lines.length * 0.7)).join('');
  if (fate === 'is not grouped') return [...lines.filter(isHead), ...lines.filter(isChild)].join('');
  return fate === 'ends inside a line' ? lines.join('').slice(0, -20) : lines.join('');
};

/** Writes the result of an operation over some orders, as its fate wants it. What is announced is what was written. */
export const writeResult = (orders: readonly Order[], fate: BulkFate): BulkResult => {
  const lines = writtenBy(orders.flatMap(bulkLines), fate);
  return { bytes: Buffer.from(spoilt(lines, fate)), lines: lines.length, orders: lines.filter(isHead).length };
};
