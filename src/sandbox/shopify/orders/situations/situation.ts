import { calendar, day } from '../calendar.ts';
import type { Recipe } from '../recipe.ts';

/** One thing that happens in real shops: its name, and what it changes in an ordinary order. */
export interface Situation {
  readonly name: string;
  readonly change: (ordinary: Recipe) => Partial<Recipe>;
}

/** So many days after the sale, but never after the end of the sample; in ms. */
export const daysAfter = ({ soldAt }: Recipe, days: number): number =>
  Math.min(soldAt + days * day, calendar.end - 3_600_000);
