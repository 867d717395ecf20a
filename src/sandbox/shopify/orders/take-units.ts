import type { History, LedgerRow, RefundedUnits } from './history.ts';
import { soldRow, takenBack } from './ledger-rows.ts';
import { unitsOf } from './units-of.ts';

/** So many units of the line at a position. */
export interface Wanted {
  readonly line: number;
  readonly quantity: number;
}

/** What is left when units of lines go back: what they were worth, their rows in the ledger, and the new count. */
export interface Taken {
  readonly units: readonly RefundedUnits[];
  readonly rows: readonly LedgerRow[];
  readonly gone: readonly number[];
}

export const takeUnits = ({ recipe, lines, gone }: History, wanted: readonly Wanted[]): Taken => {
  const units: RefundedUnits[] = [];
  const rows: LedgerRow[] = [];
  const after = [...gone];
  for (const { line: position, quantity } of wanted) {
    const line = lines[position];
    if (line === undefined) continue;
    const worth = unitsOf(line, after[position] ?? 0, quantity);
    units.push({ line, quantity, charged: worth.charged, taxes: worth.taxes });
    rows.push(takenBack(soldRow(recipe, line, worth, quantity)));
    after[position] = (after[position] ?? 0) + quantity;
  }
  return { units, rows, gone: after };
};
