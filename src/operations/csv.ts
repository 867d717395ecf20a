import { type Options, stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV. A formula in a text must not run in a spreadsheet: texts are escaped, and our own numbers stay numbers there, also
 * negative ones.
 *
 * @param isNumber of the column of that index
 */
export const csvWriter = (isNumber: (index: number) => boolean): ((rows: readonly (readonly string[])[]) => string) => {
  const options: Options = {
    escape_formulas: true,
    // Of numbers, only negative ones look like a formula; and options for a cell alone cost ten times the cell.
    cast: {
      string: (value, { index }) =>
        value.startsWith('-') && isNumber(index) ? { value, escape_formulas: false } : value,
    },
  };
  return (rows) => stringify([...rows], options);
};
