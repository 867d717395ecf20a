import type { BulkExecutor } from './bulk-executor.ts';
import type { BulkOutcome } from './bulk-options.ts';

/** The lines of a result, while they are written. */
export interface BulkWork {
  /** Writes some more; true once all are written. */
  readonly goOn: () => boolean;
  /** False when a field was refused: such an operation fails. */
  readonly isAllowed: () => boolean;
  readonly lines: () => number;
  readonly orders: () => number;
  readonly bytes: () => Buffer;
}

/** Orders per batch. More would delay other requests. */
const atOneLook = 2_500;

const isChild = (line: string): boolean => line.includes('"__parentId":');

export const bulkWork = (
  indices: Uint32Array,
  linesOf: (index: number) => ReturnType<BulkExecutor>,
  outcome: BulkOutcome,
): BulkWork => {
  const written: string[] = [];
  let [next, orders, isAllowed] = [0, 0, true];
  let file: Buffer | undefined;
  const kept = (): readonly string[] => {
    if (outcome === 'losesLines') return written.slice(0, Math.ceil(written.length * 0.7));
    return outcome === 'isUngrouped'
      ? [...written.filter((line) => !isChild(line)), ...written.filter(isChild)]
      : written;
  };
  return {
    goOn: () => {
      for (const end = Math.min(indices.length, next + atOneLook); next < end && isAllowed; next += 1) {
        const lines = linesOf(indices[next] ?? 0);
        isAllowed = lines !== undefined;
        written.push(...(lines ?? []));
        orders += 1;
      }
      return next >= indices.length || !isAllowed;
    },
    isAllowed: () => isAllowed,
    lines: () => written.length,
    orders: () => orders,
    bytes: () => {
      file ??= Buffer.from(kept().join(''));
      return file;
    },
  };
};
