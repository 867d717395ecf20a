import { describe, expect, it } from '@jest/globals';
import { dice } from './kernel/dice.ts';
import { kernel } from './kernel/kernel.ts';
import { newLife } from './kernel/life.ts';
import { trace } from './kernel/trace.ts';

const aKernel = (seed = 1): ReturnType<typeof kernel> => kernel(dice(seed), 0, trace({ keepsLines: true }));

describe('the kernel', () => {
  it('lets things happen in the order of their times, and takes no time in between', async () => {
    const world = aKernel();
    const seen: string[] = [];
    for (const at of [30, 10, 20]) world.after(at, null, String(at), () => seen.push(`${at} at ${world.now()}`));
    await world.run(25);
    expect(seen).toStrictEqual(['10 at 10', '20 at 20']);
    expect(world.now()).toBe(25);
  });

  it('lets everything settle that can, however deep, before the next event', async () => {
    const world = aKernel();
    const life = newLife('a1');
    const seen: string[] = [];
    world.after(1, life, 'first', () => {
      void (async () => {
        for (let depth = 0; depth < 50; depth += 1) await Promise.resolve();
        seen.push('settled');
      })();
    });
    world.after(2, life, 'second', () => seen.push('second'));
    await world.run(10);
    expect(seen).toStrictEqual(['settled', 'second']);
  });

  it('drops what waits in a process that has died, and nothing else', async () => {
    const world = aKernel();
    const life = newLife('a1');
    const seen: string[] = [];
    world.after(1, null, 'death', life.end);
    world.after(2, life, 'in the process', () => seen.push('in the process'));
    world.after(3, null, 'on the wire', () => seen.push('on the wire'));
    await world.run(10);
    expect(seen).toStrictEqual(['on the wire']);
  });

  it('tries other orders with another seed, and the same one with the same', async () => {
    const orderOf = async (seed: number): Promise<string> => {
      const world = aKernel(seed);
      for (const name of 'abcdef') world.after(1, null, name, () => undefined);
      await world.run(1);
      return world.trace.lines().join();
    };
    const orders = new Set(await Promise.all([1, 2, 3, 4].map(orderOf)));
    expect(orders.size).toBeGreaterThan(1);
    expect(await orderOf(1)).toBe(await orderOf(1));
  });
});

describe('dice', () => {
  it('throw the same from the same seed, and in forks of their own', () => {
    const throws = (seed: number, name: string): readonly number[] => {
      const forked = dice(seed).fork(name);
      return [forked.int(1, 1_000_000), forked.int(1, 1_000_000)];
    };
    expect(throws(1, 'a')).toStrictEqual(throws(1, 'a'));
    expect(throws(1, 'a')).not.toStrictEqual(throws(1, 'b'));
    expect(throws(1, 'a')).not.toStrictEqual(throws(2, 'a'));
  });
});
