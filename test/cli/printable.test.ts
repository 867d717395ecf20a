import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printable } from '../../src/cli/process.ts';

describe('what is printed of a text from outside', () => {
  it('commands no terminal: an escape sequence is no escape sequence any more', () => {
    expect(printable('#1001\u001b[2K\u001b[1A 0 failed\r0 held')).toBe('#1001\uFFFD[2K\uFFFD[1A 0 failed\uFFFD0 held');
  });

  it('is not read backwards', () => {
    expect(printable('total \u202e00.1')).toBe('total \uFFFD00.1');
  });

  it('keeps lines, columns and every letter of the world', () => {
    const text = 'place\ttotal\nMünchen · 東京 · ‏עברית\n';
    expect(printable(text)).toBe(text);
  });

  it('holds for any text at all', () => {
    const left = /[\p{Cc}]/u;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !left.test(printable(text).replaceAll(/[\n\t]/g, ''))),
    );
  });
});
