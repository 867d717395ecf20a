/** Draws totals, tax and effective rate of a run over its months, in one currency. */
import type { FC } from 'hono/jsx';
import { money, monthLabel } from '../labels.ts';
import { percent, rateOf } from '../rates.ts';
import { largestOf, shareOf, type Sum } from '../sums.ts';

/** The sum of a month. */
export interface MonthSum {
  readonly month: string;
  readonly sum: Sum;
}

interface PictureProps {
  readonly label: string;
  readonly months: readonly MonthSum[];
  /** The height of each month, from 0 to 1000; null for a month without a value. */
  readonly heights: readonly (number | null)[];
  readonly texts: readonly string[];
  readonly isLine?: boolean;
}

/** The picture is stretched to the width of its place. */
const width = 10;

const pointsOf = (heights: PictureProps['heights']): string =>
  heights
    .flatMap((height, index) => (height === null ? [] : [`${index * width + width / 2},${1000 - height * 0.9 - 50}`]))
    .join(' ');

/** Bars or a line over months. The table below it holds the same numbers. */
const Picture: FC<PictureProps> = ({ label, months, heights, texts, isLine = false }) => {
  const top = heights.reduce<number>(
    (best, height, index) => ((height ?? -1) > (heights[best] ?? -1) ? index : best),
    0,
  );
  return (
    <figure class="picture">
      <figcaption>
        <strong>{label}</strong>{' '}
        <span class="soft small">
          highest {texts[top]} in {monthLabel(months[top]?.month ?? '')}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${months.length * width} 1000`} preserveAspectRatio="none" aria-hidden="true">
        {isLine ? (
          <polyline points={pointsOf(heights)} />
        ) : (
          heights.map((height, index) => (
            <rect x={index * width + 1} y={1000 - (height ?? 0)} width={width - 2} height={height ?? 0}>
              <title>{`${monthLabel(months[index]?.month ?? '')}: ${texts[index] ?? ''}`}</title>
            </rect>
          ))
        )}
      </svg>
      <p class="row spread soft small">
        <span>{monthLabel(months[0]?.month ?? '')}</span>
        {months.length < 2 ? null : <span>{monthLabel(months.at(-1)?.month ?? '')}</span>}
      </p>
    </figure>
  );
};

export const MonthChart: FC<{ readonly months: readonly MonthSum[]; readonly currency: string }> = ({
  months,
  currency,
}) => {
  if (months.length < 2) return null;
  const bars = (label: string, valueOf: (sum: Sum) => bigint): unknown => {
    const values = months.map(({ sum }) => valueOf(sum));
    const largest = largestOf(values);
    return (
      <Picture
        label={label}
        months={months}
        heights={values.map((value) => (value < 0n ? 0 : shareOf(value, largest)))}
        texts={values.map((value) => `${money(currency, value)} ${currency}`)}
      />
    );
  };
  const rates = months.map(({ sum }) => rateOf(sum));
  const highest = Math.max(1, ...rates.map((rate) => rate ?? 0));
  return (
    <div class="grid three">
      {bars('Total with tax', ({ total }) => total)}
      {bars('Tax collected', ({ taxCollected }) => taxCollected)}
      <Picture
        label="Effective rate"
        months={months}
        heights={rates.map((rate) => (rate === null ? null : Math.round((rate * 1000) / highest)))}
        texts={rates.map(percent)}
        isLine
      />
    </div>
  );
};
