import { describe, expect, it } from '@jest/globals';
import { isRedrawable, type TerminalSigns } from '../../src/cli/process.ts';

const ordinary: TerminalSigns = { isTTY: true, columns: 80, env: { TERM: 'xterm-256color' } };

describe('the bar that redraws itself', () => {
  it('is drawn on an ordinary terminal', () => {
    expect(isRedrawable(ordinary)).toBe(true);
  });

  it.each<[string, Partial<TerminalSigns>]>([
    ['in a file or a pipe', { isTTY: false, columns: undefined }],
    ['on a terminal without a width', { columns: 0 }],
    ['on one that knows no escape sequences', { env: { TERM: 'dumb' } }],
    ['in a CI', { env: { TERM: 'xterm', CI: 'true' } }],
  ])('is plain lines %s', (_, differences) => {
    expect(isRedrawable({ ...ordinary, ...differences })).toBe(false);
  });
});
