import { describe, expect, it } from '@jest/globals';
import { makeSleeper } from '../../src/live/live-worker.ts';

/** A clock whose sleeps end when the test says so. */
const aClock = () => {
  const asleep: (() => void)[] = [];
  return {
    asked: [] as number[],
    sleep(milliseconds: number) {
      this.asked.push(milliseconds);
      return () => new Promise<void>((resolve) => asleep.push(resolve));
    },
    pass: () => asleep.splice(0).forEach((wake) => wake()),
  };
};

describe('a sleep that can be cut short', () => {
  it('lasts its whole time when it is not woken', async () => {
    const clock = aClock();
    const slept = makeSleeper(clock).sleep(1_000);
    expect(clock.asked).toStrictEqual([1_000]);
    let isOver = false;
    void slept.then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    clock.pass();
    await slept;
  });

  it('ends at once when it is woken, and the next one lasts again', async () => {
    const clock = aClock();
    const sleeper = makeSleeper(clock);
    const slept = sleeper.sleep(1_000);
    sleeper.wake();
    await slept;
    void sleeper.sleep(1_000);
    expect(clock.asked).toStrictEqual([1_000, 1_000]);
  });

  it('does not begin when it was woken since the last one, however often', async () => {
    const clock = aClock();
    const sleeper = makeSleeper(clock);
    sleeper.wake();
    sleeper.wake();
    await sleeper.sleep(1_000);
    expect(clock.asked).toStrictEqual([]);
    void sleeper.sleep(1_000);
    expect(clock.asked).toStrictEqual([1_000]);
  });
});
