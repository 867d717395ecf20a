/** Groups the columns that a database lists into its tables. */
import type { TableShape } from './copy-state.ts';

export interface ShapeRow {
  readonly table: string;
  readonly column: string;
  /** The position in the primary key, from 1; 0 for other columns. */
  readonly position: number;
  /** 0 or 1: whether it holds whole numbers. */
  readonly isNumber: number;
}

/** @param rows in the order of tables and columns */
export const groupShapes = (rows: readonly ShapeRow[]): readonly TableShape[] => {
  const tables = new Map<string, ShapeRow[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return [...tables].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    key: columns
      .filter(({ position }) => position > 0)
      .sort((a, b) => a.position - b.position)
      .map(({ column, isNumber }) => ({ column, isNumber: isNumber === 1 })),
  }));
};
