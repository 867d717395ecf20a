import type { Dice } from '../kernel/dice.ts';
import { historyEnd, historyStart } from './setting.ts';

const day = 86_400_000;

/** When an old sale was made: in whole seconds, many in the same one, and some at the very ends of the history. */
export const drawSoldAt = (dice: Dice): number => {
  switch (dice.int(1, 8)) {
    case 1:
      return historyStart;
    case 2:
      return historyStart - 1_000;
    case 3:
      return historyEnd - 1_000;
    case 4:
      return historyEnd;
    case 5:
    case 6:
      return historyStart + 9 * day;
    default:
      return historyStart + 1_000 * dice.int(1, (historyEnd - historyStart) / 1_000 - 2);
  }
};

export const isInHistory = (at: number): boolean => at >= historyStart && at < historyEnd;
