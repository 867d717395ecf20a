import { describe, expect, it } from '@jest/globals';
import { lineLogger } from '../../src/cli/open-engine.ts';

describe('the log of a command', () => {
  it('prints a warning of several workers once, and again when it comes later', () => {
    let now = 0;
    const printed: string[] = [];
    const log = lineLogger({ err: (text) => printed.push(text), now: () => now });
    for (now of [0, 1_000, 59_000]) log.warn('a long pause');
    log.warn('something else');
    now = 60_000;
    log.warn('a long pause');
    expect(printed).toStrictEqual(['Note: a long pause\n', 'Note: something else\n', 'Note: a long pause\n']);
  });
});
