import type { BulkOperation } from './bulk-operation.ts';

/** The file that a bulk operation has left behind, and what is announced about it. */
export interface ResultFile {
  /** Null when there is nothing in it. It opens the file to anybody: never logged, never stored. */
  readonly url: string | null;
  readonly bytes: number;
  readonly lines: number;
  readonly orders: number;
}

const wholeOf = (value: string | number | null | undefined): number | undefined => {
  const whole = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof whole === 'number' && Number.isSafeInteger(whole) && whole >= 0 ? whole : undefined;
};

/** Undefined when what is announced cannot be checked: such a result is as good as none. */
export const resultFileOf = ({
  url,
  fileSize,
  objectCount,
  rootObjectCount,
}: BulkOperation): ResultFile | undefined => {
  const [lines, orders] = [wholeOf(objectCount), wholeOf(rootObjectCount)];
  const bytes = wholeOf(fileSize) ?? (lines === 0 ? 0 : undefined);
  if (bytes === undefined || lines === undefined || orders === undefined) return undefined;
  if (typeof url === 'string') return { url, bytes, lines, orders };
  return lines === 0 ? { url: null, bytes: 0, lines, orders } : undefined;
};
