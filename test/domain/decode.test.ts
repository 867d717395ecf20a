import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';
import { secret } from '../../src/domain/secret.ts';
import { left } from '../support/right.ts';

const Order = t.type(
  { id: t.string, place: t.intersection([t.type({ zip: t.string }), t.partial({ lat: t.number })]) },
  'Order',
);

describe('a decoding failure', () => {
  it('names the path and the expected type, and never the value', () => {
    const refused = left(decodeAs(Order)({ id: 1, place: { zip: { street: '1 CANARY_ADDR' } } }));
    expect(refused).toStrictEqual({
      _tag: 'Undecodable',
      expected: 'Order',
      problems: ['id: expected string', 'place.zip: expected string'],
    });
  });
});

describe('a secret', () => {
  it('prints as [redacted] however it is printed', () => {
    const token = secret('shpat_CANARY');
    const printed = [String(token), JSON.stringify({ token }), inspect({ token }), inspect([token])].join(' ');
    expect(printed).not.toContain('CANARY');
    expect(token.reveal()).toBe('shpat_CANARY');
  });
});
