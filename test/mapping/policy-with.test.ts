import { describe, expect, it } from '@jest/globals';
import { defaultPolicy, policyWith } from '../../src/mapping/policy.ts';
import { left, right } from '../support/right.ts';

describe('a policy', () => {
  it('is the defaults with the given settings', () => {
    expect(right(policyWith({ refunds: 'send', tips: undefined }))).toStrictEqual({
      ...defaultPolicy,
      refunds: 'send',
    });
  });

  it('with an unknown key is refused with a list of the known keys', () => {
    const misspelt = { tips: 'send', refund: 'send' } as const;
    expect(left(policyWith(misspelt))).toMatch(/no refund; its keys are refunds, unpaid/);
  });
});
