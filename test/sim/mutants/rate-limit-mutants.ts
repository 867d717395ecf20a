import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RateLimitStore } from '../../../src/domain/rate-limit-store.ts';
import type { Mutant } from './mutant.ts';

/** Mistakes in what processes of one key know of each other. */
export const laneMutants: readonly Mutant[] = [
  {
    name: 'a pause is kept from the other processes',
    alter: { client: (lane) => ({ ...lane, pauseUntil: () => TE.right(undefined) }) },
    foundBy: ['impolite'],
  },
  {
    name: 'a pause is heard of only once',
    alter: {
      client: (lane: RateLimitStore): RateLimitStore => {
        let heard: number | null = null;
        return {
          ...lane,
          pausedUntil: TE.map((until: number) => {
            heard ??= until;
            return heard;
          })(lane.pausedUntil),
        };
      },
    },
    foundBy: ['impolite'],
  },
  {
    name: 'every process has all of the turns',
    alter: { client: (lane) => ({ ...lane, reserveStarts: ({ now }) => TE.right(now) }) },
    foundBy: ['impolite'],
  },
  {
    name: 'the ceiling is that of a second',
    alter: { ceiling: (requestsPerMinute) => (requestsPerMinute === null ? null : requestsPerMinute * 60) },
    foundBy: ['impolite'],
  },
  {
    name: 'what was learned of the pace takes the place of the ceiling',
    alter: { ceiling: () => null },
    foundBy: ['impolite'],
  },
];
