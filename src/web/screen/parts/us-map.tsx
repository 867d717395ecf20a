/** The map of the US by state, also usable with a keyboard and a screen reader. */
import type { FC } from 'hono/jsx';
import { jurisdictionLabel } from '../labels.ts';
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
  /** Null where there is no page. */
  readonly linkTo: (state: string) => string | null;
  readonly legend: readonly Tone[];
  /** States with a dashed line around them, and what it means. */
  readonly marked: { readonly states: readonly string[]; readonly legend: Tone };
}

/** The US by state. A table next to it holds the same. */
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
