import type { Clock } from '../../domain/environment.ts';

/** A request that started. */
export interface Started {
  /** Milliseconds on the clock of whoever let it in. */
  readonly at: number;
  /** Whether no place was free after it. */
  readonly isLast: boolean;
}

/** The clock's milliseconds, but never running backwards: a clock that is set back must not stretch a pause. */
export const monotonicTime = (clock: Pick<Clock, 'now'>): (() => number) => {
  let [last, lost] = [clock.now(), 0];
  return () => {
    const now = clock.now();
    if (now < last) lost += last - now;
    last = now;
    return now + lost;
  };
};
