import type { Row } from './row.ts';

const columns = ['ratio', 'goal', 'what', 'measured', 'compared with'] as const;

/** The rows as a table of Markdown, ratios first, its columns aligned. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => columns.map((column) => row[column].replaceAll('|', '\\|')));
  const widths = columns.map((title, column) =>
    Math.max(...[[...columns], ...cells].map((row) => row[column]?.length ?? 0), title.length),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line([...columns]), rule, ...cells.map(line)].join('\n');
};
