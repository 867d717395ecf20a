import type { FC } from 'hono/jsx';
import { jurisdictionLabel, money, plural } from '../labels.ts';
import { percent, rateOf } from '../rates.ts';
import { largestOf, shareOf, type Sum } from '../sums.ts';
import { usShapes } from '../us-shapes.ts';

/** Too small to hit or to label on the map: each has a box below it. */
const smallStates = ['VT', 'NH', 'MA', 'RI', 'CT', 'NJ', 'DE', 'MD', 'DC'];

const territories: readonly (readonly [code: string, name: string])[] = [
  ['PR', 'Puerto Rico'],
  ['VI', 'US Virgin Islands'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands'],
  ['AS', 'American Samoa'],
];

const names: ReadonlyMap<string, string> = new Map([
  ...usShapes.map(({ code, name }) => [code, name] as const),
  ...territories,
]);

/** `CA` becomes `California`; anything outside the US is named as elsewhere. */
export const stateName = (jurisdiction: string): string => names.get(jurisdiction) ?? jurisdictionLabel(jurisdiction);

/** Five steps, each about twice the one before: a few large states must not make all others look empty. In thousandths. */
const steps = [1, 60, 125, 250, 500] as const;

const stepOf = (share: number): number => steps.filter((minShare) => share >= minShare).length;

interface UsMapProps {
  readonly sums: ReadonlyMap<string, Sum>;
  readonly currency: string;
  readonly valueOf: (sum: Sum) => bigint;
  readonly linkTo: (jurisdiction: string) => string;
}

/** `CA, California: 1,200.00 USD gross sales, 87.00 tax, 7.82 %, 12 sales` */
const describe = (code: string, currency: string, sum: Sum | undefined): string => {
  if (sum === undefined) return `${code}, ${stateName(code)}: no sales`;
  const rate = rateOf(sum);
  const parts = [
    `${money(currency, sum.total)} ${currency} gross sales`,
    `${money(currency, sum.taxCollected)} tax`,
    ...(rate === null ? [] : [percent(rate)]),
    plural(sum.count, 'sale'),
  ];
  return `${code}, ${stateName(code)}: ${parts.join(', ')}`;
};

/** The US by state, darker where more was sold. Each state leads to its months; a table beside it holds the same numbers. */
export const UsMap: FC<UsMapProps> = ({ sums, currency, valueOf, linkTo }) => {
  const largest = largestOf([...names.keys()].flatMap((code) => sums.get(code) ?? []).map(valueOf));
  const toneOf = (code: string): string => {
    const sum = sums.get(code);
    return `q${sum === undefined ? 0 : stepOf(shareOf(valueOf(sum), largest))}`;
  };
  const floor = (share: number): string => money(currency, (largest * BigInt(share) + 999n) / 1000n);
  return (
    <div class="map">
      <svg viewBox="0 0 975 610" role="group" aria-label={`Sales by state, in ${currency}`}>
        {usShapes.map(({ code, path, x, y }) => {
          const isSmall = smallStates.includes(code);
          const sum = sums.get(code);
          const shape = (
            <>
              <path class={toneOf(code)} d={path}>
                <title>{describe(code, currency, sum)}</title>
              </path>
              {isSmall ? null : (
                <text class={toneOf(code)} x={x} y={y + 5} aria-hidden="true">
                  {code}
                </text>
              )}
            </>
          );
          if (sum === undefined) return <g aria-hidden="true">{shape}</g>;
          return isSmall ? (
            <a href={linkTo(code)} tabindex={-1} aria-hidden="true">
              {shape}
            </a>
          ) : (
            <a href={linkTo(code)} aria-label={describe(code, currency, sum)}>
              {shape}
            </a>
          );
        })}
      </svg>
      <ul class="boxes" aria-label="Small states and territories">
        {[...smallStates, ...territories.map(([code]) => code)].map((code) => {
          const sum = sums.get(code);
          const label = describe(code, currency, sum);
          return (
            <li class={toneOf(code)}>
              {sum === undefined ? (
                <span title={label}>{code}</span>
              ) : (
                <a href={linkTo(code)} title={label} aria-label={label}>
                  {code}
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {largest === 0n ? null : (
        <ol class="steps" aria-label={`Colors, from least to most, in ${currency}`}>
          {steps.map((share, index) => (
            <li>
              <i class={`q${index + 1}`} aria-hidden="true" />
              {index === 0 ? `under ${floor(steps[1])}` : `from ${floor(share)}`}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
};
