import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { parseRetryAfter } from '../../src/service/response.ts';

const now = Date.UTC(2026, 3, 1, 12, 0, 0);
const parse = parseRetryAfter(now);
const quarterOfAnHour = 900_000;

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 30 ', 30_000],
    ['1.5', 1_500],
    ['-5', 0],
    ['999999999', quarterOfAnHour],
    ['9'.repeat(400), quarterOfAnHour],
    ['Wed, 01 Apr 2026 12:00:10 GMT', 10_000],
    ['Wed, 01 Apr 2026 11:59:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', quarterOfAnHour],
    ['Wednesday, 01-Apr-26 12:01:00 GMT', 60_000],
    // Says no zone, and means GMT wherever this process runs.
    ['Wed Apr  1 12:01:00 2026', 60_000],
  ])('%s is read', (header, milliseconds) => {
    expect(parse(header)).toBe(milliseconds);
  });

  it.each([undefined, '', 'soon', 'NaN', '1e3', '0x10', 'Infinity', '2026', 'Wed, soon', '12:00', 'null'])(
    '%s says nothing, unless it is a number of seconds',
    (header) => {
      expect(parse(header)).toBe(header === '2026' ? quarterOfAnHour : null);
    },
  );

  it('is never negative and never longer than a quarter of an hour', () => {
    const header = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(header, (text) => {
        const wait = parse(text);
        expect(wait === null || (wait >= 0 && wait <= quarterOfAnHour)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
