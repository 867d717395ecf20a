import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from '@jest/globals';
import { jurisdictionOf } from '../../src/domain/transaction.ts';
import { amountsOfPushed, toPushedTransaction } from '../../src/reconcile/pushed.ts';

const placeOf = (shipToAddress: Readonly<Record<string, unknown>> | undefined, ours: string): string | undefined => {
  const pushed = toPushedTransaction({
    id: '1',
    total: 29,
    taxCollected: 4.83,
    ...(shipToAddress && { shipToAddress }),
  });
  const where = { currency: 'USD', jurisdiction: ours, month: '2025-07' };
  return O.toUndefined(amountsOfPushed(pushed, where, () => '2025-07'))?.jurisdiction;
};

describe('the place under which amounts of the service are added up', () => {
  it.each([
    ['GB', null],
    ['DE', null],
    ['CA', 'ON'],
    ['CA', null],
    ['AU', 'NSW'],
    ['US', 'CA'],
    ['US', null],
  ])('is the same as ours where the service shows what was sent: %s %s', (country, state) => {
    const ours = jurisdictionOf({ country, state });
    expect(placeOf({ country, state }, ours)).toBe(ours);
    expect(placeOf({ country, state: state ?? '' }, ours)).toBe(ours);
    expect(placeOf({ country, state: state?.toLowerCase() }, ours)).toBe(ours);
  });

  it.each([
    ['nothing', undefined, 'CA-ON'],
    ['no state', { country: 'CA' }, 'CA-ON'],
    ['no country', { state: 'ON' }, 'CA-ON'],
    ['no country, and no state in the US', { zip: '55401' }, 'MN'],
  ])('is ours where it is not shown: %s', (_, address, ours) => {
    expect(placeOf(address, ours)).toBe(ours);
  });

  it.each([
    ['another state', { country: 'US', state: 'NY' }, 'MN', 'NY'],
    ['another province', { country: 'CA', state: 'QC' }, 'CA-ON', 'CA-QC'],
    ['another country', { country: 'DE', state: null }, 'GB-*', 'DE-*'],
    ['another country, its state not shown', { country: 'DE' }, 'CA-ON', 'DE-*'],
    ['Canada in place of California', { country: 'CA', state: null }, 'CA', 'CA-*'],
    ['California in place of Canada', { country: 'US', state: 'CA' }, 'CA-*', 'CA'],
    ['no state where there was one', { country: 'US', state: null }, 'MN', 'US'],
  ])("is the service's where it differs: %s", (_, address, ours, theirs) => {
    expect(placeOf(address, ours)).toBe(theirs);
  });
});
