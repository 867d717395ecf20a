/** Writes texts, tables and JSON for a terminal. */

const gap = '  ';

/** Rows as columns of equal width that fit a terminal, the first row underlined; numbers (`right`) are set flush right. */
export const table = (rows: readonly (readonly string[])[], right: readonly number[] = []): string => {
  const [head, ...body] = rows;
  if (head === undefined) return '';
  const widths = widthsOf(rows, right);
  const fitted = (row: readonly string[], isHead: boolean): readonly string[] => {
    const cells = widths.map((width, column) => linesOf(row[column] ?? '', width));
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) =>
      widths
        .map((width, column) => {
          const lines = cells[column] ?? [];
          const text = lines[isHead ? at - height + lines.length : at] ?? '';
          return right.includes(column) ? text.padStart(width) : text.padEnd(width);
        })
        .join(gap)
        .trimEnd(),
    );
  };
  const underline = widths.map((width) => '─'.repeat(width)).join(gap);
  return [...fitted(head, true), underline, ...body.flatMap((row) => fitted(row, false))].join('\n');
};

/** The settings that decide a matter, as a sentence that follows it; empty where there is none. */
export const describeSettings = (settings: readonly string[]): string => {
  if (settings.length === 0) return '';
  return ` ${settings.length === 1 ? 'Setting' : 'Settings'}: ${settings.join(', ')}.`;
};

/** Exactly one JSON object on one line. Minor units that are left in it are written as strings. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field))}\n`;

/** The width that every terminal has. */
const columns = 80;

/** Narrower, a text is hard to read. */
const narrowest = 8;

/** How wide each column is: a heading is broken first, then the widest texts, between words while there are any. A number is never broken. */
const widthsOf = (rows: readonly (readonly string[])[], right: readonly number[]): readonly number[] => {
  const [head = [], ...body] = rows;
  const widest = (of: readonly (readonly string[])[]): number[] =>
    head.map((_, column) => Math.max(...of.map((row) => row[column]?.length ?? 0), 0));
  const excess = (widths: readonly number[]): number =>
    widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1)) - columns;
  const whole = widest(rows);
  if (excess(whole) <= 0) return whole;
  const longestWord = (text: string): string => ' '.repeat(Math.max(...text.split(' ').map(({ length }) => length)));
  const widths = widest([head.map(longestWord), ...body]);
  const texts = [...widths.keys()].filter((column) => !right.includes(column));
  const words = widest(rows.map((row) => row.map(longestWord)));
  /** The widest column that is wider than this. */
  const widestAbove = (least: (column: number) => number): number | undefined => {
    const wider = texts.filter((column) => (widths[column] ?? 0) > least(column));
    const most = Math.max(...wider.map((column) => widths[column] ?? 0));
    return wider.find((column) => widths[column] === most);
  };
  while (excess(widths) > 0) {
    const column = widestAbove((one) => Math.max(words[one] ?? 0, narrowest)) ?? widestAbove(() => narrowest);
    if (column === undefined) break;
    widths[column] = (widths[column] ?? 0) - 1;
  }
  return widths;
};

/** A cell in lines of a width, broken between words, and within a word that is longer. */
const linesOf = (cell: string, width: number): readonly string[] => {
  const lines = width === 0 ? [''] : (cell.match(new RegExp(`.{1,${width}}(?=\\s|$)|.{${width}}`, 'gu')) ?? ['']);
  return lines.map((line, at) => (at === 0 ? line : line.trimStart()));
};
