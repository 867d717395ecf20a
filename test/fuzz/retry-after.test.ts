import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxRetryAfterMs, parseRetryAfter } from '../../src/service/response.ts';
import { cases } from './cases.ts';

const now = Date.UTC(2026, 3, 1, 12);

const days = fc.constantFrom('Mon, ', 'Tuesday, ', 'wed ', 'Thu,', '');
const seconds = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double().map(String),
  fc.tuple(fc.constantFrom('', '+', '-', ' '), fc.nat()).map(([sign, all]) => `${sign}${all}`),
);
const dates = fc.tuple(days, fc.oneof(fc.string(), fc.date().map(String))).map(([day, rest]) => `${day}${rest}`);
const anyHeader = fc.oneof(fc.string({ unit: 'binary' }), seconds, dates, fc.constant('9'.repeat(5_000)));

describe('a Retry-After header of any kind', () => {
  it('is a wait of 0 to 15 minutes, or none; it never throws', () => {
    const property = fc.property(anyHeader, fc.integer({ min: 0, max: 8.64e15 }), (text, at) => {
      const wait = parseRetryAfter(at)(text);
      return wait === null || (wait >= 0 && wait <= maxRetryAfterMs);
    });
    fc.assert(property, { numRuns: cases(20_000) });
  });

  it('in seconds waits that long, as a date until then, for any clock', () => {
    const property = fc.property(fc.integer({ min: 0, max: 900 }), (wait) => {
      const date = new Date(now + wait * 1000).toUTCString();
      expect([parseRetryAfter(now)(String(wait)), parseRetryAfter(now)(date)]).toStrictEqual([
        wait * 1000,
        wait * 1000,
      ]);
    });
    fc.assert(property, { numRuns: cases(1_000) });
  });
});
