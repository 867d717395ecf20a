import { describe, expect, it } from '@jest/globals';
import { errorName } from '../../src/domain/errors.ts';

describe('what was thrown', () => {
  it('is pushed by its kind, and never by its message', () => {
    expect(errorName(new TypeError('CANARY'))).toBe('TypeError');
  });

  it.each([
    ['a text', 'CANARY'],
    ['nothing', undefined],
    ['an error whose name is no text', Object.assign(new Error('CANARY'), { name: Symbol('CANARY') })],
  ])('is a thrown value when it is %s', (_, thrown) => {
    expect(errorName(thrown)).toBe('a thrown value');
  });
});
