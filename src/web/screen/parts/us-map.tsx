import type { FC } from 'hono/jsx';
import { money } from '../words.ts';
import { largestOf, shareOf } from '../shares.ts';
import type { Sum } from '../sums.ts';
import { usTiles } from './us-tiles.ts';

export interface PlaceSum {
  readonly place: string;
  readonly sum: Sum;
}

interface UsMapProps {
  readonly places: readonly PlaceSum[];
  readonly currency: string;
  readonly valueOf: (sum: Sum) => bigint;
  readonly linkTo: (place: string) => string;
}

/** Five steps, each about twice the one before: a few large states must not make all others look empty. */
const stepOf = (share: number): number => [1, 60, 125, 250, 500].filter((least) => share >= least).length;

/** Where it counts, as equal tiles. The table beside it holds the same numbers. */
export const UsMap: FC<UsMapProps> = ({ places, currency, valueOf, linkTo }) => {
  const byPlace = new Map(places.map(({ place, sum }) => [place, sum]));
  const largest = largestOf(places.filter(({ place }) => place in usTiles).map(({ sum }) => valueOf(sum)));
  return (
    <ul class="map" aria-label="States of the US">
      {Object.entries(usTiles).map(([state, [column, row]]) => {
        const sum = byPlace.get(state);
        const place = `c${column} r${row}`;
        if (sum === undefined) {
          return (
            <li class={place} aria-hidden="true">
              <span>{state}</span>
            </li>
          );
        }
        const words = `${state}: ${money(currency, valueOf(sum))} ${currency}`;
        return (
          <li class={place}>
            <a
              class={`q${stepOf(shareOf(valueOf(sum), largest))}`}
              href={linkTo(state)}
              title={words}
              aria-label={words}
            >
              {state}
            </a>
          </li>
        );
      })}
    </ul>
  );
};
