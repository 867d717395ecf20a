import { expect, it } from '@jest/globals';
import { isHeapChosen } from '../../src/cli/process.ts';

it.each([
  [['--max-semi-space-size=64', '--single-threaded-gc'], true],
  [['--enable-source-maps', '--max-semi-space-size=64 --no-warnings'], true],
  [['--min_semi_space_size=16'], true],
  [['--max-old-space-size=512', ''], false],
  [[], false],
])('the heap is lean unless the user chose the size of the young generation: %j', (options, isChosen) => {
  expect(isHeapChosen(options)).toBe(isChosen);
});
