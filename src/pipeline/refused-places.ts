/**
 * Tries only a few sales to a state after many in a row to it were refused: the state may not be enabled at the service, or
 * the key may be wrong. Sales to other states go on.
 */
import { maxEqualRefusals, maxSkippedInPlace, maxSkippedInRow } from './limits.ts';

/** The refusals of one kind since a sale was stored. By transaction id: the country and state of the sale; null where unknown. */
export type RefusedByPlace = ReadonlyMap<string, string | null>;

/**
 * Whether refusals are about the key: they concern more than one place, or so many of one that any kind of refusal would
 * stop. Pure.
 *
 * @param limit fewer refusals may be about single sales
 */
export const isAboutKey = (refused: RefusedByPlace, limit: number): boolean => {
  const { place, count } = largestPlace(refused);
  if (refused.size < limit) return false;
  return place === null || refused.size >= maxEqualRefusals || refused.size - count >= limit / 2;
};

/** The places whose sales are mostly not tried for now. */
export interface RefusedPlaces {
  /** Notes the refusals since a sale was stored. `limit`: see `isAboutKey`. */
  readonly note: (refused: RefusedByPlace, limit: number) => void;
  readonly stored: (place: string | null) => void;
  /**
   * Whether so many sales were not tried since one was stored that the key may be wrong: the shop may sell only to this
   * place.
   */
  readonly areTooMany: () => boolean;
  readonly forget: () => void;
  /** Whether a sale to a place is not tried; now and then one is. */
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

const largestPlace = (refused: RefusedByPlace): { readonly place: string | null; readonly count: number } => {
  const counts = new Map<string, number>();
  for (const place of refused.values()) if (place !== null) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [largest] = [...counts].sort(([, a], [, b]) => b - a);
  return largest === undefined ? { place: null, count: 0 } : { place: largest[0], count: largest[1] };
};
