/** Maps of the US by state, for sales and for thresholds, also usable with a keyboard and a screen reader. */
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

/** `CA` becomes `California`; anything outside the US becomes the name of its country. */
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

/** `CA, California: 1,200.00 USD with tax, 87.00 tax, 7.82 %, 12 sales` */
const describe = (code: string, currency: string, sum: Sum | undefined): string => {
  if (sum === undefined) return `${code}, ${stateName(code)}: no sales`;
  const rate = rateOf(sum);
  const parts = [
    `${money(currency, sum.total)} ${currency} with tax`,
    `${money(currency, sum.taxCollected)} tax`,
    ...(rate === null ? [] : [percent(rate)]),
    plural(sum.count, 'sale'),
  ];
  return `${code}, ${stateName(code)}: ${parts.join(', ')}`;
};

/** A color of the map, by its class, and what it means. */
interface Tone {
  readonly tone: string;
  readonly text: string;
}

interface StateMapProps {
  readonly label: string;
  /** The class of each state's color; one without sales is left out. */
  readonly tones: ReadonlyMap<string, string>;
  readonly describe: (state: string) => string;
  /** The page of a state; null without one. */
  readonly linkTo: (state: string) => string | null;
  readonly legend: readonly Tone[];
  /** States with a dashed line around them, and what it means. */
  readonly marked: { readonly states: readonly string[]; readonly legend: Tone };
}

/** A table next to it holds the same numbers. */
export const StateMap: FC<StateMapProps> = ({ label, tones, describe: textOf, linkTo, legend, marked }) => {
  const toneOf = (code: string): string => `${tones.get(code) ?? 'q0'}${marked.states.includes(code) ? ' marked' : ''}`;
  return (
    <div class="map">
      <svg viewBox="0 0 975 610" role="group" aria-label={label}>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="q0" width="7" height="7" />
          <rect class="stripe" width="2" height="7" />
        </pattern>
        {usShapes.map(({ code, path, x, y }) => {
          const isSmall = smallStates.includes(code);
          const shape = (
            <>
              <path class={toneOf(code)} d={path}>
                <title>{textOf(code)}</title>
              </path>
              {isSmall ? null : (
                <text class={toneOf(code)} x={x} y={y + 5} aria-hidden="true">
                  {code}
                </text>
              )}
            </>
          );
          const href = linkTo(code);
          if (href === null) return <g aria-hidden="true">{shape}</g>;
          // A small state has a box, and one without sales a link in the list of others.
          return isSmall || !tones.has(code) ? (
            <a href={href} tabindex={-1} aria-hidden="true">
              {shape}
            </a>
          ) : (
            <a href={href} aria-label={textOf(code)}>
              {shape}
            </a>
          );
        })}
      </svg>
      <ul class="boxes" aria-label="Small states and territories">
        {[...smallStates, ...territories.map(([code]) => code)].map((code) => (
          <li class={toneOf(code)}>
            {tones.has(code) ? (
              <a href={linkTo(code) ?? ''} title={textOf(code)} aria-label={textOf(code)}>
                {code}
              </a>
            ) : (
              <span title={textOf(code)}>{code}</span>
            )}
          </li>
        ))}
      </ul>
      {legend.length === 0 ? null : (
        <ul class="steps" aria-label={`Colors of ${label}`}>
          {[...legend, ...(marked.states.length === 0 ? [] : [marked.legend])].map((one) => (
            <li>
              <i class={`${one.tone}${one === marked.legend ? ' marked' : ''}`} aria-hidden="true" />
              {one.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Each state leads to its months. */
export const UsMap: FC<UsMapProps> = ({ sums, currency, valueOf, linkTo }) => {
  const shown = [...names.keys()].flatMap((code) => {
    const sum = sums.get(code);
    return sum === undefined ? [] : [[code, valueOf(sum)] as const];
  });
  const largest = largestOf(shown.map(([, value]) => value));
  const floor = (share: number): string => money(currency, (largest * BigInt(share) + 999n) / 1000n);
  return (
    <StateMap
      label={`Sales by state, in ${currency}`}
      tones={new Map(shown.map(([code, value]) => [code, `q${stepOf(shareOf(value, largest))}`]))}
      describe={(code) => describe(code, currency, sums.get(code))}
      linkTo={(code) => (sums.has(code) ? linkTo(code) : null)}
      marked={{ states: [], legend: { tone: '', text: '' } }}
      legend={
        largest === 0n
          ? []
          : steps.map((share, index) => ({
              tone: `q${index + 1}`,
              text: index === 0 ? `under ${floor(steps[1])}` : `from ${floor(share)}`,
            }))
      }
    />
  );
};
