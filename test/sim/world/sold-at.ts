import type { Dice } from '../kernel/dice.ts';
import type { Zone } from './zone.ts';

const day = 86_400_000;

/** In every zone the history is cut into windows by months; this many days of it lie in the first one. */
const firstWindow = 3 * day;

/** When an old sale was made: in whole seconds, many in the same one, and some at the very ends of the history and its windows. */
export const drawSoldAt = (dice: Dice, { start, end }: Zone): number => {
  switch (dice.int(1, 10)) {
    case 1:
      return start;
    case 2:
      return start - 1_000;
    case 3:
      return end - 1_000;
    case 4:
      return end;
    case 5:
      return start + firstWindow;
    case 6:
      return start + firstWindow - 1_000;
    case 7:
    case 8:
      return start + 9 * day;
    default:
      return start + 1_000 * dice.int(1, (end - start) / 1_000 - 2);
  }
};

export const isInHistory = (at: number, { start, end }: Zone): boolean => at >= start && at < end;
