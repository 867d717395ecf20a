import { ordinaryRecipe } from './ordinary-recipe.ts';
import type { Recipe } from './recipe.ts';
import { situationAt } from './situation-at.ts';
import type { SampleSize } from './sold-at.ts';
import { usPlaces } from './us-places.ts';

const lastTouched = ({ updatedAt, events }: Recipe): number =>
  events.reduce((latest, { at }) => Math.max(latest, at), updatedAt);

/** What is special about an order should not be lost on a state without sales tax. */
const taxed = (ordinary: Recipe): Recipe => {
  if (ordinary.taxedIn.rates.length > 0) return ordinary;
  const taxedTowns = usPlaces.filter(({ jurisdiction }) => jurisdiction.rates.length > 0);
  const { place, jurisdiction } = taxedTowns[ordinary.index % taxedTowns.length] ?? usPlaces[0];
  return { ...ordinary, shipTo: place, billTo: place, taxedIn: jurisdiction };
};

/** The order of an index, as it was decided; the same for ever. */
export const recipeOf = (size: SampleSize, index: number): Recipe => {
  const situation = situationAt(index);
  if (situation === undefined) return ordinaryRecipe(size, index);
  const ordinary = taxed(ordinaryRecipe(size, index));
  const special = { ...ordinary, ...situation.change(ordinary) };
  return { ...special, updatedAt: lastTouched(special) };
};
