import type { Dice } from '../kernel/dice.ts';
import type { Setting } from './setting.ts';

/** What catch-up looks back: a wrong clock and a slow platform have to share it. Milliseconds. */
const lookBack = 540_000;
const longest = 240_000;

/** How long a platform hides a change after its own time stamp. */
export const drawHiddenFor = (dice: Dice, { skews }: Setting): number => {
  const most = Math.min(longest, lookBack - Math.max(...skews.map(Math.abs)));
  return most > 0 && dice.chance(0.3) ? dice.int(0, most) : 0;
};
