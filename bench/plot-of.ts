import type { Row } from './row.ts';

const width = 760;
const rowHeight = 44;
const left = 16;
/** Where every goal stands; a bar says how far a figure is from it. */
const goalAt = 420;
const rightmost = width - 170;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const firstNumber = (text: string): number => Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? Number.NaN);

const barOf = ({ what, ratio, goal }: Row, index: number): string => {
  const top = 40 + index * rowHeight;
  const length = Math.min(rightmost, left + ((goalAt - left) * firstNumber(ratio)) / firstNumber(goal)) - left;
  return [
    `<text x="${left}" y="${top}" class="what">${escaped(what.trim())}</text>`,
    `<rect x="${left}" y="${top + 7}" width="${length.toFixed(1)}" height="12" rx="2"/>`,
    `<text x="${(left + length + 8).toFixed(1)}" y="${top + 18}" class="value">${escaped(ratio)} (goal ${escaped(goal)})</text>`,
  ].join('\n  ');
};

/** The rows that have a goal as bars, each on a scale of its own on which all goals stand under each other. An SVG. */
export const plotOf = (rows: readonly Row[]): string => {
  const bars = rows.filter(({ ratio, goal }) => !Number.isNaN(firstNumber(ratio)) && !Number.isNaN(firstNumber(goal)));
  const height = 40 + bars.length * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Measured ratios beside their goals">
  <style>text{font:13px system-ui,sans-serif;fill:#1f2937}.what{font-weight:600}.value{font-size:12px}rect{fill:#4f7cac}line{stroke:#9b2c2c;stroke-dasharray:4 3}</style>
  <rect width="${width}" height="${height}" style="fill:#fff"/>
  <line x1="${goalAt}" y1="24" x2="${goalAt}" y2="${height - 8}"/>
  <text x="${goalAt + 4}" y="20" class="value">the goal</text>
  ${bars.map(barOf).join('\n  ')}
</svg>
`;
};
