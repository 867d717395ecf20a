import type { FC } from 'hono/jsx';
import { money } from '../labels.ts';
import { largestOf, shareOf, type Sum } from '../sums.ts';

/** Equal tiles, so that a small state is as visible as a large one. */
const tiles = `
AK .  .  .  .  .  .  .  .  .  ME
.  .  .  .  .  .  .  .  .  VT NH
WA ID MT ND MN IL WI MI NY RI MA
OR NV WY SD IA IN OH PA NJ CT .
CA UT CO NE MO KY WV VA MD DE .
.  AZ NM KS AR TN NC SC DC .  .
.  .  .  OK LA MS AL GA .  .  .
HI .  .  TX .  .  .  .  FL .  .`
  .trim()
  .split('\n')
  .flatMap((line, row) =>
    line
      .split(/ +/)
      .map((state, column) => ({ state, position: `c${column + 1} r${row + 1}` }))
      .filter(({ state }) => state !== '.'),
  );

interface UsMapProps {
  /** By jurisdiction. */
  readonly sums: ReadonlyMap<string, Sum>;
  readonly currency: string;
  readonly valueOf: (sum: Sum) => bigint;
  readonly linkTo: (jurisdiction: string) => string;
}

/** Five steps, each about twice the one before: a few large states must not make all others look empty. */
const stepOf = (share: number): number => [1, 60, 125, 250, 500].filter((minShare) => share >= minShare).length;

/** The US as a map. The table beside it holds the same numbers. */
export const UsMap: FC<UsMapProps> = ({ sums, currency, valueOf, linkTo }) => {
  const largest = largestOf(tiles.flatMap(({ state }) => sums.get(state) ?? []).map(valueOf));
  return (
    <ul class="map" aria-label="States of the US">
      {tiles.map(({ state, position }) => {
        const sum = sums.get(state);
        if (sum === undefined) {
          return (
            <li class={position} aria-hidden="true">
              <span>{state}</span>
            </li>
          );
        }
        const label = `${state}: ${money(currency, valueOf(sum))} ${currency}`;
        const step = stepOf(shareOf(valueOf(sum), largest));
        return (
          <li class={position}>
            <a class={`q${step}`} href={linkTo(state)} title={label} aria-label={label}>
              {state}
            </a>
          </li>
        );
      })}
    </ul>
  );
};
