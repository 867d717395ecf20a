/** Sums the rows of a spreadsheet while they pass through, so that its totals need no second reading. */
import { formatMinorUnits } from '../../domain/money.ts';
import { type Head, isNumber } from './columns.ts';

/** Which rows are added up together, and which columns are left out of the sums. */
export interface Totals {
  /** Each combination of values in these columns has a separate total. Amounts of one total have the same decimals. */
  readonly by: readonly string[];
  /** Columns whose sum means nothing, such as a running sum. */
  readonly except?: readonly string[];
}

interface Sum {
  readonly units: bigint;
  readonly digits: number;
}

interface RunningTotals {
  readonly add: (cells: readonly string[]) => void;
  /** A row for each total so far, with the cells of the head. */
  readonly rows: () => readonly (readonly string[])[];
}

export const decimalsOf = (amount: string): number => {
  const point = amount.indexOf('.');
  return point < 0 ? 0 : amount.length - point - 1;
};

/** Memory grows only with the number of totals. */
export const totalsOf = (head: Head, { by, except = [] }: Totals): RunningTotals => {
  const groupColumns = by.map((name) => head.findIndex((column) => column.name === name));
  const labelColumn = head.findIndex(({ name }) => !by.includes(name));
  const isSummed = head.map(({ name, kind }) => isNumber(kind) && !except.includes(name));
  const groups = new Map<string, (Sum | null)[]>();

  const add = (cells: readonly string[]): void => {
    const key = JSON.stringify(groupColumns.map((column) => cells[column] ?? ''));
    const sums = groups.get(key) ?? head.map(() => null);
    cells.forEach((cell, column) => {
      if (cell === '' || isSummed[column] !== true) return;
      const units = (sums[column]?.units ?? 0n) + BigInt(cell.replace('.', ''));
      sums[column] = { units, digits: decimalsOf(cell) };
    });
    groups.set(key, sums);
  };

  const rowOf = ([key, sums]: [string, readonly (Sum | null)[]]): readonly string[] => {
    const row = sums.map((sum) => (sum === null ? '' : formatMinorUnits({ code: '', digits: sum.digits })(sum.units)));
    row[labelColumn] = 'Total';
    (JSON.parse(key) as readonly string[]).forEach((value, index) => {
      row[groupColumns[index] ?? labelColumn] = value;
    });
    return row;
  };

  return { add, rows: () => [...groups].map(rowOf) };
};
