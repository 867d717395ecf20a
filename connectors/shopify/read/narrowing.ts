/** Remembers how many orders to request where a page failed, so that the order that Shopify cannot serve is found quickly. */
import * as O from 'fp-ts/lib/Option.js';

/**
 * The size is halved at each failure, until the order that Shopify cannot serve is alone. After a page that was served, the
 * failing order is among the rest of the orders that failed together.
 */
export interface Narrowing {
  /** None for a page at its full size. */
  readonly sizeAt: (place: string) => O.Option<number>;
  /** A page of `size` orders at a place failed. Returns how often a page of a single order has failed there. */
  readonly failed: (place: string, size: number) => number;
  /** A page of `size` orders at a place was served; the next one begins at `next`. */
  readonly served: (place: string, size: number, next: string | null) => void;
  /** An order was passed over because Shopify cannot serve it. Returns how many were in a row. */
  readonly passedOver: (place: string) => number;
}

interface Suspects {
  /** The failing order is among so many from here on. */
  readonly within: number;
  readonly failuresAlone: number;
}

/** A few windows are read at the same time; older places are abandoned ones. */
const maxPlaces = 64;

export const narrowing = (): Narrowing => {
  const places = new Map<string, Suspects>();
  let inARow = 0;
  const keep = (place: string, suspects: Suspects): void => {
    const [oldest] = places.keys();
    if (!places.has(place) && places.size >= maxPlaces && oldest !== undefined) places.delete(oldest);
    places.set(place, suspects);
  };
  return {
    sizeAt: (place) => {
      const suspects = places.get(place);
      return suspects === undefined ? O.none : O.some(halfOf(suspects.within));
    },
    failed: (place, size) => {
      const failuresAlone = size === 1 ? (places.get(place)?.failuresAlone ?? 0) + 1 : 0;
      keep(place, { within: size, failuresAlone });
      return failuresAlone;
    },
    served: (place, size, next) => {
      inARow = 0;
      const rest = (places.get(place)?.within ?? 0) - size;
      places.delete(place);
      if (rest > 0 && next !== null) keep(next, { within: rest, failuresAlone: 0 });
    },
    passedOver: (place) => {
      places.delete(place);
      inARow += 1;
      return inARow;
    },
  };
};

const halfOf = (within: number): number => Math.max(1, Math.floor(within / 2));
