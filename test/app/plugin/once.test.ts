import { describe, expect, it } from '@jest/globals';
import { once } from '../../../src/app/plugin/once.ts';

const counting = (
  isGood: (made: number) => boolean,
): { readonly made: () => number; readonly one: ReturnType<typeof once<number>> } => {
  let count = 0;
  return { made: () => count, one: once(() => Promise.resolve((count += 1)), isGood) };
};

describe('what is made once', () => {
  it('is made at its first use, for all concurrent callers', async () => {
    const { one, made } = counting(() => true);
    expect([made(), one.peek(), await one.settled()]).toStrictEqual([0, undefined, undefined]);
    expect(await Promise.all([one.get(), one.get()])).toStrictEqual([1, 1]);
    expect([await one.get(), one.peek(), made()]).toStrictEqual([1, 1, 1]);
  });

  it('is tried again after an attempt that came to nothing', async () => {
    const { one } = counting((made) => made > 1);
    expect(await one.get()).toBe(1);
    expect(one.peek()).toBeUndefined();
    expect(await one.get()).toBe(2);
    expect(await one.get()).toBe(2);
  });

  it('is made again after it was dropped', async () => {
    const { one } = counting(() => true);
    await one.get();
    one.forget();
    expect(one.peek()).toBeUndefined();
    expect(await one.get()).toBe(2);
  });

  it('can be dropped while it is being made: that result is not kept next to the new one', async () => {
    const answers: ((good: boolean) => void)[] = [];
    const one = once(
      () => new Promise<boolean>((resolve) => answers.push(resolve)),
      (good) => good,
    );
    const first = one.get();
    one.forget();
    const second = one.get();
    answers[0]?.(true);
    expect(await first).toBe(true);
    expect(one.peek()).toBeUndefined();
    const third = one.get();
    answers[1]?.(true);
    expect(await Promise.all([second, third])).toStrictEqual([true, true]);
    expect([one.peek(), answers.length]).toStrictEqual([true, 2]);
  });
});
