import { describe, expect, it } from '@jest/globals';
import { jurisdictionOf } from '../../src/domain/transaction.ts';

const of = (country: string, state: string | null): string => jurisdictionOf({ country, state });

describe('the place that totals are kept by', () => {
  it('is the state in the US, and country and state elsewhere', () => {
    expect([of('US', 'CA'), of('CA', 'ON')]).toStrictEqual(['CA', 'CA-ON']);
  });

  it.each([
    ['DE', 'Germany', 'Delaware'],
    ['IL', 'Israel', 'Illinois'],
    ['CA', 'Canada', 'California'],
    ['AE', 'the Emirates', 'Armed Forces Europe'],
  ])('never takes a country without a state for a state of the US: %s is %s, not %s', (code) => {
    expect(of(code, null)).not.toBe(of('US', code));
  });
});
