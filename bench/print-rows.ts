import type { Row } from './row.ts';
import { tableOf } from './table-of.ts';

export const printRows = (rows: readonly Row[]): void => {
  console.log(`\n${tableOf(rows)}`);
};
