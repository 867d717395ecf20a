/** Bars over months, each a link. A table with the same numbers stands next to it. */
import type { FC } from 'hono/jsx';
import { monthLabel } from '../labels.ts';

export interface MonthBar {
  readonly month: string;
  /** Of the height of the picture, in thousandths. */
  readonly share: number;
  readonly text: string;
  readonly href: string;
  /** Drawn in the color of what needs a person. */
  readonly isMarked?: boolean;
}

interface MonthBarsProps {
  readonly label: string;
  readonly bars: readonly MonthBar[];
  /** The height of a line across the bars, in thousandths. Default: no line. */
  readonly line?: number;
}

/** Units of the picture: so wide, a bar at most so high, and the names of months below. */
const [width, height, foot] = [960, 150, 40];

/** So many months have a name below their bar. */
const maxNames = 12;

export const MonthBars: FC<MonthBarsProps> = ({ label, bars, line }) => {
  const step = width / Math.max(bars.length, 1);
  const every = Math.ceil(bars.length / maxNames);
  const yOf = (share: number): number => height - (Math.min(share, 1000) * height) / 1000;
  return (
    <figure class="year">
      <svg viewBox={`0 0 ${width} ${height + foot}`} role="group" aria-label={label}>
        {bars.map(({ month, share, text, href, isMarked = false }, index) => (
          <a href={href}>
            <title>{text}</title>
            <rect class="space" x={index * step} y="0" width={step} height={height + foot} />
            <rect
              class={isMarked ? 'of marked' : 'of'}
              x={(index + 0.15) * step}
              y={yOf(share)}
              width={step * 0.7}
              height={height - yOf(share)}
              rx="4"
            />
            {index % every === 0 ? (
              <text x={(index + 0.5) * step} y={height + 24} aria-hidden="true">
                {tickOf(month)}
              </text>
            ) : null}
          </a>
        ))}
        <line x1="0" x2={width} y1={height} y2={height} />
        {line === undefined ? null : <line class="limit" x1="0" x2={width} y1={yOf(line)} y2={yOf(line)} />}
      </svg>
    </figure>
  );
};

/** `Mar`, and the year with January. */
const tickOf = (month: string): string => {
  const [name = month] = monthLabel(month).split(' ');
  return month.endsWith('-01') ? monthLabel(month) : name;
};
