/** When requests are sent, within a span that is repeated for ever. Milliseconds. */
export interface Schedule {
  readonly times: readonly number[];
  readonly span: number;
}

/** As `evenWork(20)` has it: 14 to 26 ms, and three times as long for one in a hundred. */
const isWorkedOn = (age: number): number => {
  const ordinary = (at: number): number => Math.min(1, Math.max(0, (26 - at) / 12));
  return 0.99 * ordinary(age) + 0.01 * ordinary(age / 3);
};

/** Each of two requests may be a millisecond early or late on its way: what is between them is off by up to two. */
const offBy = Array.from({ length: 21 }, (_, n) => (n - 10) / 5);
const weightOf = (off: number): number => 2 - Math.abs(off);
const allWeights = offBy.reduce((sum, off) => sum + weightOf(off), 0);

/** The chance that a request is at the service when another one gets there that was sent so much later. */
const isThere = (later: number): number =>
  offBy.reduce((sum, off) => {
    const age = later + off;
    return age < 0 ? sum : sum + weightOf(off) * isWorkedOn(age);
  }, 0) / allWeights;

/** Nothing is worked on for longer. */
const longest = 82;
const step = 0.1;
const chances = Array.from({ length: Math.ceil((longest + 2) / step) + 1 }, (_, n) => isThere(n * step - 2));

/**
 * Of the requests of a schedule, the share that a service refuses which takes so many at a time; 0 to 1. Exact but for what
 * refused requests leave free, which is little as long as few are refused.
 */
export const shareRefused = ({ times, span }: Schedule, most: number): number => {
  const refused = times.map((time, index) => {
    /** The chance that so many are there; the last that all places are taken. */
    const taken = [1, ...Array.from({ length: most }, () => 0)];
    for (let round = 0; round * span < longest + span; round += 1)
      times.forEach((other, at) => {
        const later = time - other + round * span;
        const chance =
          (round === 0 && at === index) || later <= -2 ? 0 : (chances[Math.round((later + 2) / step)] ?? 0);
        if (chance === 0) return;
        for (let count = most; count >= 0; count -= 1) {
          const fewer = (taken[count - 1] ?? 0) * chance;
          taken[count] = (taken[count] ?? 0) * (count === most ? 1 : 1 - chance) + fewer;
        }
      });
    return taken[most] ?? 0;
  });
  return refused.reduce((sum, share) => sum + share, 0) / times.length;
};
