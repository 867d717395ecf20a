import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from '@jest/globals';
import { batchCalls } from '../../../src/store/sql/inbox/deliveries.ts';

const all = <A>(asked: readonly Promise<A>[]): Promise<readonly A[]> => Promise.all(asked);

/** More turns of the event loop than a caller waits for; a timer may come before the next one on a busy machine. */
const someTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('work that is done together', () => {
  it('takes all who ask at about the same time as one, and gives each its own result', async () => {
    const batches: (readonly number[])[] = [];
    const double = batchCalls(64, (numbers: readonly number[]) => {
      batches.push(numbers);
      return Promise.resolve(E.right(numbers.map((one) => 2 * one)));
    });
    expect(await all([1, 2, 3].map(double))).toStrictEqual([2, 4, 6].map(E.right));
    expect(await double(4)).toStrictEqual(E.right(8));
    expect(batches).toStrictEqual([[1, 2, 3], [4]]);
  });

  it('does one thing at a time: what is asked then comes with the next', async () => {
    const batches: (readonly string[])[] = [];
    let release: () => void = () => undefined;
    const note = batchCalls(64, async (texts: readonly string[]) => {
      batches.push(texts);
      await new Promise<void>((resolve) => (release = resolve));
      return E.right(texts);
    });
    const first = note('a');
    await someTurns();
    const others = [note('b'), note('c')];
    await someTurns();
    expect(batches).toStrictEqual([['a']]);
    release();
    expect(await first).toStrictEqual(E.right('a'));
    await someTurns();
    release();
    expect(await all(others)).toStrictEqual(['b', 'c'].map(E.right));
    expect(batches).toStrictEqual([['a'], ['b', 'c']]);
  });

  it('takes no more at once than it was pushed to', async () => {
    const sizes: number[] = [];
    const count = batchCalls(2, (items: readonly string[]) => {
      sizes.push(items.length);
      return Promise.resolve(E.right(items));
    });
    await all(['a', 'b', 'c', 'd', 'e'].map(count));
    expect(sizes).toStrictEqual([2, 2, 1]);
  });

  it('reports a failure to all callers, and goes on', async () => {
    const answers = [E.left('the disk is full'), E.right(['x'])];
    const tried = batchCalls<string, string, string>(64, () => Promise.resolve(answers.shift() ?? E.left('over')));
    expect(await all(['a', 'b'].map(tried))).toStrictEqual([E.left('the disk is full'), E.left('the disk is full')]);
    expect(await tried('c')).toStrictEqual(E.right('x'));
  });

  it('rejects for all callers when the work is defective, and goes on', async () => {
    let isDefective = true;
    const tried = batchCalls(64, (items: readonly string[]) =>
      isDefective ? Promise.reject(new Error('a defect')) : Promise.resolve(E.right(items)),
    );
    const asked = await Promise.allSettled(['a', 'b'].map(tried));
    expect(asked.map(({ status }) => status)).toStrictEqual(['rejected', 'rejected']);
    isDefective = false;
    expect(await tried('c')).toStrictEqual(E.right('c'));
  });
});
