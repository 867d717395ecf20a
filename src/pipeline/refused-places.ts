// A state that is not enabled at the service, or a firewall, refuses many sales in a row where they come in a row. The others are
// still to be sent, and the key may be at fault all the same: so few of that place are tried, until another sale is stored.
import { maxEqualRefusals, maxSkippedInPlace, maxSkippedInRow } from './limits.ts';

/** The refusals of one kind since a sale was stored, by transaction id: the place that it went to; null where that is not known. */
export type RefusedByPlace = ReadonlyMap<string, string | null>;

const largestPlace = (refused: RefusedByPlace): { readonly place: string | null; readonly count: number } => {
  const counts = new Map<string, number>();
  for (const place of refused.values()) if (place !== null) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [largest] = [...counts].sort(([, a], [, b]) => b - a);
  return largest === undefined ? { place: null, count: 0 } : { place: largest[0], count: largest[1] };
};

/**
 * Whether refusals that may be of the key are about more than one place; of a single one, as many as stop any kind. Pure.
 *
 * @param limit so many are few enough to be about single sales
 */
export const isAboutKey = (refused: RefusedByPlace, limit: number): boolean => {
  const { place, count } = largestPlace(refused);
  if (refused.size < limit) return false;
  return place === null || refused.size >= maxEqualRefusals || refused.size - count >= limit / 2;
};

/** The places of which most sales are not tried for now. */
export interface RefusedPlaces {
  /** Notes the refusals since a sale was stored. `limit`: see `isAboutKey`. */
  readonly note: (refused: RefusedByPlace, limit: number) => void;
  readonly stored: (place: string | null) => void;
  /** Whether so many were not tried since a sale was stored that the place may be no reason: the shop may sell to no other. */
  readonly areTooMany: () => boolean;
  readonly forget: () => void;
  /** Whether a sale to a place is not to be tried; every so often one is. */
  readonly skips: (place: string | null) => boolean;
}

export const refusedPlaces = (): RefusedPlaces => {
  const skipped = new Map<string, number>();
  let inRow = 0;
  return {
    areTooMany: () => inRow >= maxSkippedInRow,
    note: (refused, limit) => {
      const { place, count } = largestPlace(refused);
      if (place !== null && count >= limit && !skipped.has(place)) skipped.set(place, 0);
    },
    stored: (place) => {
      inRow = 0;
      if (place !== null) skipped.delete(place);
    },
    forget: () => {
      inRow = 0;
      skipped.clear();
    },
    skips: (place) => {
      const before = place === null ? undefined : skipped.get(place);
      if (place === null || before === undefined) return false;
      const number = before + 1;
      skipped.set(place, number);
      const isTried = number % maxSkippedInPlace === 0 || (number >= 4 && Number.isInteger(Math.log2(number)));
      if (!isTried) inRow += 1;
      return !isTried;
    },
  };
};
