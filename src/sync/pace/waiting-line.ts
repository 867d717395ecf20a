import * as O from 'fp-ts/lib/Option.js';
import type { Started } from './started.ts';

/** A request that waits for its turn. */
export interface Waiting {
  /** Asked often: once true, nothing more is to start. */
  readonly isOver: () => boolean;
  /** Tells it when it started; none when it was over before. */
  readonly enter: (started: O.Option<Started>) => void;
}

/** Those who wait for a gate: live ones before history, otherwise in the order in which they came. */
export interface WaitingLine {
  readonly join: (one: Waiting, priority: 'live' | 'history') => void;
  readonly isEmpty: () => boolean;
  /** Whether one of them waits for nothing any more. */
  readonly hasLeft: () => boolean;
  /** Lets go of those who wait for nothing any more. */
  readonly sendAway: () => void;
  readonly next: () => Waiting | undefined;
}

export const waitingLine = (): WaitingLine => {
  const lines = { live: [] as Waiting[], history: [] as Waiting[] };
  const both = [lines.live, lines.history];
  return {
    join: (one, priority) => void lines[priority].push(one),
    isEmpty: () => both.every(({ length }) => length === 0),
    hasLeft: () => both.some((line) => line.some(({ isOver }) => isOver())),
    sendAway: () => {
      for (const line of both) {
        for (const one of line.filter(({ isOver }) => isOver())) {
          line.splice(line.indexOf(one), 1);
          one.enter(O.none);
        }
      }
    },
    next: () => lines.live.shift() ?? lines.history.shift(),
  };
};
