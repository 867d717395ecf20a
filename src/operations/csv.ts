/** Writes CSV files that are safe to open in a spreadsheet: a text that looks like a formula never runs. */
import { type Options, stringify } from 'csv-stringify/sync';

/**
 * Texts are escaped; our own numbers stay numbers, also negative ones.
 *
 * @param isNumber whether the column with this index holds numbers
 */
export const csvWriter = (isNumber: (index: number) => boolean): ((rows: readonly (readonly string[])[]) => string) => {
  const options: Options = {
    escape_formulas: true,
    // Only negative numbers look like a formula. Options for a single cell cost ten times the cell, so other numbers get none.
    cast: {
      string: (value, { index }) =>
        value.startsWith('-') && isNumber(index) ? { value, escape_formulas: false } : value,
    },
  };
  return (rows) => stringify([...rows], options);
};
