import * as TE from 'fp-ts/lib/TaskEither.js';
import type { LaneBook } from '../../core/lane-book.ts';
import type { Memory } from './memory.ts';

export const lane = ({ lane: kept }: Memory): LaneBook => ({
  pausedUntil: TE.fromIO(() => kept.pausedUntil),

  pauseUntil: (until, mostAhead) =>
    TE.fromIO(() => {
      const at = Math.ceil(until);
      kept.pausedUntil = kept.pausedUntil > at + mostAhead ? at : Math.max(kept.pausedUntil, at);
    }),

  takeTurns: ({ now, count, interval, mostAhead }) =>
    TE.fromIO(() => {
      const first = kept.nextTurn > now + mostAhead ? Math.ceil(now) : Math.max(Math.ceil(now), kept.nextTurn);
      kept.nextTurn = first + Math.ceil(count * interval);
      return first;
    }),
});
