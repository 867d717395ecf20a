import { describe, expect, it } from '@jest/globals';
import { defectKind } from '../../src/core/defect-kind.ts';

describe('what was thrown', () => {
  it('is told by its kind, and never by its message', () => {
    expect(defectKind(new TypeError('CANARY'))).toBe('TypeError');
  });

  it.each([
    ['a text', 'CANARY'],
    ['nothing', undefined],
    ['an error whose name is no text', Object.assign(new Error('CANARY'), { name: Symbol('CANARY') })],
  ])('is a thrown value when it is %s', (_, thrown) => {
    expect(defectKind(thrown)).toBe('a thrown value');
  });
});
