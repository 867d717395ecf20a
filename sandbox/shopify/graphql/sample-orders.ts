/** All orders of a sample shop, each computed when it is requested, so that 200,000 cost no more memory than 400. */
import type { Recipe } from '../orders/recipe.ts';
import { recipeOf } from '../orders/recipe-of.ts';
import { indexOfId, orderId, ordinarilyUpdatedAt, type SampleSize, soldAt } from '../orders/sample-size.ts';
import { townIn } from '../orders/us-places.ts';
import { situationAt } from '../orders/situation-at.ts';

/** The keys by which orders can be sorted here. */
export type SortKey = 'PROCESSED_AT' | 'CREATED_AT' | 'UPDATED_AT' | 'ID';

export interface SampleOrders {
  readonly size: SampleSize;
  readonly recipe: (index: number) => Recipe;
  readonly idOf: (index: number) => bigint;
  readonly nameOf: (index: number) => string;
  readonly find: (id: bigint) => Recipe | undefined;
  /** The value of a sort key: ms, or the order's id. */
  readonly valueOf: (key: SortKey, index: number) => number;
  /** Indices in ascending order of a key. */
  readonly sortedBy: (key: SortKey) => Uint32Array;
}

/** @param moved by index, the state to which an order was moved after the sale; its tax is recalculated */
export const sampleOrders = (size: SampleSize, moved: ReadonlyMap<number, string> = new Map()): SampleOrders => {
  const values = new Map<SortKey, Float64Array>();
  const sorted = new Map<SortKey, Uint32Array>();
  const valuesOf = (key: SortKey): Float64Array => {
    const known =
      values.get(key) ?? Float64Array.from({ length: size.orders }, (_, index) => valueIn(size, key, index));
    values.set(key, known);
    return known;
  };
  const valueOf = (key: SortKey, index: number): number => valuesOf(key)[index] ?? 0;
  const recipe = (index: number): Recipe => {
    const state = moved.get(index);
    const made = recipeOf(size, index);
    if (state === undefined) return made;
    const { place, jurisdiction } = townIn(state);
    return { ...made, shipTo: place, taxedIn: jurisdiction };
  };
  return {
    size,
    recipe,
    valueOf,
    // Only a situation changes the id or name, and most orders have no situation.
    idOf: (index) => (situationAt(index) === undefined ? orderId(index, false) : recipe(index).id),
    nameOf: (index) => (situationAt(index) === undefined ? `#${1001 + index}` : recipe(index).name),
    find: (id) => {
      const index = indexOfId(id);
      if (index === undefined || index >= size.orders) return undefined;
      const found = recipe(index);
      return found.id === id ? found : undefined;
    },
    sortedBy: (key) => {
      const known =
        sorted.get(key) ??
        Uint32Array.from({ length: size.orders }, (_, index) => index).sort(
          (a, b) => valueOf(key, a) - valueOf(key, b) || a - b,
        );
      sorted.set(key, known);
      return known;
    },
  };
};

const valueIn = (size: SampleSize, key: SortKey, index: number): number => {
  const special = situationAt(index) === undefined ? undefined : recipeOf(size, index);
  switch (key) {
    case 'PROCESSED_AT':
      return soldAt(size, index);
    case 'CREATED_AT':
      return special?.createdAt ?? soldAt(size, index);
    case 'UPDATED_AT':
      return special?.updatedAt ?? ordinarilyUpdatedAt(size, index);
    case 'ID':
      return Number(special?.id ?? orderId(index, false));
  }
};
