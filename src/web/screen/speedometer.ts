import type { LiveView } from './live-view.ts';

type Measure = (considered: number, share: number | null) => Pick<LiveView, 'rate' | 'secondsLeft'>;

interface Mark {
  readonly at: number;
  readonly considered: number;
  readonly share: number | null;
}

/** Milliseconds that the speed is taken over. */
const span = 15_000;
/** Milliseconds before which it says nothing yet. */
const least = 1_500;

/**
 * Measures how fast a run comes along while a page follows it. What went on before the page came is not known.
 *
 * @param now milliseconds since 1970
 */
export const speedometer = (now: () => number): Measure => {
  let marks: readonly Mark[] = [];
  return (considered, share) => {
    const mark: Mark = { at: now(), considered, share };
    marks = [...marks.filter(({ at }) => mark.at - at <= span), mark];
    const [first = mark] = marks;
    const elapsed = mark.at - first.at;
    if (elapsed < least) return { rate: null, secondsLeft: null };
    const gained = share === null || first.share === null ? 0 : share - first.share;
    return {
      rate: Math.max(0, ((considered - first.considered) * 1000) / elapsed),
      secondsLeft: gained > 0.01 && share !== null ? ((1 - share) / gained) * (elapsed / 1000) : null,
    };
  };
};

/** For a page that is rendered once. */
export const noSpeed: Measure = () => ({ rate: null, secondsLeft: null });
