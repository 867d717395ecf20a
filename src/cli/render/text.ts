/** Rows as columns of equal width, the first row underlined; numbers (`right`) are set flush right. */
export const table = (rows: readonly (readonly string[])[], right: readonly number[] = []): string => {
  const [head, ...body] = rows;
  if (head === undefined) return '';
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...body.map(line)].join('\n');
};

/** The settings that decide a matter, as a sentence that follows it; empty where there is none. */
export const describeSettings = (settings: readonly string[]): string => {
  if (settings.length === 0) return '';
  return ` ${settings.length === 1 ? 'Setting' : 'Settings'}: ${settings.join(', ')}.`;
};

/** Exactly one JSON object on one line. Minor units that are left in it are written as strings. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? field.toString() : field))}\n`;
