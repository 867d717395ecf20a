import * as t from 'io-ts';

/** What a child process is asked to do: to live through one world, or to hunt for one planted bug. */
export const Task = t.union(
  [
    t.type({ kind: t.literal('world'), seed: t.number }),
    t.type({ kind: t.literal('hunt'), mutant: t.string, from: t.number, most: t.number }),
  ],
  'Task',
);
export type Task = t.TypeOf<typeof Task>;

const Violation = t.type({ name: t.string, about: t.string, why: t.string }, 'Violation');

/** Its result. */
export const Answer = t.union(
  [
    t.type({
      kind: t.literal('world'),
      seed: t.number,
      hash: t.string,
      violations: t.readonlyArray(Violation),
      events: t.number,
      lasted: t.number,
      kills: t.number,
      attempted: t.number,
      recovered: t.number,
      faults: t.readonlyArray(t.tuple([t.string, t.number])),
    }),
    t.type({
      kind: t.literal('hunt'),
      mutant: t.string,
      seed: t.union([t.number, t.null]),
      worlds: t.number,
      word: t.string,
    }),
  ],
  'Answer',
);
export type Answer = t.TypeOf<typeof Answer>;
export type WorldAnswer = Extract<Answer, { kind: 'world' }>;
export type HuntAnswer = Extract<Answer, { kind: 'hunt' }>;
