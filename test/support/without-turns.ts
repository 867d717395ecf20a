import { turnBudget } from '../../src/domain/turns.ts';

const { milliseconds } = turnBudget;
let running = 0;

/**
 * Work on a clock of the test's own, which jumps when nothing more can happen: on it work takes no time, and a turn of the event
 * loop that it gave would be a moment at which the clock jumps.
 */
export const withoutTurns =
  <Arguments extends readonly unknown[], Answer>(
    work: (...given: Arguments) => Promise<Answer>,
  ): ((...given: Arguments) => Promise<Answer>) =>
  async (...given) => {
    running += 1;
    turnBudget.milliseconds = Number.POSITIVE_INFINITY;
    return work(...given).finally(() => {
      running -= 1;
      if (running === 0) turnBudget.milliseconds = milliseconds;
    });
  };
